/* A predicate of the program's, and the actors that were named for it. Both sides ask it: the engine, and the live library. */
#ifndef HARRIER_BASE_PREDICATE_H
#define HARRIER_BASE_PREDICATE_H

#include <stdbool.h>
#include <stdint.h>

enum { PREDICATE_NAMES_MAX = 8 };

struct predicate_code {
    void (*function)(void);              /* its true type follows from what is below */
    bool has_parameters;                 /* one for each actor that is named; otherwise it has none */
    uint32_t count;                      /* how many actors are named; 0: it may look at all */
    uint64_t named[PREDICATE_NAMES_MAX]; /* their references */
};

/* Calls it, each time with a function's own type. */
static inline bool predicate_call(const struct predicate_code *p)
{
    const uint64_t *r = p->named;
#define HR_AS_(...) ((bool (*)(__VA_ARGS__))p->function)
#define HR_R_ uint64_t
    switch (p->has_parameters ? p->count : 0) {
    case 1: return HR_AS_(HR_R_)(r[0]);
    case 2: return HR_AS_(HR_R_, HR_R_)(r[0], r[1]);
    case 3: return HR_AS_(HR_R_, HR_R_, HR_R_)(r[0], r[1], r[2]);
    case 4: return HR_AS_(HR_R_, HR_R_, HR_R_, HR_R_)(r[0], r[1], r[2], r[3]);
    case 5: return HR_AS_(HR_R_, HR_R_, HR_R_, HR_R_, HR_R_)(r[0], r[1], r[2], r[3], r[4]);
    case 6: return HR_AS_(HR_R_, HR_R_, HR_R_, HR_R_, HR_R_, HR_R_)(r[0], r[1], r[2], r[3], r[4], r[5]);
    case 7: return HR_AS_(HR_R_, HR_R_, HR_R_, HR_R_, HR_R_, HR_R_, HR_R_)(r[0], r[1], r[2], r[3], r[4], r[5], r[6]);
    case 8: return HR_AS_(HR_R_, HR_R_, HR_R_, HR_R_, HR_R_, HR_R_, HR_R_, HR_R_)(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
    default: return HR_AS_(void)();
    }
#undef HR_R_
#undef HR_AS_
}

static inline bool predicate_names(const struct predicate_code *p, uint64_t ref)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->named[i] == ref) {
            return true;
        }
    }
    return false;
}

#endif
