/* What was compared, and how much of what: a test that tests nothing shall say so. */
#ifndef DIFFERENTIAL_TALLY_H
#define DIFFERENTIAL_TALLY_H

#include "trial.h"

enum { MANY_CLASSES = 20, WORDS = 9 };

struct tally {
    unsigned programs, failed, runs, many;
    unsigned per_feature[FEATURES];                                      /* programs with it, ... */
    unsigned runs_per_feature[FEATURES], compared_per_feature[FEATURES]; /* ... runs and comparisons of those */
    unsigned per_channel[CHANNELS];
    unsigned wrongs[VIOLATIONS];           /* programs in which it happens */
    unsigned words[WORDS];                 /* programs with such an end */
    unsigned faulty[MISHAPS];              /* programs that have executions with this fault, */
    unsigned modes_faulty[MODES][MISHAPS]; /* and the runs of each mode on those */
    unsigned modes[MODES][CHANNELS];
    unsigned orders[REDUCTIONS][ORDERS][CHANNELS];
    uint64_t executions, classes;
    uint64_t executions_faulty[MISHAPS];
    struct compared compared;
};

/* One program that was checked; `before` is the tally without it. */
void tally_program(struct tally *t, const struct tally *before, const struct table *table, enum channel channel,
                   const struct enumeration *e);
void tally_run(struct tally *t, const struct trial *trial, const struct enumeration *e);
/* Adds all numbers of `one`. */
void tally_add(struct tally *sum, const struct tally *one);
/* Prints; false when what must occur has not, in a number of programs that is large enough. */
bool tally_report(const struct tally *t, unsigned allowed);
/* The same of a run with one mode only, which not all programs suit. */
void tally_report_only(const struct tally *t, const char *mode);

#endif
