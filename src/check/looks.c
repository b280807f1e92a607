#include "check/looks.h"

#include <string.h>

#include "actor/sites.h"
#include "model/component.h"
#include "model/names.h"

struct look {
    uint64_t ref;
    uint32_t actor; /* NO_ACTOR: nobody has this reference so far; DRIVER: the memory that actors share is looked at */
    bool all;       /* everything is looked at */
    /* The branch that was looked up last, and where it leads; 0: nowhere yet. It is often the next one, too, above all that of the memory that actors share. */
    uint32_t seen, next;
};

/* An answer, and the hr_sometimes() that were true when it was given. */
struct leaf {
    uint32_t answer, sites;
};
static const uint32_t LEAF = (uint32_t)1 << 31;

enum { NODES_FROM = LOOKS_BROKEN + 1, COMBINATIONS_BYTES = 256 << 20, RECENT = 1 << 13, RECENT_ACTORS = 64 };

void looks_init(struct looks *l)
{
    pool_init(&l->nodes, (size_t)1 << 36);
    pool_take(&l->nodes, NODES_FROM * sizeof(struct look));
    pool_init(&l->leaves, (size_t)1 << 34);
    map_init(&l->branches);
    intern_init(&l->combinations, (size_t)1 << 33);
}

static struct look *node_at(const struct looks *l, uint32_t number)
{
    return (struct look *)l->nodes.base + number;
}

static uint32_t add_node(struct looks *l, struct look look)
{
    struct look *kept = pool_take(&l->nodes, sizeof *kept);
    *kept = look;
    return (uint32_t)(kept - node_at(l, 0));
}

uint32_t looks_tree(struct looks *l)
{
    return add_node(l, (struct look){ .actor = DRIVER });
}

static uint32_t local_in(const uint32_t *state, size_t actors, uint32_t actor)
{
    return actor >= actors || state[actor] == 0 ? 0 : component_get(state[actor])->local;
}

/* The number of the local states of all actors. */
static uint32_t combination(struct looks *l, const uint32_t *state, size_t actors)
{
    size_t before = l->nodes.used;
    uint32_t *locals = pool_take(&l->nodes, actors * sizeof *locals); /* for a moment */
    for (size_t a = 0; a < actors; a++) {
        locals[a] = local_in(state, actors, (uint32_t)a);
    }
    while (actors > 0 && locals[actors - 1] == 0) {
        actors--;
    }
    uint32_t number = intern_put(&l->combinations, 0, locals, actors * sizeof *locals, NULL);
    pool_give_back(&l->nodes, l->nodes.used - before);
    return number;
}

/* What a node sees of this state. */
static uint32_t seen_by(struct looks *l, uint32_t number, const uint32_t *state, size_t actors)
{
    struct look *n = node_at(l, number);
    if (n->all) {
        return combination(l, state, actors);
    }
    if (__builtin_expect(n->actor == NO_ACTOR, 0)) {
        n->actor = names_find(n->ref);
    }
    return local_in(state, actors, n->actor);
}

/* The branch of a node that this state takes. */
static uint64_t branch_of(struct looks *l, uint32_t number, const uint32_t *state, size_t actors)
{
    return (uint64_t)number << 32 | seen_by(l, number, state, actors);
}

/* Where that branch leads; 0: it is not known. */
static uint32_t next_of(struct looks *l, uint32_t number, const uint32_t *state, size_t actors)
{
    uint32_t seen = seen_by(l, number, state, actors);
    struct look *n = node_at(l, number);
    if (n->seen != seen || n->next == 0) {
        n->seen = seen;
        n->next = map_get(&l->branches, (uint64_t)number << 32 | seen);
    }
    return n->next;
}

