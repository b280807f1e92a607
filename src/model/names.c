#include "model/names.h"

#include <assert.h>
#include <string.h>

#include "base/lock.h"
#include "base/map.h"
#include "base/pool.h"
#include "model/replica.h"

static struct {
    struct pool names; /* struct actor_name */
    struct map by_ref; /* reference -> index + 1 */
    struct pool labels;
    uint32_t count;
    bool settled; /* main() creates no more actors: labels can be given */
} ALL_WORKERS all;

static struct actor_name *name_at(uint32_t actor)
{
    return (struct actor_name *)all.names.base + actor;
}

static uint32_t add(struct actor_name name)
{
    struct actor_name *n = pool_take(&all.names, sizeof *n);
    *n = name;
    map_put(&all.by_ref, name.ref, all.count + 1);
    return all.count++;
}

void names_init(void)
{
    pool_init(&all.names, (size_t)1 << 30);
    pool_init(&all.labels, (size_t)1 << 30);
    map_init(&all.by_ref);
    add((struct actor_name){ .ref = HR_DRIVER, .parent = NO_ACTOR });
}

bool names_share(void)
{
    return pool_share(&all.names) && pool_share(&all.labels) && map_share(&all.by_ref) && pages_share(&all, sizeof all);
}

uint32_t names_count(void)
{
    return all.count;
}

const struct actor_name *names_get(uint32_t actor)
{
    assert(actor < all.count);
    return name_at(actor);
}

/* A hash collision would merge two actors into one, so collisions are detected. */
struct child {
    const struct hr_actor_type *type; /* at the same address on all ranks */
    uint32_t parent, ordinal;
};

void name_apply(const void *bytes, size_t size)
{
    struct child c;
    if (size == sizeof c) {
        memcpy(&c, bytes, sizeof c);
        names_child(c.parent, c.ordinal, c.type);
    }
}

uint32_t names_child(uint32_t parent, uint32_t ordinal, const struct hr_actor_type *type)
{
    hr_ref ref = names_reference(name_at(parent)->ref, ordinal, type->behaviour.name);
    lock_take(LOCK_TABLES);
    if (replica_asks()) {
        uint32_t there = map_get(&all.by_ref, ref);
        if (there == 0 || name_at(there - 1)->type != type) {
            replica_append(REPLICA_NAME, &(struct child){ .type = type, .parent = parent, .ordinal = ordinal }, sizeof(struct child));
        }
    }
    uint32_t known = map_get(&all.by_ref, ref), index = known - 1;
    if (known != 0) {
        const struct actor_name *n = name_at(index);
        assert(n->parent == parent && n->ordinal == ordinal && "two actors hash to one reference");
        known = n->type == type ? known : 0;
    }
    if (known == 0) {
        index = add((struct actor_name){ .ref = ref, .parent = parent, .ordinal = ordinal, .type = type });
    }
    lock_give(LOCK_TABLES);
    return index;
}

uint32_t names_find(hr_ref ref)
{
    if (ref == 0) {
        return NO_ACTOR;
    }
    lock_take(LOCK_TABLES);
    uint32_t known = map_get(&all.by_ref, ref);
    lock_give(LOCK_TABLES);
    return known - 1; /* absent: 0 - 1 is NO_ACTOR */
}

/* The driver's actors are numbered within their type, and only where there are several. */
static void label_of_driver_child(uint32_t actor, struct text *out)
{
    const char *kind = name_at(actor)->type->behaviour.name;
    uint32_t place = 0, same = 0;
    for (uint32_t i = 1; i < all.count; i++) {
        if (name_at(i)->parent == DRIVER && strcmp(name_at(i)->type->behaviour.name, kind) == 0) {
            same++;
            place = i == actor ? same : place;
        }
    }
    text_add(out, kind);
    if (same > 1) {
        text_printf(out, ".%u", place);
    }
}

static void make_label(uint32_t actor, struct text *out)
{
    const struct actor_name *n = names_get(actor);
    if (actor == DRIVER) {
        text_add(out, "main");
    } else if (n->parent == DRIVER) {
        char full[400];
        struct text t = text_in(full, sizeof full);
        label_of_driver_child(actor, &t);
        names_add_label(full, n->ref, out);
    } else {
        char full[400];
        struct text t = text_in(full, sizeof full);
        names_label(n->parent, &t);
        text_printf(&t, "/%s.%u", n->type->behaviour.name, n->ordinal);
        names_add_label(full, n->ref, out);
    }
}

static uint32_t generation(uint32_t actor)
{
    uint32_t parents = 0;
    for (; actor != DRIVER; actor = names_get(actor)->parent) {
        parents++;
    }
    return parents;
}

bool names_precede(uint32_t actor, uint32_t other)
{
    uint32_t one = generation(actor), two = generation(other);
    if (one != two || actor == other) {
        return one < two;
    }
    while (names_get(actor)->parent != names_get(other)->parent) {
        actor = names_get(actor)->parent;
        other = names_get(other)->parent;
    }
    return names_get(actor)->ordinal < names_get(other)->ordinal;
}

void names_settled(void)
{
    all.settled = true;
}

void names_label(uint32_t actor, struct text *out)
{
    if (!all.settled) {
        make_label(actor, out);
        return;
    }
    struct actor_name *n = name_at(actor);
    lock_take(LOCK_TABLES);
    if (n->label == NULL) {
        char buffer[400];
        struct text t = text_in(buffer, sizeof buffer);
        make_label(actor, &t);
        char *kept = pool_take(&all.labels, t.length + 1);
        memcpy(kept, buffer, t.length + 1);
        n->label = kept;
    }
    lock_give(LOCK_TABLES);
    text_add(out, n->label);
}
