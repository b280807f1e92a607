/* Which executions of a seed a process makes. Alone it makes all, one after the other; rank r of N makes those with the numbers r, r + N, r + 2N, ... If
 * the search is resumed, it is the same with those that are left, in their order: the first of them is number 0 of this run, and so on. So there is a
 * layer for each run before, of one process or of ranks: how many executions each rank of it made.
 *
 * In the journal (base/journal.h), by ranks: 0 and how many ranks there are begins a layer; 1, a rank, and how many executions it has made. One process writes
 * nothing: what the layers do not account for of all that were made is its own. */
#ifndef HARRIER_SAMPLE_SHARES_H
#define HARRIER_SAMPLE_SHARES_H

#include "explore/search.h"

struct shares {
    uint32_t ranks, rank; /* now */
    uint64_t before;      /* how many executions this process counts that were made before this run */
    struct pool layers;   /* uint64_t: of each how many ranks, and what each of them made */
    struct pool text;     /* scratch */
    bool told;            /* the layers are in the journal */
};

void shares_init(struct shares *h, const struct job *job);
/* Reads what a checkpoint says; false when the user interrupts. */
bool shares_resume(struct shares *h, struct search *s);
/* The number of this process's i-th execution of this run, from 0. They ascend. */
uint64_t shares_number(const struct shares *h, uint64_t i);
/* Of a rank: what the journal is to say when it has made so many. */
const struct pool *shares_text(struct shares *h, uint64_t made);

#endif
