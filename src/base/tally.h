/* What a search has done so far. Kept by the search, summed up over workers, shown by the command. */
#ifndef HARRIER_BASE_TALLY_H
#define HARRIER_BASE_TALLY_H

#include <stdint.h>

struct tally {
    uint64_t states, deliveries, paths, end_states;
    uint64_t depth;   /* of the longest path */
    uint64_t blocked; /* paths that sleep sets cut off */
    uint64_t steps;   /* different ones; 0: not counted */
    /* kept up to date by searches that store states */
    uint64_t state_bytes; /* for the states themselves */
    uint64_t slack_bytes; /* for tables that are not full, and lists */
    uint64_t pending;     /* states that were found and not expanded yet */
    double omissions;     /* states that are expected to be missing because they were taken for others */
};

#endif
