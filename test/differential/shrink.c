#include "shrink.h"

#include <string.h>

/* What is being made smaller, and how to find out whether it still fails. */
struct shrinking {
    struct table *table;
    bool (*fails)(void *user, const struct table *t);
    void *user;
    unsigned attempts;
    bool progress;
};

/* The table as it was meant to be after a change; kept if it still fails. */
static bool attempt(struct shrinking *s, const struct table *changed)
{
    if (memcmp(changed, s->table, sizeof *changed) == 0) {
        return false;
    }
    s->attempts++;
    if (!s->fails(s->user, changed)) {
        return false;
    }
    *s->table = *changed;
    s->progress = true;
    return true;
}

/* ---- walking over all reactions ---- */

enum { REACTIONS = CLASSES * (1 + STATES * TYPES) };

static struct reaction *reaction_at(struct table *t, int i)
{
    struct reaction *first = &t->init[i / (1 + STATES * TYPES)];
    int rest = i % (1 + STATES * TYPES);
    return rest == 0 ? first : &t->reactions[i / (1 + STATES * TYPES)][(rest - 1) / TYPES][(rest - 1) % TYPES];
}

static void remove_op(struct reaction *r, int at)
{
    memmove(&r->ops[at], &r->ops[at + 1], (size_t)(OPS_MAX - at - 1) * sizeof r->ops[0]);
    memset(&r->ops[OPS_MAX - 1], 0, sizeof r->ops[0]);
}

static bool is_empty(const struct reaction *r)
{
    static const struct op none[OPS_MAX];
    return memcmp(r->ops, none, sizeof none) == 0;
}

/* ---- features ---- */

/* Ops without their feature make no sense: what they need was not declared. */
static void drop_ops(struct table *t, const enum op_kind *kinds, int count)
{
    for (int i = 0; i < REACTIONS * OPS_MAX; i++) {
        struct op *o = &reaction_at(t, i / OPS_MAX)->ops[i % OPS_MAX];
        for (int k = 0; k < count; k++) {
            if (o->kind == kinds[k]) {
                memset(o, 0, sizeof *o);
            }
        }
    }
}

static void drop_shared(struct table *t)
{
    static const enum op_kind kinds[] = { OP_STORE, OP_LOAD };
    drop_ops(t, kinds, 2);
    for (int i = 0; i < CLASSES * STATES; i++) {
        t->filters[i / STATES][i % STATES].gate = 0;
    }
    for (int i = 0; i < ALWAYS_MAX; i++) {
        t->always[i].gate = 0;
    }
    t->at_end.gate = t->environment.gate = 0;
}

/* Nothing is claimed of twins that are gone. */
static void drop_lost_claims(struct table *t)
{
    int count = t->actor_count + t->twins.count;
    for (int i = 0; i < ALWAYS_MAX; i++) {
        if (t->always[i].actor >= count || t->always[i].other >= count) {
            memset(&t->always[i], 0, sizeof t->always[i]);
        }
    }
}

/* The rest of what a feature brings; its ops stay where they mean something without it. */
static void drop_feature(struct table *t, enum feature f)
{
    static const enum op_kind sites[] = { OP_SOMETIMES };
    static const struct claim none;
    t->features &= ~(1u << f);
    switch (f) {
    case WITH_SHARED: drop_shared(t); break;
    case WITH_SITES: drop_ops(t, sites, 1); break;
    case WITH_NAMED:
    case WITH_ALWAYS: memset(t->always, 0, sizeof t->always); break;
    case WITH_AT_END: t->at_end = none; break;
    case WITH_ENVIRONMENT:
        t->environment = none;
        t->settings.environment = ENVIRONMENT_UNSAID;
        break;
    case WITH_LIMITS: t->settings.mailbox_limit = 0; break;
    case WITH_TIMERS: t->settings.any_timers = false; break;
    case WITH_UNHANDLED: t->settings.unhandled = UNHANDLED_UNSAID; break;
    case WITH_SETTLED: t->settled = 0; break;
    case WITH_TWINS:
        memset(&t->twins, 0, sizeof t->twins);
        drop_lost_claims(t);
        break;
    default: break;
    }
}

static void drop_features(struct shrinking *s)
{
    for (int f = 0; f < FEATURES; f++) {
        struct table t = *s->table;
        if (has(&t, (enum feature)f)) {
            drop_feature(&t, (enum feature)f);
            attempt(s, &t);
        }
    }
}

