/* The uniform random walk: any of the deliverable messages, each with the same probability. Orders are not equally likely: those
 * that leave fewer messages to choose from on the way are favoured. */
#include "sample/sample.h"

static uint32_t choose(struct sample *a)
{
    return deliverable(a, rng_below(&a->random, deliverable_count(a)));
}

const struct sampler sampler_random = { .choose = choose };
