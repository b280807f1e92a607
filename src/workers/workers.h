/* Workers: the processes of a parallel search. The program's process becomes the coordinator: it starts them, adds up what they
 * count, watches the limits and sees to it that none is left behind. */
#ifndef HARRIER_WORKERS_WORKERS_H
#define HARRIER_WORKERS_WORKERS_H

#include "explore/search.h"

/* Whether this process is a worker, and which; a search with one worker has none. */
extern bool workers_here;
extern uint32_t workers_me;

/* Makes the model's tables shared. NULL, or why it cannot be done. */
const char *workers_prepare(struct search *s);
/* Starts the workers. True in each of them. False in the coordinator, once all have ended: then the search's counters are theirs. */
bool workers_start(struct search *s);
/* The end of a worker: reports and ends the process. */
void workers_finish(struct search *s) __attribute__((noreturn));
/* The end because of a limit, in the middle of something: other workers may wait for a lock that this one holds. */
void workers_give_up(struct search *s, enum limit_kind limit) __attribute__((noreturn));

/* Publishes a worker's counters. */
void workers_report(struct search *s);
/* Asks all workers to stop; the first reason counts. */
void workers_stop(enum limit_kind why);
/* Why they must; LIMIT_NONE: they need not. */
enum limit_kind workers_stopping(void);
/* In the coordinator: what only the workers together know. */
void workers_totals(volatile struct counts *c);
/* In the coordinator: has the workers write their ends for --output ends, and waits for their own. False: there were no workers. */
bool workers_end(struct search *s);
/* For --output ends: whether a worker wrote its ends before. */
bool workers_ends_begun(void);

/* Mail on its way and workers that are busy: at 0 the search is over. */
extern int64_t *workers_outstanding;

#endif
