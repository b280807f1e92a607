/* What is wrong with a state, be it an end or not. */
#include "reference.h"

#include <stddef.h>

const char *const violation_names[VIOLATIONS] = { "assertion",     "unhandled", "ring",     "stuck",     "always",
                                                  "second always", "at end",    "overflow", "sometimes", "second sometimes" };

/* ---- callers in a ring ---- */

static int waits_for(const struct world *w, int actor)
{
    const struct actor *a = &w->actors[actor];
    if (a->status != CALLING) {
        return NOBODY;
    }
    for (int i = 0; i < w->letter_count; i++) {
        const struct letter *l = &w->letters[i];
        if (l->to == actor && l->from == a->waiting_for && (l->kind == REPLY || l->kind == FAILURE)) {
            return NOBODY;
        }
    }
    return a->waiting_for;
}

static bool has_ring(const struct world *w)
{
    for (int first = 1; first < w->actor_count; first++) {
        int at = first;
        for (int n = 0; n < w->actor_count && at != NOBODY; n++) {
            at = waits_for(w, at);
            if (at == first) {
                return true;
            }
        }
    }
    return false;
}

/* ---- ends ---- */

static bool is_stuck(const struct world *w, const struct table *t, bool nothing_comes)
{
    for (int i = 1; i < w->actor_count; i++) {
        const struct actor *a = &w->actors[i];
        if (!t->manners[a->class].outside && (a->status == CALLING || (nothing_comes && a->status == WAITING))) {
            return true;
        }
    }
    return false;
}

/* An actor as hr_peek() shows it; NULL when it was destroyed or has failed. Who has terminated keeps its struct. */
static const struct actor *seen(const struct world *w, int index)
{
    const struct actor *a = &w->actors[actor_of_main(w, index)];
    return a->status == DESTROYED || a->status == FAILED || a->status == CRASHED ? NULL : a;
}

static bool holds(const struct world *w, const struct claim *c)
{
    if (!c->used || (c->gate != 0 && w->cells[c->gate - 1] < 2)) {
        return true;
    }
    const struct actor *one = seen(w, c->actor), *other = seen(w, c->other);
    return one == NULL || other == NULL || one->sum % 4 != c->sum || (c->state != ANY_STATE && other->state != c->state);
}

static bool may_end(const struct world *w, const struct table *t)
{
    enum environment e = t->settings.environment;
    if (e == ENVIRONMENT_UNSAID) {
        e = t->environment.used ? ENVIRONMENT_OWN : ENVIRONMENT_TOTAL;
    }
    return e == ENVIRONMENT_OWN ? holds(w, &t->environment) : !is_stuck(w, t, e == ENVIRONMENT_EMPTY);
}

/* ---- full mailboxes ---- */

/* 0: any number may be pending. */
static int limit_of(const struct table *t, const struct actor *a)
{
    const struct manner *m = &t->manners[a->class];
    if (m->limited) {
        return m->drops ? 0 : m->limit;
    }
    return t->settings.mailbox_limit;
}

static bool has_overflow(const struct world *w, const struct table *t)
{
    for (int i = 1; i < w->actor_count; i++) {
        int limit = limit_of(t, &w->actors[i]), pending = 0;
        if (limit == 0 || (w->actors[i].status != WAITING && w->actors[i].status != CALLING)) {
            continue;
        }
        for (int k = 0; k < w->letter_count; k++) {
            pending += w->letters[k].to == i && w->letters[k].kind != TIMER;
        }
        if (pending > limit) {
            return true;
        }
    }
    return false;
}

unsigned world_wrongs(const struct world *w, const struct table *t, bool at_end)
{
    unsigned wrongs = 0;
    wrongs |= has_ring(w) ? 1u << BAD_RING : 0;
    wrongs |= !holds(w, &t->always[0]) ? 1u << BAD_ALWAYS : 0;
    wrongs |= !holds(w, &t->always[1]) ? 1u << BAD_ALWAYS_TOO : 0;
    wrongs |= has_overflow(w, t) ? 1u << BAD_OVERFLOW : 0;
    wrongs |= at_end && !may_end(w, t) ? 1u << BAD_STUCK : 0;
    wrongs |= at_end && !holds(w, &t->at_end) ? 1u << BAD_AT_END : 0;
    return wrongs;
}
