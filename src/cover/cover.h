/* Coverage-guided schedules (Bita): from one execution, schedules that bring pairs of receives into the orders not seen yet.
 * The algorithms work on the base, an execution that is kept; a schedule is a list of its events. Each schedule is run at once, from
 * the start, by a second execution that finds the same events by their identity. The paper argues that what its algorithms generate
 * can always be followed. Constraints, actors that end, cancelled timers and calls are not in that argument, so here the run
 * decides: what does not fit is not handed out, and the reason is kept. */
#ifndef HARRIER_COVER_COVER_H
#define HARRIER_COVER_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "cover/event.h"
#include "cover/goals.h"
#include "explore/search.h"
#include "paths/checked.h"
#include "paths/way.h"
#include "trace/recording.h"

/* Numbers of the base's events, in a pool used as a stack. */
struct list {
    uint32_t *at;
    uint32_t count;
};

struct misfit {
    enum misfit_kind { FITS, NOT_SENT, REFUSED_THERE, OVERTAKEN, RECEIVER_ENDED, CANCELLED_THERE, NO_ORDER, NOT_ACHIEVED, VIOLATED } kind;
    uint32_t id; /* the event that could not be received; 0: none */
};

extern const struct explorer explorer_cover;

struct cover {
    struct search *s;
    struct goals goals;
    struct execution base, run;
    struct checked checked; /* the run */
    struct identities base_ids, run_ids;
    struct pool following;    /* uint32_t per event of the base: the next one of its actor, 0: none */
    struct pool lists;        /* what struct list points to */
    struct pool marks, lasts; /* see schedule.c */
    uint32_t stamp;
    enum criterion_kind criterion;
    struct pool queue;                  /* executions to be bases: their length, then pairs of message and outcome */
    size_t queue_at, queue_done;        /* the next one; up to where all were bases */
    bool again;                         /* the base was one before: only goals of PBR can be new */
    struct pool misses;                 /* struct miss, from 1 on */
    struct map missed[CRITERION_COUNT]; /* goal_key() of a miss to its number */
    uint32_t deep;                      /* how many tails (tail.c) are being made, each inside the one before */
    uint32_t allowed;                   /* deliveries for the next search of an order */
    uint32_t first;                     /* executions that were given, or the default one */
    uint64_t round, schedules, unfit;
    struct pool handed_out, constraints, given; /* to be told at the end: see report.c */
};

/* A goal that was tried for and not reached. */
struct miss {
    enum criterion_kind criterion;
    uint32_t before, after;
    struct misfit why; /* of the last attempt */
    enum sought { NOT_SOUGHT, NOT_FOUND, IN_NO_ORDER } sought;
};

static inline uint64_t goal_key(uint32_t before, uint32_t after)
{
    return (uint64_t)before << 32 | after;
}

/* ---- generating (section IV) ---- */

/* Algorithm 1: runs all schedules that it generates for the criterion in force. */
void cover_generate(struct cover *c);
/* Algorithm 2. How much is done to make a schedule: all; the pair without a tail; or the pair with all of what came before it, but for
 * what follows from the first of the two. `s` is a list whose i-th and j-th (from 0) are to be brought together. */
enum effort { WITH_TAIL, PAIR_ONLY, POSTPONE };
bool cover_schedule(struct cover *c, struct list s, uint32_t i, uint32_t j, bool swap, enum effort effort, struct list *out);
/* Algorithm 3: adds the tail to a schedule that is complete but for it. With PR the last of `p` is part of the tail too. */
bool cover_tail(struct cover *c, struct list p, struct list tail, struct list *out);

/* Whether two events of the base have the same receiver and concern the criterion, and neither must come first. */
bool cover_open(const struct cover *c, uint32_t first, uint32_t second);
struct list cover_list(struct cover *c, size_t room);

/* ---- running (section V) ---- */

void cover_run_init(struct cover *c);
/* Looks for an order that achieves the goal, as identities of events; when there is none, whether that is known for all. */
bool cover_seek(struct cover *c, uint32_t before, uint32_t after, struct list *out, bool *all);
/* The outcome of delivering it in the run: with the choices that the base made, where it has the event; otherwise 0. */
uint32_t cover_outcome(const struct cover *c, uint32_t individual);
/* Among the outcomes from `first` on, the one with these answers; what they do not mention is 0, and soon. */
uint32_t cover_outcome_with(uint32_t first, const struct answer *choices, size_t count);
/* Follows a schedule, given as identities of events, and, when it achieves the goal, hands it out and goes on to the end; otherwise says why not. */
bool cover_try(struct cover *c, struct list schedule, uint32_t before, uint32_t after, struct misfit *why);
/* The first executions: each of the job's schedules, then the default order. False when one does not fit. */
bool cover_first(struct cover *c);
/* Makes the next execution of the queue the base; false when there is none. */
bool cover_next_base(struct cover *c);

/* One delivery of the run: what it violates is reported. False when its step failed. */
bool cover_deliver(struct cover *c, uint32_t individual, uint32_t outcome);
/* Why it cannot be delivered now; FITS: it can. */
enum misfit_kind cover_refusal(const struct execution *x, uint32_t individual);
/* Delivers the rest in order of sending, checks the end, and counts what was covered; as the paper counts, only the scheduled part. */
void cover_finish(struct cover *c, uint32_t scheduled);
void cover_start_again(struct cover *c);
uint64_t cover_violations(const struct board *b);

/* ---- telling ---- */

/* Notes in the log, for the command: a schedule handed out, and at the end everything else. */
void cover_hand_out(struct cover *c, uint32_t steps, uint32_t before, uint32_t after, enum schedule_fate fate);
/* `c`: NULL when another search was measured. `beyond`: goals were counted along paths, but for so many deliveries (cover/coverage.c); NULL:
 * of executions only. */
void cover_report(struct search *s, const struct goals *g, const struct cover *c, const uint64_t *beyond);
/* What one of the given schedules added. */
void cover_given(struct cover *c);
/* With --verbose: the constraints of the base. */
void cover_explain(struct cover *c);

#endif
