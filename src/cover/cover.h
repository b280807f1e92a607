/* Coverage-guided schedules (Bita): from one execution, generates schedules that bring pairs of receives into orders not seen yet.
 * The algorithms work on the base, an execution that is kept; a schedule is a list of its events. Each schedule is run at once, from
 * the start, by a second execution, the run, which finds the same events by their identity. The paper argues that generated schedules
 * can always be followed. Constraints, actors that end, cancelled timers and calls are not in that argument, so here the run decides:
 * a schedule that cannot be followed is not handed out, and the reason is kept. */
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
    bool begun;    /* the first executions were made */
    bool unusable; /* one that was given does not fit */
    bool no_seek;  /* goals that the paper's schedules do not reach are given up, instead of searching all orders for them */
    struct goals goals;
    struct execution base, run;
    struct checked checked; /* the run */
    struct identities base_ids, run_ids;
    struct pool following;    /* uint32_t per event of the base: the next one of its actor, 0: none */
    struct pool lists;        /* the memory of struct list */
    struct pool marks, lasts; /* see schedule.c */
    uint32_t stamp;
    enum criterion_kind criterion;
    unsigned criteria_done; /* of the base, in their order */
    struct generating {
        struct list events;             /* of the base, in their order */
        uint32_t i, j;                  /* the present pair of them */
        unsigned orders;                /* how many of its two orders were considered */
    } generating;                       /* for the present base and criterion */
    struct pool queue;                  /* executions that will become bases: their length, then pairs of message and outcome */
    size_t queue_at, queue_done;        /* the next base; up to where all have been bases */
    bool again;                         /* the base was one before, so only goals of PBR can be new */
    struct pool misses;                 /* struct miss, from 1 on */
    struct map missed[CRITERION_COUNT]; /* goal_key() of a miss to its number */
    uint32_t deep;                      /* the recursion depth of tail.c */
    uint32_t allowed;                   /* how many deliveries the next cover_seek() may make */
    uint32_t first;                     /* how many first executions there are: the given ones, or the default one */
    uint64_t round, schedules, unfit;
    uint64_t executions;                        /* that no limit interrupted */
    uint64_t looked;                            /* how many pairs of events or messages were looked at: what it costs besides deliveries */
    struct pool handed_out, constraints, given; /* to be written at the end: see report.c */
    uint64_t number;                            /* of several: which */
    struct finished *finished;                  /* of several: which are made, see finished.h; else NULL */
    struct pool *told;                          /* of several: what it comes to, see told.h; NULL: nobody asks */
    size_t chapter;                             /* where that begins */
    struct pool shown;                          /* uint64_t: what cover_new_violations() said */
    struct pool places;                         /* uint64_t per delivery of the run: see told.h */
    uint64_t times[FINDINGS_MAX];               /* how often each violation was met when it began; UINT64_MAX: it was met since */
};

/* A goal that was tried and not reached. */
struct miss {
    enum criterion_kind criterion;
    uint32_t before, after;
    struct misfit why; /* why the last attempt failed */
    enum sought { NOT_SOUGHT, NOT_FOUND, IN_NO_ORDER } sought;
};

static inline uint64_t goal_key(uint32_t before, uint32_t after)
{
    return (uint64_t)before << 32 | after;
}

/* ---- all of it, piece by piece ---- */

struct cover *cover_new(struct search *s);
/* Goes on until that many deliveries were made in all, to the end of what is tried for a goal; LOOKS_PER_DELIVERY looks count as a delivery. True
 * when no schedules are left to generate, or a given one does not fit. */
enum { LOOKS_PER_DELIVERY = 16 };
bool cover_go_on(struct cover *c, uint64_t until);
/* Takes an execution that another search made as one to generate from, if it shows a pair of receives that is new. */
void cover_take(struct cover *c, const struct execution *x);

/* ---- generating (section IV) ---- */

