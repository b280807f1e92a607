/* For checkpoints (base/journal.h): how far a search is, said at moments from which it can go on, and taken over by one that is resumed. */
#ifndef HARRIER_EXPLORE_KEPT_H
#define HARRIER_EXPLORE_KEPT_H

#include "base/journal.h"
#include "explore/search.h"

/* The journal of a search that is to be written, or resumed; NULL: neither. */
struct journal *kept_journal(const struct search *s);
/* What a sampler needs to go on, besides the counters; all zero in other searches. */
struct kept_sample {
    uint64_t longest, most_messages;
};
/* Says that the journal is complete up to here, and what the counters are. *asked is for this function alone, at first UINT64_MAX. */
void kept_mark(const struct search *s, uint64_t position, struct kept_sample sample, uint64_t *asked);
/* Waits until the command has seen that the checkpoint is of this program; false: the user interrupts. */
bool kept_confirmed(struct search *s);
/* Makes the counters, and how often each finding was met, those of the checkpoint. */
void kept_take_over(struct search *s);
/* Makes the command look at the journal at once; waits a moment for it. */
void kept_ring(void);
void kept_pause(void);

#endif
