/* Actors' names. A name is (parent, n-th child, type): it does not depend on the interleaving, so neither do the states
 * that hold it. Inside the engine an actor is its index here; the driver is 0. */
#ifndef HARRIER_MODEL_NAMES_H
#define HARRIER_MODEL_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "harrier.h"

enum { DRIVER = 0, NO_ACTOR = UINT32_MAX };

struct actor_name {
    hr_ref ref;
    uint32_t parent;
    uint32_t ordinal;
    const struct hr_actor_type *type;
    const char *label; /* NULL until it is first asked for */
};

/* References of the driver's children are numbers in order, those of other actors hash their path. So a reference has the same value
 * in every search, replay and worker, and in live runs.
 *
 * References do not look like the numbers that programs compute with, so they can be recognized in an actor's memory (names_find),
 * and actors can be compared up to their names. */
#define NAMES_DRIVER_CHILD ((hr_ref)0x4852 << 48)
static inline hr_ref names_reference(hr_ref parent, uint32_t ordinal, const char *kind)
{
    if (parent == HR_DRIVER) {
        return NAMES_DRIVER_CHILD | ordinal;
    }
    return hash_bytes(kind, strlen(kind), hash_mix(hash_mix(parent) + ordinal)) | (hr_ref)1 << 63;
}

/* Labels go into lines of schedules and into findings. One that is too long is cut and its reference added, to keep it unique. The
 * live runtime does the same, so that a schedule fits both. */
enum { LABEL_MOST = 110, LABEL_HEAD = 80 };
static inline bool names_is_short(const char *label)
{
    return strncmp(label + strnlen(label, LABEL_HEAD), "...#", 4) == 0;
}
static inline void names_add_label(const char *label, hr_ref ref, struct text *out)
{
    if (strlen(label) <= LABEL_MOST && !(strlen(label) > LABEL_HEAD && names_is_short(label))) {
        text_add(out, label);
        return;
    }
    text_add_bytes(out, label, LABEL_HEAD);
    text_printf(out, "...#%lx", (unsigned long)ref);
}

void names_init(void);
/* Makes the table common to all workers started later, which then use the same numbers. All tables of this folder have such a
 * function. False when the system refuses. */
bool names_share(void);
uint32_t names_count(void); /* indexes given out, the driver included */
const struct actor_name *names_get(uint32_t actor);
/* The index of the `ordinal`-th child (from 1) of `parent`. */
uint32_t names_child(uint32_t parent, uint32_t ordinal, const struct hr_actor_type *type);
/* The same, as the log of a cluster says it (model/replica.h). */
void name_apply(const void *bytes, size_t size);
/* NO_ACTOR for a reference that never existed. */
uint32_t names_find(hr_ref ref);
/* What users see: `server`, `worker.2`, `fib/fib.1`. */
void names_label(uint32_t actor, struct text *out);
/* The order in which reports list actors: those that the driver created first, then their children, and so on. Indexes have another order in each
 * search, because who is created first depends on what is explored first. */
bool names_precede(uint32_t actor, uint32_t other);
/* Called when the driver creates no more actors: labels are final from then on, and kept. */
void names_settled(void);

#endif
