/* POS, partial order sampling (Yuan, Yang and Gu, CAV 2018, Algorithm 2): each pending message has a random priority, the highest
 * deliverable one is delivered, and the pending messages that race with it draw anew. Without drawing anew, a message that lost one
 * race would be likely to lose the next one too. */
#include "sample/sample.h"

struct pos {
    struct pool priorities; /* uint64_t per individual */
};

static uint64_t *priorities(const struct sample *a)
{
    return (uint64_t *)((const struct pos *)a->own)->priorities.base;
}

static void open(struct sample *a)
{
    pool_init(&((struct pos *)a->own)->priorities, (size_t)1 << 34);
}

/* A message's priority means nothing before it is compared with others. So it is drawn when the message becomes deliverable, also once more:
 * it can only have ceased to be deliverable by a delivery that raced with it. */
static void comes(struct sample *a, uint32_t individual)
{
    priorities(a)[individual] = rng_next(&a->random);
}

static uint32_t choose(struct sample *a)
{
    uint32_t best = deliverable(a, 0);
    for (size_t i = 1; i < deliverable_count(a); i++) {
        uint32_t m = deliverable(a, i);
        best = priorities(a)[m] > priorities(a)[best] ? m : best;
    }
    return best;
}

static void delivered(struct sample *a, uint32_t event)
{
    for (size_t i = 0; i < deliverable_count(a); i++) {
        if (races(&a->x, event, deliverable(a, i))) {
            priorities(a)[deliverable(a, i)] = rng_next(&a->random);
        }
    }
}

const struct sampler sampler_pos = {
    .own_bytes = sizeof(struct pos), .open = open, .comes = comes, .choose = choose, .delivered = delivered
};
