#include "cover/goals.h"

#include "base/mutant.h"
#include "cover/before.h"
#include "model/names.h"

/* A pair of events is kept once, the smaller number first. Its bits: for each criterion, whether the order "smaller first" was
 * covered and whether "larger first" was; the same for goals given up; then whether the pair is open. */
enum { GIVEN_UP = 2 * CRITERION_COUNT, OPEN = 1 << 4 * CRITERION_COUNT, MET = OPEN << 1 };

void goals_init(struct goals *g)
{
    map_init(&g->pairs);
    receives_init(&g->receives);
    reached_init(&g->reached);
}

void goals_close(struct goals *g)
{
    map_close(&g->pairs);
    receives_close(&g->receives);
    reached_close(&g->reached);
}

static uint64_t key_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint32_t bit_of(enum criterion_kind c, uint32_t before, uint32_t after)
{
    return 1u << (2 * (unsigned)c + (before > after));
}

bool goal_related(const struct goals *g, enum criterion_kind c, uint32_t id, uint32_t other)
{
    const struct receive *a = receive_get(&g->receives, id), *b = receive_get(&g->receives, other);
    return !a->synchronous && !b->synchronous && (c != CRITERION_PBR || a->changes || b->changes);
}

bool goal_covered(const struct goals *g, enum criterion_kind c, uint32_t before, uint32_t after)
{
    return map_get(&g->pairs, key_of(before, after)) & bit_of(c, before, after);
}

bool goal_wanted(const struct goals *g, enum criterion_kind c, uint32_t before, uint32_t after)
{
    uint32_t bit = bit_of(c, before, after);
    if (!RULE("cover-new-goals")) {
        return true;
    }
    return !(map_get(&g->pairs, key_of(before, after)) & (bit | bit << GIVEN_UP));
}

static bool counts(const struct goals *g, uint32_t id, uint32_t actor)
{
    return actor != DRIVER && !receive_get(&g->receives, id)->synchronous;
}

/* ---- what an execution achieves ---- */

/* Goes from a delivery back to the earlier ones of its actor, newest first. */
struct back {
    uint32_t e;       /* the earlier delivery */
    bool consecutive; /* the actor received nothing between the two */
    bool steady;      /* nothing between the two changed its behaviour */
};

static struct back back_from(uint32_t e)
{
    return (struct back){ .e = e, .consecutive = true, .steady = true };
}

static bool back_next(struct back *b, const struct execution *x, const struct identities *i, bool first)
{
    if (!first) {
        b->consecutive = false;
        b->steady = b->steady && !behaviour_changed(event_at(x, b->e));
    }
    do {
        b->e = event_at(x, b->e)->previous;
    } while (b->e != 0 && receive_get(i->all, identity_at(i, x, b->e))->synchronous);
    return b->e != 0;
}

static bool achieves(enum criterion_kind c, const struct back *b)
{
    switch (c) {
    case CRITERION_PR: return true;
    case CRITERION_PCR: return b->consecutive;
    default: return b->steady;
    }
}

bool goal_achieved(const struct execution *x, const struct identities *i, uint32_t length, enum criterion_kind c, uint32_t before,
                   uint32_t after)
{
    uint32_t individual;
    uint32_t e = identity_find(i, after, &individual) ? individual_at(x, individual)->delivered : NOT_DELIVERED;
    if (e == NOT_DELIVERED || e == CANCELLED || e > length) {
        return false;
    }
    struct back b = back_from(e);
    for (bool first = true; back_next(&b, x, i, first); first = false) {
        if (identity_at(i, x, b.e) == before) {
            return achieves(c, &b);
        }
    }
    return false;
}

/* The bits of a pair. MET is always set, so that the value is never 0. */
static uint32_t *bits_of(struct goals *g, uint32_t a, uint32_t b)
{
    uint64_t key = key_of(a, b);
    if (map_get(&g->pairs, key) == 0) {
        map_put(&g->pairs, key, MET);
    }
    return &map_slot(&g->pairs, key)->value;
}

void goal_give_up(struct goals *g, enum criterion_kind c, uint32_t before, uint32_t after)
{
    *bits_of(g, before, after) |= bit_of(c, before, after) << GIVEN_UP;
}

/* Whether a pair has goals: it must be open and, for PBR, one of its events must be known to change the behaviour. */
static bool has_goals(const struct goals *g, enum criterion_kind c, uint32_t bits, uint32_t id, uint32_t other)
{
    return (bits & OPEN) && goal_related(g, c, id, other);
}

