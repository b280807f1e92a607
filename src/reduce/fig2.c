/* TransDPOR, Figure 2 taken literally. The comments name its lines.
 *
 * With sleep sets one thing is added: a requested message that is asleep is covered already, so it neither enters the choice set
 * nor freezes the state. The naive combination, which lets it freeze, loses orders. */
#include "base/mutant.h"
#include "reduce/reduction.h"

static void open(struct reduced *r, struct level *l)
{
    (void)r;
    for (uint32_t i = 0; i < l->enabled_count && l->choice_count == 0; i++) {
        if (!level_asleep(l, l->enabled[i])) {
            level_choose(l, l->enabled[i]); /* lines 10 and 11 */
        }
    }
}

/* Lines 4 to 7': the last racing delivery only. */
static void consider(struct reduced *r, uint32_t message)
{
    uint32_t i = execution_length(&r->x), first = first_unsettled(r, message);
    while (i >= first && !races(&r->x, i, message)) {
        i--;
    }
    if (i < first) {
        settle_before(r, message, execution_length(&r->x) + 1);
    }
    if (i < first || level_before(r, i)->flag) { /* line 4' */
        return;
    }
    struct level *l = level_before(r, i);
    uint32_t j = first_cause_after(r, i, message);
    uint32_t candidate = level_has(l->enabled, l->enabled_count, message) ? message : j != 0 ? event_at(&r->x, j)->message : message;
    if (!RULE("sleeping-request") && level_asleep(l, candidate)) {
        l->flag = true; /* the naive combination: the message is never explored, but freezes the state */
    }
    if (!level_has(l->enabled, l->enabled_count, candidate) || level_asleep(l, candidate) ||
        level_has(l->choices, l->choice_count, candidate)) { /* lines 5 and 6 */
        return;
    }
    level_choose(l, candidate);
    l->flag = true;
}

/* Line 3: for all pending messages, deliverable or not, and timers that were just cancelled. Messages that were pending before are
 * considered again. */
static void sent_or_refused(struct reduced *r, uint32_t message)
{
    consider(r, message);
}

static void delivered(struct reduced *r, uint32_t event)
{
    uint32_t since = RULE("pending-again") ? 0 : event_at(&r->x, event)->first_sent;
    for (uint32_t m = pending_first(&r->x); m != NO_INDIVIDUAL; m = pending_after(&r->x, m)) {
        if (m >= event_at(&r->x, event)->first_sent) {
            unsettle(r, m);
        }
        if (m >= since) {
            sent_or_refused(r, m);
        }
    }
    for (uint32_t k = 0; k < event_at(&r->x, event)->cancelled && RULE("cancelled-races"); k++) {
        sent_or_refused(r, cancelled_at(&r->x, k));
    }
}

/* Allows further requests again. */
static void taken(struct reduced *r, struct level *l)
{
    (void)r;
    l->flag = false;
}

const struct reduction reduction_fig2 = { .open = open, .delivered = delivered, .taken = taken };
