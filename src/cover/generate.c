/* Bita's Algorithm 1: for every pair of related events that nothing orders, a schedule for each order not seen yet. The paper first
 * generates all schedules and then runs them. Here each one is run at once: goals that are met on the way, also after the schedule's
 * end, need no schedule of their own. */
#include "cover/cover.h"

#include "base/mutant.h"
#include "cover/before.h"

/* Turns numbers of the base's events into identities, which are valid in every execution. */
static struct list identities_in(const struct cover *c, struct list events)
{
    for (uint32_t k = 0; k < events.count; k++) {
        events.at[k] = identity_at(&c->base_ids, &c->base, events.at[k]);
    }
    return events;
}

static void note_miss(struct cover *c, struct miss miss)
{
    goal_give_up(&c->goals, miss.criterion, miss.before, miss.after);
    if (RULE("cover-reasons")) {
        map_put(&c->missed[miss.criterion], goal_key(miss.before, miss.after), (uint32_t)(c->misses.used / sizeof miss));
        *(struct miss *)pool_take(&c->misses, sizeof miss) = miss;
    }
}

/* Lines 5 to 11, for one of the two orders. Beyond the paper: where its schedule does not fit, others are tried. */
static void attempt(struct cover *c, struct list s, uint32_t i, uint32_t j, bool swap)
{
    uint32_t ri = identity_at(&c->base_ids, &c->base, s.at[i]), rj = identity_at(&c->base_ids, &c->base, s.at[j]);
    uint32_t before = swap ? rj : ri, after = swap ? ri : rj;
    size_t lists = c->lists.used;
    struct miss miss = { .criterion = c->criterion, .before = before, .after = after };
    struct list schedule;
    bool done = false, all;
    for (enum effort effort = WITH_TAIL; effort <= POSTPONE && !done && !c->s->stopped; effort++) {
        miss.why = (struct misfit){ .kind = NO_ORDER, .id = after };
        done = cover_schedule(c, s, i, j, swap, effort, &schedule) && cover_try(c, identities_in(c, schedule), before, after, &miss.why);
        done = done || goal_covered(&c->goals, c->criterion, before,
                                    after); /* a schedule that was handed out because it failed may still achieve the goal later */
        pool_give_back(&c->lists, c->lists.used - lists);
    }
    if (!done && !c->s->stopped && !c->s->job->literal && !c->no_seek) {
        struct misfit why;
        bool found = cover_seek(c, before, after, &schedule, &all);
        done = found && cover_try(c, schedule, before, after, &why);
        miss.sought = all && !found ? IN_NO_ORDER : NOT_FOUND;
        pool_give_back(&c->lists, c->lists.used - lists);
    }
    if (!done && !c->s->stopped) {
        note_miss(c, miss);
    }
}

/* A rank of a cluster need not go on when a cover with a lower number shows a violation. */
static void look_beyond(const struct cover *c)
{
    if (c->s->crew != NULL && !c->s->stopped && c->s->crew->is_beyond(c->s->crew, c->number)) {
        search_stop(c->s, LIMIT_VIOLATION);
    }
}

void cover_generate_begin(struct cover *c)
{
    uint32_t length = execution_length(&c->base);
    pool_give_back(&c->lists, c->lists.used);
    struct list s = cover_list(c, length);
    for (uint32_t e = 1; e <= length; e++) {
        s.at[s.count++] = e;
    }
    c->generating = (struct generating){ .events = s, .j = 1 };
}

/* Whether one of the two orders of the present pair is a goal that is wanted; then it is tried. */
static bool try_pair(struct cover *c)
{
    struct generating *g = &c->generating;
    struct list s = g->events;
    if (!cover_open(c, s.at[g->i], s.at[g->j])) { /* line 4 */
        return false;
    }
    uint32_t ri = identity_at(&c->base_ids, &c->base, s.at[g->i]), rj = identity_at(&c->base_ids, &c->base, s.at[g->j]);
    while (g->orders < 2) {
        bool swap = g->orders++ == 1;
        if (goal_wanted(&c->goals, c->criterion, swap ? rj : ri, swap ? ri : rj)) {
            attempt(c, s, g->i, g->j, swap);
            return true;
        }
    }
    return false;
}

bool cover_generate(struct cover *c)
{
    struct generating *g = &c->generating;
    for (; g->i < g->events.count; g->j = ++g->i + 1) { /* lines 2 and 3 */
        for (; g->j < g->events.count; g->j++, g->orders = 0) {
            c->looked++;
            if (c->s->stopped || try_pair(c)) {
                return !c->s->stopped;
            }
        }
        if (guard.heartbeat) {
            search_look(c->s);
            look_beyond(c);
        }
    }
    return false;
}
