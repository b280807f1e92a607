#include "report/timeline.h"

/* Keeps every second sample. */
static void thin(struct timeline *t)
{
    for (size_t i = 0; i < t->count / 2; i++) {
        t->samples[i] = t->samples[2 * i];
    }
    t->count /= 2;
    t->every *= 2;
}

void timeline_take(struct timeline *t, const struct board *b, bool last)
{
    const volatile struct counts *c = &b->counts;
    double now = c->seconds;
    t->every = t->every > 0 ? t->every : 0.05;
    double since = t->count == 0 ? now : now - t->samples[t->count - 1].seconds;
    if (since <= 0 || (!last && since < t->every)) {
        return;
    }
    if (t->count == TIMELINE_MAX) {
        thin(t);
    }
    t->samples[t->count++] = (struct timeline_sample){ .seconds = now,
                                                       .states = (double)c->tally.states,
                                                       .handler_runs = (double)c->handler_runs,
                                                       .megabytes = (double)c->peak_bytes / (1 << 20) };
}