/* Notes one pair of receives, `after` being event e. */
static void note_pair(struct goals *g, const struct execution *x, const struct back *b, uint32_t e, uint32_t before, uint32_t after,
                      struct goals_new *new)
{
    uint32_t *bits = bits_of(g, before, after), had = *bits;
    if (!(had & OPEN) && !must_happen_before(x, b->e, e)) {
        *bits |= OPEN; /* what earlier executions achieved, in which the order was fixed, counts from now on */
    }
    for (int k = 0; k < CRITERION_COUNT; k++) {
        if (achieves((enum criterion_kind)k, b)) {
            *bits |= bit_of((enum criterion_kind)k, before, after);
        }
    }
    new->pairs += (*bits & OPEN) != (had & OPEN);
    new->any = new->any || *bits != had;
}

/* Notes delivery e with all before it. */
static void note_delivery(struct goals *g, const struct execution *x, const struct identities *i, uint32_t e, struct goals_new *new)
{
    uint32_t after = identity_at(i, x, e);
    reached_note(&g->reached, event_at(x, e)->actor, individual_at(x, event_at(x, e)->message)->message);
    if (counts(g, after, event_at(x, e)->actor)) {
        struct back b = back_from(e);
        for (bool first = true; back_next(&b, x, i, first); first = false) {
            note_pair(g, x, &b, e, identity_at(i, x, b.e), after, new);
            new->looked++;
        }
    }
}

struct goals_new goals_note(struct goals *g, const struct execution *x, const struct identities *i, uint32_t length)
{
    struct goals_new new = { 0 };
    uint32_t reached = reached_count(&g->reached);
    g->executions++;
    for (uint32_t e = 1; e <= execution_length(x); e++) {
        new.turned = identities_change(i, x, e) || new.turned;
    }
    for (uint32_t e = 1; e <= length; e++) {
        note_delivery(g, x, i, e, &new);
    }
    new.any = new.any || new.turned || reached_count(&g->reached) != reached;
    return new;
}

void goals_note_last(struct goals *g, const struct execution *x, const struct identities *i)
{
    identities_change(i, x, execution_length(x));
    note_delivery(g, x, i, execution_length(x), &(struct goals_new){ 0 });
}

/* ---- counting ---- */

struct goal_counts goals_count(const struct goals *g, struct goal_counts *by_actor)
{
    struct goal_counts all = { 0 };
    for (uint64_t at = 0; at < map_slots(&g->pairs); at++) {
        const struct map_slot *slot = map_at(&g->pairs, at);
        for (unsigned c = 0; slot != NULL && c < CRITERION_COUNT; c++) {
            if (has_goals(g, (enum criterion_kind)c, slot->value, (uint32_t)(slot->key >> 32), (uint32_t)slot->key)) {
                uint64_t covered = (slot->value >> 2 * c & 1) + (slot->value >> (2 * c + 1) & 1);
                struct goal_counts *own = by_actor == NULL ? NULL : &by_actor[receive_get(&g->receives, (uint32_t)slot->key)->receiver];
                all.total[c] += 2;
                all.covered[c] += covered;
                if (own != NULL) {
                    own->total[c] += 2;
                    own->covered[c] += covered;
                }
            }
        }
    }
    return all;
}

void goals_each_open(const struct goals *g, enum criterion_kind c, void (*visit)(void *user, uint32_t before, uint32_t after), void *user)
{
    for (uint64_t at = 0; at < map_slots(&g->pairs); at++) {
        const struct map_slot *slot = map_at(&g->pairs, at);
        if (slot == NULL) {
            continue;
        }
        uint32_t a = (uint32_t)(slot->key >> 32), b = (uint32_t)slot->key;
        if (!has_goals(g, c, slot->value, a, b)) {
            continue;
        }
        if (!(slot->value & bit_of(c, a, b))) {
            visit(user, a, b);
        }
        if (!(slot->value & bit_of(c, b, a))) {
            visit(user, b, a);
        }
    }
}

void goals_each_met(const struct goals *g, void (*visit)(void *user, uint32_t before, uint32_t after), void *user)
{
    for (uint64_t at = 0; at < map_slots(&g->pairs); at++) {
        const struct map_slot *slot = map_at(&g->pairs, at);
        uint32_t a = slot != NULL ? (uint32_t)(slot->key >> 32) : 0, b = slot != NULL ? (uint32_t)slot->key : 0;
        if (slot != NULL && (slot->value & bit_of(CRITERION_PR, a, b))) {
            visit(user, a, b);
        }
        if (slot != NULL && (slot->value & bit_of(CRITERION_PR, b, a))) {
            visit(user, b, a);
        }
    }
}
