/* Names of actors, the same as under the checker (model/names.c): the driver's children are 1, 2, 3, ...; deeper references hash
 * their path. Labels are made when somebody asks. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "live/runtime.h"

/* How many actors of a type the driver has created: `server`, but `worker.1` and `worker.2`. Only the driver adds to it. */
struct kind {
    const char *name;
    uint32_t count;
};
static struct kind *kinds;
static size_t kind_count;
static uint32_t driver_children;

static struct kind *kind_of(const char *name)
{
    for (size_t i = kind_count; i-- > 0;) {
        if (kinds[i].name == name || strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

uint32_t live_driver_child(const struct hr_actor_type *type, hr_ref *ref)
{
    struct kind *k = kind_of(type->behaviour.name);
    if (k == NULL) {
        kinds = live_need(realloc(kinds, (kind_count + 1) * sizeof *kinds));
        k = &kinds[kind_count++];
        *k = (struct kind){ .name = type->behaviour.name };
    }
    *ref = ++driver_children;
    return ++k->count;
}

uint32_t live_driver_children(void)
{
    return driver_children;
}

hr_ref live_reference(struct name *parent, uint32_t ordinal, const struct hr_actor_type *type)
{
    const char *kind = type->behaviour.name;
    uint64_t h = hash_bytes(kind, strlen(kind), hash_mix(hash_mix(parent->ref) + ordinal));
    return h | (uint64_t)1 << 63;
}

struct name *live_name(struct actor *a)
{
    if (a->name == NULL) {
        a->name = live_need(malloc(sizeof *a->name));
        *a->name = (struct name){ .parent = a->parent, .type = a->type, .ordinal = a->ordinal, .users = 1, .ref = a->ref };
        if (a->parent != NULL) {
            live_name_use(a->parent);
        }
    }
    return a->name;
}

void live_name_use(struct name *n)
{
    atomic_fetch_add_explicit(&n->users, 1, memory_order_relaxed);
}

void live_name_drop(struct name *n)
{
    while (n != NULL && atomic_fetch_sub_explicit(&n->users, 1, memory_order_acq_rel) == 1) {
        struct name *parent = n->parent;
        free(n);
        n = parent;
    }
}

static void label(const struct name *parent, const struct hr_actor_type *type, uint32_t ordinal, struct text *out)
{
    if (parent != NULL) {
        live_name_label(parent, out);
        text_printf(out, "/%s.%u", type->behaviour.name, ordinal);
        return;
    }
    text_add(out, type->behaviour.name);
    if (kind_of(type->behaviour.name)->count > 1) {
        text_printf(out, ".%u", ordinal);
    }
}

void live_name_label(const struct name *n, struct text *out)
{
    label(n->parent, n->type, n->ordinal, out);
}

void live_label(struct actor *a, struct text *out)
{
    label(a->parent, a->type, a->ordinal, out);
}

void live_ref_label(hr_ref ref, struct text *out)
{
    struct found f = live_find(ref);
    if (ref == HR_DRIVER) {
        text_add(out, "main");
    } else if (f.actor != NULL) {
        live_label(f.actor, out);
    } else if (f.ended != NULL) {
        live_name_label(f.ended, out);
    } else {
        text_add(out, ref == HR_NOBODY ? "nobody" : "an actor that has ended");
    }
}