static void drop_claims(struct shrinking *s)
{
    struct claim *const claims[] = { &s->table->always[0], &s->table->always[1], &s->table->at_end, &s->table->environment };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        size_t offset = (size_t)((char *)claims[i] - (char *)s->table);
        struct table t = *s->table;
        struct claim *c = (struct claim *)((char *)&t + offset);
        memset(c, 0, sizeof *c);
        if (attempt(s, &t) || !claims[i]->used) {
            continue;
        }
        t = *s->table;
        c->state = ANY_STATE;
        attempt(s, &t);
        t = *s->table;
        c->gate = 0;
        c->other = c->actor;
        attempt(s, &t);
    }
}

static void drop_manners(struct shrinking *s)
{
    for (int c = 0; c < CLASSES; c++) {
        struct manner *const m = &s->table->manners[c];
        struct table t = *s->table;
        t.manners[c].limited = t.manners[c].drops = false;
        t.manners[c].limit = 0;
        attempt(s, &t);
        t = *s->table;
        t.manners[c].outside = false;
        attempt(s, &t);
        for (int b = 0; b < 2; b++) {
            t = *s->table;
            t.manners[c].unhandled[b] = UNHANDLED_UNSAID;
            if (m->unhandled[b] != UNHANDLED_UNSAID) {
                attempt(s, &t);
            }
        }
    }
    struct table t = *s->table;
    memset(&t.settings, 0, sizeof t.settings);
    attempt(s, &t);
}

static void drop_twins(struct shrinking *s)
{
    struct table t = *s->table;
    if (t.twins.count > 2) {
        t.twins.count--;
        drop_lost_claims(&t);
        attempt(s, &t);
    }
    t = *s->table;
    if (t.twins.count != 0 && t.twins.message.depth > 0) {
        t.twins.message.depth--;
        attempt(s, &t);
    }
}

/* ---- messages and actors ---- */

static void drop_messages(struct shrinking *s)
{
    for (int i = s->table->first_count - 1; i >= 0; i--) {
        struct table t = *s->table;
        memmove(&t.first[i], &t.first[i + 1], (size_t)(t.first_count - i - 1) * sizeof t.first[0]);
        memset(&t.first[--t.first_count], 0, sizeof t.first[0]);
        t.settled -= i < t.settled;
        attempt(s, &t);
    }
}

static void drop_from_claim(struct claim *c, int gone)
{
    c->actor -= c->actor >= gone && c->actor > 0;
    c->other -= c->other >= gone && c->other > 0;
}

/* Without this actor: what was meant for it goes to the one before. */
static void drop_actor(struct table *t, int gone)
{
    memmove(&t->actors[gone], &t->actors[gone + 1], (size_t)(t->actor_count - gone - 1) * sizeof t->actors[0]);
    memset(&t->actors[--t->actor_count], 0, sizeof t->actors[0]);
    for (int i = 0; i < t->first_count; i++) {
        t->first[i].to -= t->first[i].to >= gone && t->first[i].to > 0;
    }
    for (int i = 0; i < REACTIONS * OPS_MAX; i++) {
        int *index = &reaction_at(t, i / OPS_MAX)->ops[i % OPS_MAX].index;
        *index -= *index >= gone && *index > 0;
    }
    drop_from_claim(&t->always[0], gone);
    drop_from_claim(&t->always[1], gone);
    drop_from_claim(&t->at_end, gone);
    drop_from_claim(&t->environment, gone);
}

static void drop_actors(struct shrinking *s)
{
    for (int i = s->table->actor_count - 1; i >= 0 && s->table->actor_count > 1; i--) {
        struct table t = *s->table;
        drop_actor(&t, i);
        attempt(s, &t);
    }
    for (int i = 0; i < s->table->actor_count; i++) {
        for (enum class c = ALPHA; c < s->table->actors[i]; c++) { /* plainer kinds first */
            struct table t = *s->table;
            t.actors[i] = c;
            attempt(s, &t);
        }
    }
}

/* ---- reactions ---- */

