/* How likely the violation is after each step: random continuations, the same ones each time. Where one of them passes, the state before it
 * is not doomed, which may take long to find out in order. */
#include <string.h>

#include "base/rng.h"
#include "critical/critical.h"
#include "explore/snapshot.h"

enum { RUNS = 50, LONGEST = 2000, SHARE = 4 }; /* of each state; of one of them, in deliveries; 1/n of all deliveries for this */

enum fate { FAILS, PASSES, IS_CUT };

/* One of the present state's moves: any, or, if it is to be near the given schedule, most of the time the one that comes first there. */
static uint32_t draw_move(struct critical *c, struct rng *rng, bool near, uint32_t *ordinal)
{
    uint32_t chosen = UINT32_MAX, first = UINT32_MAX, i, count = 0, alike = 0;
    bool by_rank = near && rng_below(rng, 4) != 0;
    struct walk w = walk_moves(c->now);
    for (; (i = walk_next(&w)) != UINT32_MAX; count++) {
        uint32_t rank = by_rank && move_at(i)->finding == 0 ? critical_rank(c, move_at(i)->actor, move_at(i)->message) : UINT32_MAX;
        alike = rank < first ? 0 : alike;
        if (rank <= first && rng_below(rng, ++alike) == 0) { /* each of those that are alike with the same probability */
            chosen = i;
            *ordinal = count;
        }
        first = rank < first ? rank : first;
    }
    return chosen;
}

/* Goes on from c->now, the state before a step. The moves are in c->path. */
static enum fate go_on(struct critical *c, const struct given *g, struct rng *rng, bool near)
{
    uint64_t ignored = 0;
    c->met = SIZE_MAX;
    pool_give_back(&c->path, c->path.used);
    for (size_t n = 0; n < LONGEST && !c->s->stopped; n++) {
        uint32_t ordinal = 0, i = draw_move(c, rng, near, &ordinal);
        if (i == UINT32_MAX) {
            return critical_end_is_wrong(c, c->now) ? FAILS : PASSES;
        }
        const struct move *m = move_at(i);
        search_count_delivery(c->s);
        *(uint64_t *)pool_take(&c->path, sizeof(uint64_t)) = ordinal;
        c->met = c->met == SIZE_MAX && m->actor == g->actor && m->message == g->message ? n : c->met;
        if (m->finding != 0) {
            return FAILS;
        }
        move_apply(m, c->now, &ignored);
        if (critical_state_is_wrong(c, c->now)) {
            return FAILS;
        }
    }
    return IS_CUT;
}

/* Keeps the continuation that passes and comes soonest to the next step's message; of several the shortest. */
static void keep_path(struct critical *c, size_t steps)
{
    bool longer = c->met > c->sampled_met || (c->met == c->sampled_met && c->path.used >= c->sampled_path.used);
    if (c->sampled && (c->sampled_steps != steps || longer)) {
        return;
    }
    c->sampled = true;
    c->sampled_met = c->met;
    c->sampled_steps = steps;
    pool_give_back(&c->sampled_path, c->sampled_path.used);
    memcpy(pool_take(&c->sampled_path, c->path.used), c->path.base, c->path.used);
}

/* How many of the random continuations fail after so many steps. */
static uint32_t sample(struct critical *c, size_t steps)
{
    uint32_t failed = 0;
    bool search = !c->sampled; /* for one that passes, too */
    struct rng rng = rng_stream(1, steps);
    for (uint32_t n = 0; n < (search ? 2 * RUNS : RUNS); n++) {
        nodes_get(&c->nodes, given_at(c, steps)->node, c->now);
        enum fate fate = go_on(c, given_at(c, steps), &rng, n >= RUNS);
        failed += fate == FAILS && n < RUNS;
        if (fate == PASSES) {
            keep_path(c, steps);
        }
    }
    pool_give_back(&c->path, c->path.used);
    return failed;
}

void critical_chances(struct critical *c)
{
    struct board *b = c->s->board;
    size_t count = given_count(c), at = snapshot_begin(b);
    if (count > (BOARD_BYTES - sizeof *b - at) / sizeof(uint32_t)) {
        return;
    }
    uint32_t *failed = (uint32_t *)(b->log + at);
    memset(failed, 0xff, count * sizeof *failed);
    b->log_size = at + count * sizeof *failed;
    b->explained.chances_of = RUNS;
    b->explained.chances_count = count;
    b->explained.chances = at;
    critical_rank_none(c);
    for (size_t i = count; i > 0 && !c->s->stopped && c->s->tally.deliveries < b->job.deliveries_max / SHARE; i--) {
        critical_rank_add(c, i - 1);
        failed[i - 1] = sample(c, i - 1);
    }
}
