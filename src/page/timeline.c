#include "page/timeline.h"

#include "page/html.h"

enum { WIDTH = 320, HEIGHT = 90, LEAST = 4 };

/* ---- samples ---- */

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

/* ---- curves ---- */

static double value_of(const struct timeline_sample *s, int which)
{
    return which == 0 ? s->states : which == 1 ? s->handler_runs : s->megabytes;
}

static void draw_curve(FILE *out, const struct timeline *t, int which, const char *name)
{
    double end = t->samples[t->count - 1].seconds, most = 0;
    for (size_t i = 0; i < t->count; i++) {
        most = value_of(&t->samples[i], which) > most ? value_of(&t->samples[i], which) : most;
    }
    if (most <= 0) {
        return;
    }
    html(out, "<figure><svg class=\"curve\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s over time\"><polyline points=\"0,%d", WIDTH,
         HEIGHT, name, HEIGHT);
    for (size_t i = 0; i < t->count; i++) {
        html(out, " %.1f,%.1f", t->samples[i].seconds / end * WIDTH, HEIGHT - 2 - value_of(&t->samples[i], which) / most * (HEIGHT - 6));
    }
    html(out, "\"/></svg><figcaption>%s: ", name);
    html_count(out, (unsigned long)most);
    html(out, "%s after %.1f s</figcaption></figure>", which == 2 ? " MB" : "", end);
}

void timeline_draw(FILE *out, const struct timeline *t)
{
    static const char *const names[] = { "states", "different steps run", "memory" };
    if (t->count < LEAST) {
        return;
    }
    html(out, "<div class=\"curves\">");
    for (int i = 0; i < 3; i++) {
        draw_curve(out, t, i, names[i]);
    }
    html(out, "</div>");
}
