/* How a search went on over time: samples of its counters, never more than a few hundred, and small curves of them. */
#ifndef HARRIER_PAGE_TIMELINE_H
#define HARRIER_PAGE_TIMELINE_H

#include <stddef.h>
#include <stdio.h>

#include "base/board.h"

enum { TIMELINE_MAX = 256 };

struct timeline {
    struct timeline_sample {
        double seconds, states, handler_runs, megabytes;
    } samples[TIMELINE_MAX];
    size_t count;
    double every; /* seconds between two samples; doubled whenever there is no more room */
};

/* Takes a sample if it is time for one. `last`: whenever it is. */
void timeline_take(struct timeline *t, const struct board *b, bool last);

/* Nothing when the search was too short for a curve. */
void timeline_draw(FILE *out, const struct timeline *t);

#endif
