/* Sampling: executions one after the other, each from the first state to its end. All samplers share one run loop (sample.c); a
 * sampler only says which of the deliverable messages comes next.
 *
 * Execution number i of a seed has its own stream of random numbers. Only the memo carries over from one execution to the next; and, to pct and pctcp, how
 * long the first executions were; and, to delay, which decisions they had (scout.c). */
#ifndef HARRIER_SAMPLE_SAMPLE_H
#define HARRIER_SAMPLE_SAMPLE_H

#include "base/rng.h"
#include "explore/search.h"
#include "paths/checked.h"
#include "sample/guide.h"
#include "sample/pending.h"
#include "sample/shares.h"

enum { SAMPLERS_MAX = 16 }; /* how many can take turns in one search */
enum { SCOUTS = 16 };       /* from how many executions pct and pctcp learn how long one is */

struct sample {
    struct search *s;
    struct execution x;
    struct checked checked; /* the present execution */
    struct rng random;      /* of this execution */
    uint64_t depth_max;
    uint64_t bug_depth; /* for pct and pctcp, in this execution */
    struct lengths {
        uint64_t longest;       /* deliveries of the longest execution, 0: none yet */
        uint64_t most_messages; /* the most messages of an execution */
    } known, *scouted;          /* so far, as it counts; where others make the first ones: [i], of those before number i, up to SCOUTS */
    uint64_t looked;            /* in this execution: at how many messages that could be delivered, in all its states together */
    uint64_t looked_max;        /* it is given up after that; 0: never */
    struct pending_messages pending;
    struct shares shares;      /* which executions are this process's */
    const struct sampler *how; /* of this execution */
    void *own;                 /* its struct */
    struct pool owns;          /* holds these structs; common to all epochs */
    struct sampler_memory {
        const struct sampler *whose;
        void *own;
    } memories[SAMPLERS_MAX]; /* the structs of all samplers used so far */
    struct guide guide;
    void (*ended)(struct sample *a, void *user); /* called after each execution; may be NULL */
    void *ended_user;
    uint64_t fault_rate;               /* a fault strikes at one in 2 to the power of so many places in this execution; 0: not drawn yet */
    uint64_t digest;                   /* of this execution so far */
    bool violated;                     /* this execution reached a state with a violation */
    bool done;                         /* this execution has come to its end: whatever stops the search now, it counts */
    struct tally before;               /* when this execution began */
    struct epoch *epoch;               /* see sample/epochs.h; NULL: there is only one */
    uint64_t epoch_first, epoch_bytes; /* the number of executions and the memory in use when it began */
    uint64_t followed;                 /* how many were followed uncounted in this epoch, because the sampler asked for them */
};

/* All functions but `choose` may be NULL. What a sampler remembers is a struct of its own, which a->own points to in all of them. */
struct sampler {
    size_t own_bytes;
    /* Called once; its struct is all zeros. */
    void (*open)(struct sample *a);
    /* Called before each execution. */
    void (*begin)(struct sample *a);
    /* Called for each message that becomes pending, also those at the start, in order of sending. */
    void (*sent)(struct sample *a, uint32_t individual);
    /* Called for each message that becomes deliverable, and again when it does so once more. */
    void (*comes)(struct sample *a, uint32_t individual);
    /* Called for each message that is not deliverable any more: because it was delivered, cancelled, or is not accepted now. Both or neither. */
    void (*goes)(struct sample *a, uint32_t individual);
    /* Returns the individual to deliver, one of the deliverable ones. */
    uint32_t (*choose)(struct sample *a);
    /* Returns one of the outcomes of its step. If NULL, every hr_choose is drawn at random, each value with the same probability. */
    uint32_t (*outcome)(struct sample *a, uint32_t first);
    /* Called after a delivery, before `sent` for its messages. */
    void (*delivered)(struct sample *a, uint32_t event);
    /* Called after each execution that came to its end. */
    void (*ended)(struct sample *a);
    /* Called before each execution; returns false when there is none with this number. If it cannot be made before another one is known, *first becomes the
     * number of that one: it is followed, uncounted, and this is asked again. */
    bool (*more)(struct sample *a, uint64_t number, uint64_t *first);
};
extern const struct explorer explorer_sample;
/* sampler_random and so on, each in a file of its own. */
#define SAMPLER_DECLARATION(kind, name, help, symbol) extern const struct sampler sampler_##symbol;
AXIS_SAMPLER(SAMPLER_DECLARATION)

/* Runs as many executions as were asked for, or until a limit. `rotate` (may be NULL) picks the sampler of an execution by its number. What another
 * sample, `before` (may be NULL), has learnt is taken over. */
void sample_executions(struct search *s, const struct sampler *sampler, const struct sampler *(*rotate)(struct sample *a, uint64_t number),
                       const struct sample *before);

/* In scout.c: makes an execution, uncounted and unchecked, for what it teaches; the first ones, to learn how long they are. */
void sample_follow(struct sample *a, const struct sampler *how, uint64_t number);
void sample_scout(struct sample *a, const struct sampler *how);

/* In made.c. Goes on after the executions of a checkpoint. */
void sample_resume(struct sample *a);
/* All that the first execution of this run depends on is known again. */
void sample_resumed(struct search *s);
/* Whether the first executions are not this run's. */
bool sample_made_before(const struct search *s);
/* How many executions this process has made, in this run. */
uint64_t sample_made(const struct sample *a);
/* An execution is complete: from here one could go on. */
void sample_mark(struct sample *a);

/* For scout.c. */
void sample_begin(struct sample *a, const struct sampler *how);
uint32_t sample_choose(struct sample *a, uint32_t *outcome);
void sample_delivered(struct sample *a, uint32_t event);
struct lengths sample_longer(const struct sample *a, struct lengths known);

/* The same piece by piece, without epochs: goes on until that many deliveries were made in all, to the end of an execution; true when
 * there are as many executions as were asked for, or one was given up because too many messages could be delivered in it. */
struct sample *sample_open(struct search *s);
bool sample_go_on(struct sample *a, const struct sampler *(*rotate)(struct sample *a, uint64_t number), uint64_t until);

/* The messages that can be delivered now; their order depends on this execution only. */
static inline size_t deliverable_count(const struct sample *a)
{
    return a->pending.coming_count;
}
static inline uint32_t deliverable(const struct sample *a, size_t i)
{
    return ((const uint32_t *)a->pending.coming.base)[i];
}

#endif
