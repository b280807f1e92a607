/* One execution after the other, guided: each begins as prefixes.h says, and is kept there for what it reaches. Nothing happens unless it is on. */
#ifndef HARRIER_SAMPLE_GUIDE_H
#define HARRIER_SAMPLE_GUIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "sample/prefixes.h"

struct guide {
    bool on;
    struct prefixes prefixes;
    const struct prefix *from;             /* how this execution begins; NULL: in the first state */
    struct prefix_step now[PREFIX_LENGTH]; /* this execution so far */
    uint32_t sites;                        /* that it reached: sites_bits() */
    uint32_t after[PREFIX_SITES];          /* of each of these: after how many deliveries */
};

/* Switches it on. */
void guide_init(struct guide *g);
/* An execution begins. `may`: it need not begin in the first state. */
void guide_begin(struct guide *g, bool may, struct rng *random);
/* The delivery after so many as the execution's beginning says; NULL: it says nothing, or nothing any more. */
static inline const struct prefix_step *guide_step(const struct guide *g, uint32_t length)
{
    return g->from != NULL && length < g->from->length ? &g->from->steps[length] : NULL;
}
/* After so many deliveries comes this one: an individual, with an outcome of that place. */
static inline void guide_delivers(struct guide *g, uint32_t length, uint32_t individual, uint32_t place)
{
    if (g->on && length < PREFIX_LENGTH) {
        g->now[length] = (struct prefix_step){ .individual = individual, .outcome = place };
    }
}
/* After so many deliveries these sites were reached, perhaps not for the first time. */
void guide_reached(struct guide *g, uint32_t sites, uint32_t length);
/* The execution has come to its end. */
void guide_end(struct guide *g, struct rng *random);

#endif
