/* Names of actors and references, the same as under the checker (model/names.c). Labels are made when somebody asks. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "live/runtime.h"
#include "model/names.h"

enum { LEVELS = 512 }; /* of a label: more than any text has room for */

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
    *ref = names_reference(HR_DRIVER, ++driver_children, type->behaviour.name);
    return ++k->count;
}

bool live_given_out(hr_ref ref)
{
    return (ref >> 63) != 0 || ref - NAMES_DRIVER_CHILD - 1 < driver_children;
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

static void add_level(bool top, const struct hr_actor_type *type, uint32_t ordinal, struct text *out)
{
    text_printf(out, "%s%s", top ? "" : "/", type->behaviour.name);
    if (!top || kind_of(type->behaviour.name)->count > 1) {
        text_printf(out, ".%u", ordinal);
    }
}

/* No recursion: a chain of actors, each created by the one before, can be very long. */
static void full_label(const struct name *parent, const struct hr_actor_type *type, uint32_t ordinal, struct text *out)
{
    const struct name *path[LEVELS];
    size_t levels = 0, skipped;
    for (const struct name *n = parent; n != NULL; n = n->parent) {
        levels++;
    }
    skipped = levels > LEVELS ? levels - LEVELS : 0;
    for (size_t i = 0; i < skipped; i++) {
        parent = parent->parent;
    }
    for (size_t i = levels - skipped; i-- > 0; parent = parent->parent) {
        path[i] = parent;
    }
    for (size_t i = 0; i < levels - skipped; i++) {
        add_level(path[i]->parent == NULL, path[i]->type, path[i]->ordinal, out);
    }
    text_add(out, skipped != 0 ? "/..." : "");
    add_level(levels == 0, type, ordinal, out);
}

static void label(const struct name *parent, const struct hr_actor_type *type, uint32_t ordinal, hr_ref ref, struct text *out)
{
    char full[400];
    struct text t = text_in(full, sizeof full);
    full_label(parent, type, ordinal, &t);
    names_add_label(full, ref, out);
}

void live_name_label(const struct name *n, struct text *out)
{
    label(n->parent, n->type, n->ordinal, n->ref, out);
}

void live_label(struct actor *a, struct text *out)
{
    label(a->parent, a->type, a->ordinal, a->ref, out);
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