/* Algorithm 1, for the present base and criterion, from the beginning. */
void cover_generate_begin(struct cover *c);
/* Generates and runs schedules for the next goal; false when there is none. */
bool cover_generate(struct cover *c);
/* Algorithm 2, for entries i and j (from 0) of the list `s`. `effort` is what the schedule contains: the pair and a tail; the pair
 * without a tail; or the pair and everything before it that does not follow from the first of the two. */
enum effort { WITH_TAIL, PAIR_ONLY, POSTPONE };
bool cover_schedule(struct cover *c, struct list s, uint32_t i, uint32_t j, bool swap, enum effort effort, struct list *out);
/* Algorithm 3: adds the tail to a schedule that is otherwise complete. With PR the last event of `p` is part of the tail too. */
bool cover_tail(struct cover *c, struct list p, struct list tail, struct list *out);

/* Whether two events of the base have the same receiver, are related by the criterion, and neither must come first. */
bool cover_open(const struct cover *c, uint32_t first, uint32_t second);
struct list cover_list(struct cover *c, size_t room);

/* ---- running (section V) ---- */

void cover_run_init(struct cover *c);
/* Searches for an order that achieves the goal, as identities of events. If none is found, *all says whether all orders were tried. */
bool cover_seek(struct cover *c, uint32_t before, uint32_t after, struct list *out, bool *all);
/* The outcome of delivering a message in the run: with the base's choices, if the base has the event; otherwise with choices 0. */
uint32_t cover_outcome(const struct cover *c, uint32_t individual);
/* Among the outcomes from `first` on that the run can still afford, the one with these answers; choices that they do not mention are 0, looks
 * not late. */
uint32_t cover_outcome_with(const struct cover *c, uint32_t first, const struct answer *choices, size_t count);
/* Puts everything back, for another one that knows nothing of what this one covered. */
void cover_begin_anew(struct cover *c);
/* Follows a schedule, given as identities of events. If it achieves the goal, hands it out and runs on to the end; otherwise *why
 * says why not. */
bool cover_try(struct cover *c, struct list schedule, uint32_t before, uint32_t after, struct misfit *why);
/* The first executions: each of the job's schedules, then the default order. False when one does not fit. */
bool cover_first(struct cover *c);
/* Of several covers, that of all but the first: in an order, and with answers to hr_choose(), that are drawn. */
void cover_first_drawn(struct cover *c);
/* Makes the next execution of the queue the base; false when there is none. */
bool cover_next_base(struct cover *c);

/* Makes one delivery of the run, and reports violations. False when its step failed. */
bool cover_deliver(struct cover *c, uint32_t individual, uint32_t outcome);
/* Why a message cannot be delivered now in the run; FITS: it can. */
enum misfit_kind cover_refusal(struct cover *c, uint32_t individual);
/* Delivers the rest in order of sending, checks the end, and counts what was covered (with --literal only by the scheduled part, as
 * in the paper). */
void cover_finish(struct cover *c, uint32_t scheduled);
void cover_start_again(struct cover *c);
uint64_t cover_violations(const struct board *b);
/* A hash of the violations that this cover has met since it was last asked, and not before; 0: none. */
uint64_t cover_new_violations(struct cover *c);

/* ---- several (several.c) ---- */

/* One whole: the first executions, and what is generated from them. False when an initial schedule does not fit. */
bool cover_one(struct cover *c);
/* Makes `all`, the first one, and those of the job's that are this process's, and adds to it what they and those of other processes came to. False when an
 * initial schedule does not fit. */
bool cover_several(struct cover *all);

/* ---- reporting ---- */

/* Writes to the log, for the command: a schedule that was handed out. */
void cover_hand_out(struct cover *c, uint32_t steps, uint32_t before, uint32_t after, enum schedule_fate fate);
/* Writes everything else, at the end. `c`: NULL when another search was measured. `beyond`: how many deliveries were left out when
 * goals were counted along paths (cover/coverage.c); NULL: they were counted in executions only. */
void cover_report(struct search *s, const struct goals *g, const struct cover *c, const uint64_t *beyond);
/* Notes what one of the given schedules added. */
void cover_given(struct cover *c);
/* With --verbose: notes the constraints of the base. */
void cover_explain(struct cover *c);

#endif
