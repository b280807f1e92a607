/* One generated program, one channel, one way to check it: does the checker say what brute force says? */
#ifndef DIFFERENTIAL_TRIAL_H
#define DIFFERENTIAL_TRIAL_H

#include "enumerate.h"
#include "harrier_run.h"

/* A search or a reduction. */
struct mode {
    const char *name;
    const char *options[8]; /* ends with NULL */
    bool ordered;        /* takes --order */
    bool inexact;        /* never claims to be exhaustive */
    bool same_states;    /* visits the states that plain dfs visits */
    bool fewer_states;   /* never visits more */
    bool renames;        /* one of several alike ends is enough */
    bool samples;        /* may miss ends and violations, but has none that there are not */
    bool counts_paths;   /* visits every execution */
    bool covers_classes; /* visits every class of equivalent orders at least once, ... */
    bool one_per_class;  /* ... exactly once */
};
extern const struct mode reductions[], searches[];
enum { REDUCTIONS = 8, SEARCHES = 26, ORDERS = 8 };
extern const char *const orders[ORDERS];

/* What can be wrong, the gravest first. */
enum fault { FAULT_NONE, FAULT_BROKEN, FAULT_LOST, FAULT_INVENTED, FAULT_VERDICT, FAULT_COUNT };
const char *fault_name(enum fault f);

struct trial {
    const struct mode *mode;
    const char *order;   /* NULL: the mode takes none */
    bool pairwise, fast;
    unsigned seed, draw;
    const char *file;    /* a saved table in place of seed and draw, or NULL */
};

/* Compares; `why` says what differs. `states` is the number of states where another mode has counted them, 0: nobody yet. */
enum fault trial_run(const struct site *s, const struct trial *t, const struct enumeration *e, uint64_t *states, char *why, size_t size);
void trial_command(const struct site *s, const struct trial *t, char *out);
/* The options alone, for another program. */
void trial_options(const struct trial *t, struct words *out);

#endif
