/* One run of the command under test and what it said. */
#ifndef DIFFERENTIAL_HARRIER_RUN_H
#define DIFFERENTIAL_HARRIER_RUN_H

#include <stdbool.h>
#include <stdint.h>

enum { OPTIONS_MAX = 8 };

struct mode {
    const char *name;
    const char *options[OPTIONS_MAX]; /* ends with NULL */
    bool seldom;       /* only for some of the seeds */
    bool inexact;      /* never claims to be exhaustive */
    bool same_states;  /* visits the states that plain dfs visits */
    bool counts_paths; /* visits every execution */
    bool covers_classes; /* visits every class of equivalent orders at least once, ... */
    bool one_per_class;  /* ... exactly once */
    bool counts_aborted; /* visits every execution, and counts those too that end in a failed assertion */
    bool samples;        /* may miss ends and violations, but has none that there are not; never claims to be exhaustive */
};

struct run {
    int exit_status;
    bool readable;   /* its output is complete */
    bool exhaustive, assertion, deadlock, ring, other, all_findings;
    uint64_t states, paths;
    char *ends;      /* to be freed */
};

/* Where things are; `directory` belongs to one worker. */
struct site {
    const char *harrier, *program;
    char directory[200];
};

struct run harrier_run(const struct site *s, const struct mode *m, const char *channel, unsigned seed, unsigned draw);
/* The command of such a run, for a reader to repeat. */
void harrier_command(const struct site *s, const struct mode *m, const char *channel, unsigned seed, unsigned draw, char *out);
enum { COMMAND_MAX = 2000 };

#endif
