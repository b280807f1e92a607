/* Predicates that always look at the same actors: they are asked together, and have one tree of answers. Most of what an answer costs is getting ready
 * for it, and finding it again. */
#include "check/parts.h"

#include <string.h>

#include "audit/audit.h"

static bool has(const struct predicate_looks *l, uint32_t actor)
{
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->actors[i] == actor) {
            return true;
        }
    }
    return false;
}

static bool includes(const struct predicate_looks *a, const struct predicate_looks *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        if (!has(a, b->actors[i])) {
            return false;
        }
    }
    return true;
}

static bool same_actors(const struct predicate_looks *a, const struct predicate_looks *b)
{
    return includes(a, b) && includes(b, a);
}

/* What an earlier group of more predicates is known to answer is true of fewer, too. */
static uint32_t tree_of(struct checks *c, const struct predicates_group *group, const struct predicates_group *earlier, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct predicates_group *e = &earlier[i];
        if (e->when == group->when && (group->members & ~e->members) == 0 && same_actors(&e->expected, &group->expected)) {
            return e->tree;
        }
    }
    return looks_tree(&c->looks);
}

static struct predicates_group *group_for(struct checks *c, const struct predicate *p)
{
    for (size_t i = 0; i < c->group_count; i++) {
        if (c->groups[i].when == p->when && same_actors(&c->groups[i].expected, &p->always)) {
            return &c->groups[i];
        }
    }
    struct predicates_group *g = &c->groups[c->group_count++];
    *g = (struct predicates_group){ .when = p->when, .expected = p->always };
    return g;
}

/* Happens at most some times for each predicate: when it was first asked, when it looks at fewer actors, when it is asked by itself from now on. */
static void form_groups(struct checks *c)
{
    struct predicates_group earlier[PREDICATES_MAX];
    size_t count = c->group_count;
    memcpy(earlier, c->groups, count * sizeof *earlier);
    c->group_count = 0;
    for (size_t i = 0; i < c->predicate_count; i++) {
        if (c->predicates[i].asked && !c->predicates[i].alone) {
            group_for(c, &c->predicates[i])->members |= (uint64_t)1 << i;
        }
    }
    for (size_t i = 0; i < c->group_count; i++) {
        c->groups[i].tree = tree_of(c, &c->groups[i], earlier, count);
    }
    c->grouped = true;
}

struct members {
    struct predicate *of[PREDICATES_MAX];
    const struct predicate_code *codes[PREDICATES_MAX];
    uint32_t count;
};

static struct members members_of(struct checks *c, const struct predicates_group *g)
{
    struct members m = { .count = 0 };
    for (uint64_t left = g->members; left != 0; left &= left - 1) {
        struct predicate *p = &c->predicates[__builtin_ctzll(left)];
        m.of[m.count] = p;
        m.codes[m.count++] = &p->code;
    }
    return m;
}

/* After an attempt in vain: the predicate whose fault it is does not spoil the next one. */
static void part(struct checks *c, const struct members *m, const struct predicates_outcome *o)
{
    if (o->answer == PREDICATES_LESS) {
        check_expect_less(c, m->of[o->at]);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        m->of[i]->alone = m->of[i]->alone || i == o->at || o->at == m->count;
    }
    c->grouped = false;
}

static enum looks_answer ask(struct checks *c, const struct predicates_group *g, const uint32_t *state, size_t actors)
{
    struct members m = members_of(c, g);
    if (audit_questions_due(m.count)) {
        return LOOKS_UNKNOWN;
    }
    struct predicates_asked asked = { .codes = m.codes, .count = m.count, .expected = g->expected };
    struct predicates_outcome o;
    do {
        const uint32_t *locals = check_locals(c, state, actors);
        question_predicates(&asked, locals, actors, &c->done, &o);
        c->predicate_runs += o.at < m.count ? o.at + 1 : m.count;
        if (o.answer == PREDICATES_HOLD || o.answer == PREDICATES_BROKEN) {
            enum looks_answer answer = o.answer == PREDICATES_HOLD ? LOOKS_HOLDS : LOOKS_BROKEN;
            looks_keep(&c->looks, g->tree, state, actors, &c->done, answer);
            return answer;
        }
        asked.look_after_each = !asked.look_after_each && o.at == m.count;
    } while (asked.look_after_each);
    part(c, &m, &o);
    return LOOKS_UNKNOWN;
}

/* Of these groups, as bits, the one before which the fewest arenas are opened and closed: each is a system call. */
static size_t nearest(const struct checks *c, uint64_t groups)
{
    size_t best = 0;
    uint32_t least = UINT32_MAX;
    for (uint64_t left = groups; left != 0; left &= left - 1) {
        size_t i = (size_t)__builtin_ctzll(left);
        uint32_t changes = question_changes(&c->groups[i].expected);
        if (changes < least) {
            least = changes;
            best = i;
        }
    }
    return best;
}

uint64_t check_together(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors)
{
    uint64_t hold = 0, unknown = 0;
    if (!question_predicates_possible()) {
        return 0;
    }
    if (!c->grouped) {
        form_groups(c);
    }
    for (size_t i = 0; i < c->group_count; i++) {
        const struct predicates_group *g = &c->groups[i];
        uint32_t sites;
        if (g->when != when) {
            continue;
        }
        enum looks_answer answer = looks_find(&c->looks, g->tree, state, actors, &sites);
        hold |= answer == LOOKS_HOLDS ? g->members : 0;
        unknown |= (uint64_t)(answer == LOOKS_UNKNOWN) << i;
    }
    while (unknown != 0) {
        size_t i = nearest(c, unknown);
        unknown &= ~((uint64_t)1 << i);
        hold |= ask(c, &c->groups[i], state, actors) == LOOKS_HOLDS ? c->groups[i].members : 0;
    }
    return hold;
}
