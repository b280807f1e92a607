/* The ways to check a program. */
#ifndef DIFFERENTIAL_MODES_H
#define DIFFERENTIAL_MODES_H

#include "generator.h"
#include "verdicts.h"

/* A search or a reduction, and what it promises. */
struct mode {
    const char *name;
    const char *options[8]; /* ends with NULL */
    bool ordered;           /* takes --order */
    bool reduces;           /* is refused where deliveries to different actors depend on each other */
    bool may_sample;        /* and so knows no causal channel, ... */
    bool not_causal;        /* ... nor does its identity of states */
    bool inexact;           /* never claims to be exhaustive */
    bool same_states;       /* visits the states that plain dfs visits */
    bool fewer_states;      /* never visits more */
    bool renames;           /* one of several alike ends is enough */
    bool samples;           /* may miss ends and violations, but has none that there are not */
    bool shortest;          /* its schedules are */
    bool counts_paths;      /* visits every execution */
    bool covers_classes;    /* visits every class of equivalent orders at least once, ... */
    bool one_per_class;     /* ... exactly once */
    unsigned no_more_than;  /* the number of a mode before it that never explores less in the same order; 0: none */
    bool knows_names;       /* takes invariants that name their actors */
    bool
        commutes; /* visits each class at most once, and leaves out classes with ends that others have; sees no order that comes to nothing */
    bool exactly; /* visits each class exactly once without sleep sets; knows no shared memory */
};
enum { REDUCTIONS = 10, SEARCHES = 40, MODES = REDUCTIONS + SEARCHES, ORDERS = 8 };
enum { MODE_PERSISTENT = 2, MODE_PERSISTENT_SLEEP = 3, MODE_SYMMETRIC = 24, MODE_NAMED_FIRST = MODES - 3 };
extern const struct mode modes[MODES]; /* reductions first, then plain dfs, then the others */
extern const char *const orders[ORDERS];

/* The number of a mode by its name; MODES: there is none. */
unsigned mode_named(const char *name);
/* Whether the command takes this mode for such a program. */
bool mode_fits(const struct mode *m, const struct table *t, enum channel channel);

#endif
