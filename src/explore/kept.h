/* For checkpoints (base/journal.h): how far a search is, said at moments from which it can go on, and taken over by one that is resumed. */
#ifndef HARRIER_EXPLORE_KEPT_H
#define HARRIER_EXPLORE_KEPT_H

#include "base/journal.h"
#include "base/pool.h"
#include "explore/search.h"

/* The journal of a search that is to be written, or resumed; NULL: neither. */
struct journal *kept_journal(const struct search *s);
/* What the counters are now. */
void kept_take(const struct search *s, struct journal_mark *m);
/* Says that the journal is complete up to here, and what the counters are. *asked is for this function alone, at first UINT64_MAX. */
void kept_mark(const struct search *s, uint64_t position, uint64_t *asked);
/* Waits until the command has seen that the checkpoint is of this program; false: the user interrupts. */
bool kept_confirmed(struct search *s);
/* Makes the counters, and how often each finding was met, those of the checkpoint. */
void kept_take_over(struct search *s);
/* Makes the command look at the journal at once; waits a moment for it. */
void kept_ring(void);
void kept_pause(void);

/* Writes to the journal from this position on, which moves on; waits while there is no room. */
void kept_write(struct search *s, uint64_t *position, const void *from, size_t size);
/* Reads from a journal that is resumed. False where it ends before that, or where the user interrupts. */
bool kept_read(struct search *s, uint64_t *position, void *to, size_t size);
/* Numbers as the journal has them. Appended to the text in a pool. */
void kept_add_number(struct pool *text, uint64_t number);
/* *over is set where there is none. */
uint64_t kept_read_number(struct search *s, uint64_t *position, bool *over);
/* Says that the program does not do what it did, and ends. */
void kept_refuse(void) __attribute__((noreturn));

#endif