enum looks_answer looks_find(struct looks *l, uint32_t tree, const uint32_t *state, size_t actors, uint32_t *sites)
{
    uint32_t at = tree;
    do {
        at = next_of(l, at, state, actors);
    } while (at >= NODES_FROM && at < LEAF);
    struct leaf leaf = at < LEAF ? (struct leaf){ .answer = at } : ((const struct leaf *)l->leaves.base)[at - LEAF];
    *sites = leaf.sites;
    return (enum looks_answer)leaf.answer;
}

/* ---- what was asked a moment ago ---- */

static void make_recent(struct looks *l, size_t width)
{
    if (l->recent.base == NULL) {
        pool_init(&l->recent, RECENT * RECENT_ACTORS * sizeof(uint32_t));
    }
    pool_give_back(&l->recent, l->recent.used);
    memset(pool_take(&l->recent, RECENT * width * sizeof(uint32_t)), 0, RECENT * width * sizeof(uint32_t));
    l->width = width;
}

/* Where a state's local states are, or would be. */
static uint32_t *recent_of(const struct looks *l, const uint32_t *state)
{
    uint64_t hash = 0;
    for (size_t a = 0; a < l->width; a++) {
        hash = (hash + local_in(state, l->width, (uint32_t)a)) * 0x9e3779b97f4a7c15u;
    }
    return (uint32_t *)l->recent.base + (hash >> 32) % RECENT * l->width;
}

bool looks_held(struct looks *l, const uint32_t *state, size_t actors)
{
    if (actors > RECENT_ACTORS) {
        return false;
    }
    if (actors != l->width) {
        make_recent(l, actors);
    }
    const uint32_t *recent = recent_of(l, state);
    uint32_t differ = 0;
    for (size_t a = 0; a < actors; a++) {
        differ |= recent[a] ^ local_in(state, actors, (uint32_t)a);
    }
    return differ == 0;
}

void looks_all_hold(struct looks *l, const uint32_t *state, size_t actors)
{
    uint32_t *recent = actors == l->width ? recent_of(l, state) : NULL;
    for (size_t a = 0; recent != NULL && a < actors; a++) {
        recent[a] = local_in(state, actors, (uint32_t)a);
    }
}

/* ---- what is kept ---- */

/* Follows a branch to a node that looks at this; 0: it leads to something else, so the predicate does not always do the same. */
static uint32_t follow(struct looks *l, uint64_t branch, struct look look)
{
    uint32_t next = map_get(&l->branches, branch);
    if (next == 0) {
        next = add_node(l, look);
        map_put(&l->branches, branch, next);
    }
    if (next < NODES_FROM || next >= LEAF) {
        return 0;
    }
    const struct look *there = node_at(l, next);
    return there->ref == look.ref && there->all == look.all ? next : 0;
}

/* The value of a branch that leads to this answer. */
static uint32_t leaf_of(struct looks *l, const struct effects *done, enum looks_answer answer)
{
    uint32_t sites = sites_bits(done);
    if (sites == 0) {
        return answer;
    }
    struct leaf *leaf = pool_take(&l->leaves, sizeof *leaf);
    *leaf = (struct leaf){ .answer = answer, .sites = sites };
    return LEAF + (uint32_t)(leaf - (struct leaf *)l->leaves.base);
}

void looks_keep(struct looks *l, uint32_t tree, const uint32_t *state, size_t actors, const struct effects *done, enum looks_answer answer)
{
    uint32_t at = tree;
    bool all = false;
    for (const struct effect *e = effects_next(done, NULL); e != NULL && !all; e = effects_next(done, e)) {
        if (e->kind != EFFECT_PEEK) {
            continue;
        }
        all = e->actor == DRIVER;
        at = follow(l, branch_of(l, at, state, actors), (struct look){ .ref = e->number, .actor = e->actor, .all = all });
        if (at == 0 || (all && l->combinations.bytes.used > COMBINATIONS_BYTES)) {
            return; /* asked anew each time */
        }
    }
    uint64_t last = branch_of(l, at, state, actors);
    if (map_get(&l->branches, last) == 0) {
        map_put(&l->branches, last, leaf_of(l, done, answer));
    }
}
