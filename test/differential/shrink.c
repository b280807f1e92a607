#include "shrink.h"

#include <string.h>

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

/* ---- what may go ---- */

static void drop_messages(struct shrinking *s)
{
    for (int i = s->table->first_count - 1; i >= 0; i--) {
        struct table t = *s->table;
        memmove(&t.first[i], &t.first[i + 1], (size_t)(t.first_count - i - 1) * sizeof t.first[0]);
        memset(&t.first[--t.first_count], 0, sizeof t.first[0]);
        attempt(s, &t);
    }
}

/* Without this actor: what was meant for it goes to the one before. */
static void drop_actor(struct table *t, int gone)
{
    memmove(&t->actors[gone], &t->actors[gone + 1], (size_t)(t->actor_count - gone - 1) * sizeof t->actors[0]);
    memset(&t->actors[--t->actor_count], 0, sizeof t->actors[0]);
    for (int i = 0; i < t->first_count; i++) {
        t->first[i].to -= t->first[i].to >= gone && t->first[i].to > 0;
    }
    for (int i = 0; i < REACTIONS; i++) {
        for (int k = 0; k < OPS_MAX; k++) {
            int *index = &reaction_at(t, i)->ops[k].index;
            *index -= *index >= gone && *index > 0;
        }
    }
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
    struct table t = *s->table;
    t.features &= ~(1u << WITH_SHARED);
    attempt(s, &t);
}

/* Smaller numbers: less fuel, plainer contents. */
static void reduce_numbers(struct shrinking *s)
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
    for (int i = 0; i < REACTIONS; i++) {
        for (int k = 0; k < OPS_MAX && !is_empty(reaction_at(s->table, i)); k++) {
            struct table t = *s->table;
            struct op *o = &reaction_at(&t, i)->ops[k];
            if (o->kind == OP_CHOOSE || o->kind == OP_FAIL || o->kind == OP_ASSERT || o->kind == OP_NONE) {
                continue;
            }
            o->source = FROM_NUMBER;
            o->number = 0;
            attempt(s, &t);
        }
    }
}

unsigned shrink(struct table *t, bool (*fails)(void *user, const struct table *t), void *user)
{
    struct shrinking s = { .table = t, .fails = fails, .user = user };
    do {
        s.progress = false;
        drop_messages(&s);
        drop_actors(&s);
        drop_reactions(&s);
        drop_states(&s);
        drop_conditions(&s);
        reduce_numbers(&s);
    } while (s.progress);
    return s.attempts;
}

int table_weight(const struct table *t)
{
    struct table copy = *t;
    int weight = t->actor_count + t->first_count + has(t, WITH_SHARED);
    for (int i = 0; i < REACTIONS; i++) {
        const struct reaction *r = reaction_at(&copy, i);
        weight += (r->next != 0) + r->mixes;
        for (int k = 0; k < OPS_MAX; k++) {
            weight += r->ops[k].kind != OP_NONE;
        }
    }
    for (int c = 0; c < CLASSES; c++) {
        for (int state = 0; state < STATES; state++) {
            const struct filter *f = &t->filters[c][state];
            weight += f->taking != TAKE_ANY || f->types != (1u << TYPES) - 1 || f->small || f->not_main || f->gate != 0;
        }
    }
    return weight;
}