/* Handlers as a whole, then their ops one by one. */
static void drop_reactions(struct shrinking *s)
{
    for (int i = 0; i < REACTIONS; i++) {
        struct table t = *s->table;
        *reaction_at(&t, i) = (struct reaction){ 0 };
        if (attempt(s, &t)) {
            continue;
        }
        for (int k = OPS_MAX - 1; k >= 0; k--) {
            t = *s->table;
            remove_op(reaction_at(&t, i), k);
            attempt(s, &t);
        }
        t = *s->table;
        reaction_at(&t, i)->mixes = false;
        attempt(s, &t);
    }
}

/* States: reactions that lead back to where they begin, at last to state 0. */
static void drop_states(struct shrinking *s)
{
    for (int i = 0; i < REACTIONS; i++) {
        struct table t = *s->table;
        reaction_at(&t, i)->next = 0;
        attempt(s, &t);
    }
}

static void drop_conditions(struct shrinking *s)
{
    for (int c = 0; c < CLASSES; c++) {
        for (int state = 0; state < STATES; state++) {
            struct table t = *s->table;
            t.filters[c][state] = (struct filter){ .taking = TAKE_ANY, .types = (1u << TYPES) - 1 };
            if (attempt(s, &t)) {
                continue;
            }
            for (int type = 0; type < TYPES; type++) {
                t = *s->table;
                t.filters[c][state].types |= 1u << type;
                attempt(s, &t);
            }
            t = *s->table;
            t.filters[c][state].small = t.filters[c][state].not_main = false;
            t.filters[c][state].gate = 0;
            attempt(s, &t);
        }
    }
}

/* Smaller numbers: less fuel, plainer contents. */
static void reduce_first(struct shrinking *s)
{
    for (int i = 0; i < s->table->first_count; i++) {
        struct table t = *s->table;
        t.first[i].depth -= t.first[i].depth > 0;
        attempt(s, &t);
        t = *s->table;
        t.first[i].value = 0;
        attempt(s, &t);
        t = *s->table;
        t.first[i].type = POKE;
        attempt(s, &t);
    }
}

static bool is_about_number(enum op_kind kind)
{
    return kind == OP_CHOOSE || kind == OP_FAIL || kind == OP_ASSERT || kind == OP_NONE || kind == OP_SOMETIMES;
}

static void reduce_ops(struct shrinking *s)
{
    for (int i = 0; i < REACTIONS; i++) {
        for (int k = 0; k < OPS_MAX && !is_empty(reaction_at(s->table, i)); k++) {
            struct table t = *s->table;
            struct op *o = &reaction_at(&t, i)->ops[k];
            if (!is_about_number(o->kind)) {
                o->source = FROM_NUMBER;
                o->number = 0;
                attempt(s, &t);
            }
        }
    }
}

unsigned shrink(struct table *t, bool (*fails)(void *user, const struct table *t), void *user)
{
    struct shrinking s = { .table = t, .fails = fails, .user = user };
    do {
        s.progress = false;
        drop_features(&s);
        drop_messages(&s);
        drop_actors(&s);
        drop_reactions(&s);
        drop_states(&s);
        drop_conditions(&s);
        drop_claims(&s);
        drop_manners(&s);
        drop_twins(&s);
        reduce_first(&s);
        reduce_ops(&s);
    } while (s.progress);
    return s.attempts;
}

/* ---- how large it is ---- */

static int manner_weight(const struct manner *m)
{
    return (m->unhandled[0] != UNHANDLED_UNSAID) + (m->unhandled[1] != UNHANDLED_UNSAID) + m->outside + m->limited;
}

static int claims_weight(const struct table *t)
{
    return t->always[0].used + t->always[1].used + t->at_end.used + t->environment.used;
}

int table_weight(const struct table *t)
{
    struct table copy = *t;
    int weight = t->actor_count + t->first_count + __builtin_popcount(t->features) + claims_weight(t) + t->twins.count;
    for (int i = 0; i < REACTIONS; i++) {
        const struct reaction *r = reaction_at(&copy, i);
        weight += (r->next != 0) + r->mixes;
        for (int k = 0; k < OPS_MAX; k++) {
            weight += r->ops[k].kind != OP_NONE;
        }
    }
    for (int c = 0; c < CLASSES; c++) {
        weight += manner_weight(&t->manners[c]);
        for (int state = 0; state < STATES; state++) {
            const struct filter *f = &t->filters[c][state];
            weight += f->taking != TAKE_ANY || f->types != (1u << TYPES) - 1 || f->small || f->not_main || f->gate != 0;
        }
    }
    return weight;
}
