/* POS, partial order sampling (Yuan, Yang and Gu, CAV 2018, Algorithm 2): each pending message has a random priority, the highest
 * deliverable one is delivered, and the pending messages that race with it draw anew. Without the new draws a message that
 * lost one race would be likely to lose the next one too. */
#include "sample/sample.h"

SAMPLE_TABLE(uint64_t, priorities)

static void sent(struct sample *a, uint32_t individual)
{
    priorities()[individual] = rng_next(&a->random);
}

static uint32_t choose(struct sample *a)
{
    uint32_t best = deliverable(a)[0];
    for (size_t i = 1; i < a->deliverable_count; i++) {
        uint32_t m = deliverable(a)[i];
        best = priorities()[m] > priorities()[best] ? m : best;
    }
    return best;
}

static void delivered(struct sample *a, uint32_t event)
{
    const struct waiting *pending = (const struct waiting *)a->pending.base;
    size_t count = a->pending.used / sizeof *pending;
    for (size_t i = 0; i < count; i++) {
        if (races(&a->x, event, pending[i].individual)) {
            priorities()[pending[i].individual] = rng_next(&a->random);
        }
    }
}

const struct sampler sampler_pos = { .sent = sent, .choose = choose, .delivered = delivered };
