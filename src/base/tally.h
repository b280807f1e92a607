/* What a search has done so far. Kept by the search, summed up over workers, shown by the command. */
#ifndef HARRIER_BASE_TALLY_H
#define HARRIER_BASE_TALLY_H

#include <stdint.h>

struct tally {
    uint64_t states, deliveries, paths, end_states;
    uint64_t depth;   /* of the longest path */
    uint64_t blocked; /* paths that sleep sets cut off */
    uint64_t classes; /* equal for equal sets of classes of orders; only with --reduction optimal */
    uint64_t steps;   /* how many different steps were explored; 0: not counted */
    /* kept up to date by searches that store states */
    uint64_t state_bytes; /* memory for the states themselves */
    uint64_t slack_bytes; /* memory for lists, and for unused room in tables */
    uint64_t pending;     /* states that were found and not expanded yet */
    double omissions;     /* how many states are expected to be missing because they were taken for others */
};

/* Adds what another process has done. */
static inline void tally_add(struct tally *sum, const struct tally *t)
{
    sum->states += t->states;
    sum->deliveries += t->deliveries;
    sum->paths += t->paths;
    sum->end_states += t->end_states;
    sum->depth = t->depth > sum->depth ? t->depth : sum->depth;
    sum->blocked += t->blocked;
    sum->classes += t->classes;
    sum->steps = t->steps > sum->steps ? t->steps : sum->steps;
    sum->state_bytes += t->state_bytes;
    sum->slack_bytes += t->slack_bytes;
    sum->pending += t->pending;
    sum->omissions += t->omissions;
}

#endif
