/* Sampling: executions one after the other, each from the first state to its end. What all samplers share is one run loop
 * (sample.c); a sampler only says which of the deliverable messages comes next.
 *
 * Execution number i of a seed has random numbers of its own. What carries over from one execution to the next is the memo, and
 * how long executions were so far. */
#ifndef HARRIER_SAMPLE_SAMPLE_H
#define HARRIER_SAMPLE_SAMPLE_H

#include "base/rng.h"
#include "explore/search.h"
#include "paths/checked.h"

enum { SAMPLERS_MAX = 16 }; /* that take turns in one search */

struct sample {
    struct search *s;
    struct execution x;
    struct checked checked; /* that one */
    struct rng random;      /* of this execution */
    uint64_t depth_max;
    uint64_t bug_depth;      /* of this execution: for pct and pctcp */
    uint64_t longest;        /* deliveries of the longest execution so far, 0: none yet */
    uint64_t most_messages;  /* of an execution so far */
    struct pool pending;     /* struct waiting, in order of sending */
    struct pool deliverable; /* the individuals that can be delivered now, in order of sending */
    size_t deliverable_count;
    void *own; /* the struct of the sampler of this execution */
    struct sampler_memory {
        const struct sampler *whose;
        void *own;
    } memories[SAMPLERS_MAX]; /* of all that were used so far */
    bool violated;            /* a state of this execution was one that must not be */
};

/* A pending message. */
struct waiting {
    uint32_t individual, to;
    bool comes;      /* its receiver accepts it, and nothing that lies before it in its lane */
    uint32_t unused; /* pools grow by eight bytes */
};

/* All functions but `choose` may be NULL. What a sampler remembers is a struct of its own, which a->own points to in all of them. */
struct sampler {
    size_t own_bytes;
    /* Once: its struct is all zeros. */
    void (*open)(struct sample *a);
    /* Before each execution. */
    void (*begin)(struct sample *a);
    /* A message that is pending from now on, those at the start included, in order of sending. */
    void (*sent)(struct sample *a, uint32_t individual);
    /* The individual to deliver: one of the deliverable ones. */
    uint32_t (*choose)(struct sample *a);
    /* Which of the outcomes of its step; NULL: every hr_choose is drawn, each value with the same probability. */
    uint32_t (*outcome)(struct sample *a, uint32_t first);
    /* After the delivery, before what it sent is told. */
    void (*delivered)(struct sample *a, uint32_t event);
    /* Before each execution but the first: false when there is no other one. */
    bool (*more)(struct sample *a);
};
extern const struct explorer explorer_sample;
/* sampler_random and so on, each in a file of its own. */
#define SAMPLER_DECLARATION(kind, name, help, symbol) extern const struct sampler sampler_##symbol;
AXIS_SAMPLER(SAMPLER_DECLARATION)

/* Samples until as many executions are done as were asked for, or a limit stops it. `rotate` (NULL: never) picks the sampler of
 * an execution by its number. */
void sample_executions(struct search *s, const struct sampler *sampler, const struct sampler *(*rotate)(struct sample *a, uint64_t number));

static inline const uint32_t *deliverable(const struct sample *a)
{
    return (const uint32_t *)a->deliverable.base;
}

#endif
