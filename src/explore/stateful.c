/* Stateful search: every state once (Basset, dissertation section 3.5; Jacco, section 3). Depth and breadth first differ
 * only in which open state is taken next.
 *
 * A state is expanded as a whole: all its moves are applied on paper (a hash and a few changed components each), their
 * places in the store are fetched ahead, then the store is asked. Only new states are written down.
 *
 * Depth first keeps its path on the stack: an entry stays, marked, until everything found below it is done. Breadth first
 * keeps one link per state. Under Basset's identity an end is never matched: each arrival is a state of its own. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "check/check.h"
#include "explore/search.h"
#include "store/store.h"

/* The paper on which successors are drafted. */
struct change {
    uint32_t actor, component;
};
struct draft {
    uint64_t hash;
    uint32_t changes, change_count; /* in `changes` */
    uint32_t ordinal;
    bool is_end;
};

struct open_entry {
    uint32_t state;   /* record number in the exact store; unused with fingerprints */
    uint32_t ordinal; /* of the move that led here */
};
enum { EXPANDED = 1u << 31 };

struct link {
    uint32_t parent, ordinal;
};

struct stateful {
    struct search *s;
    bool depth_first, fingerprints, ends_apart;
    struct exact_store exact;
    struct fingerprint_store prints;
    struct layout layout;   /* of `open_records`, with fingerprints */
    struct pool open;       /* depth first: struct open_entry */
    struct pool open_records; /* with fingerprints: the packed open states, the stack's or the queue's */
    uint64_t queue_next, queue_level_end, level; /* breadth first */
    struct pool links;      /* breadth first: struct link per state */
    struct pool ordinals;   /* scratch for paths */
    uint64_t path_length;   /* depth first: marked entries on the stack */
    uint32_t *state;        /* being expanded */
    struct draft *drafts;
    struct change *changes;
    size_t draft_count, change_count;
    uint64_t current;       /* breadth first: number of the state being expanded */
};

/* ---- the open list ---- */

static size_t open_count(const struct stateful *x)
{
    return x->open.used / sizeof(struct open_entry);
}

static struct open_entry *open_at(const struct stateful *x, size_t i)
{
    return (struct open_entry *)x->open.base + i;
}

static struct layout *layout_of(struct stateful *x)
{
    return x->fingerprints ? &x->layout : &x->exact.layout;
}

/* The path to the state being expanded. */
static struct path path_to(struct stateful *x)
{
    uint32_t *out = (uint32_t *)x->ordinals.base;
    size_t count = 0;
    if (x->depth_first) {
        for (size_t i = 1; i < open_count(x); i++) {
            if (open_at(x, i)->ordinal & EXPANDED) {
                out[count++] = open_at(x, i)->ordinal & ~(uint32_t)EXPANDED;
            }
        }
        return (struct path){ out, count };
    }
    const struct link *links = (const struct link *)x->links.base;
    for (uint64_t at = x->current; at != 0; at = links[at].parent) {
        out[count++] = links[at].ordinal;
    }
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t swap = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swap;
    }
    return (struct path){ out, count };
}

/* Makes room for wider numbers; the open records are packed anew too. */
static void prepare(struct stateful *x)
{
    if (!x->fingerprints) {
        exact_prepare(&x->exact);
        return;
    }
    if (layout_fits(&x->layout)) {
        return;
    }
    struct layout wider;
    struct pool records;
    layout_widen(&x->layout, &wider);
    pool_init(&records, (size_t)1 << 40);
    size_t count = x->open_records.used / x->layout.bytes;
    pool_account(&records, count * wider.bytes);
    layout_repack(&x->layout, x->open_records.base, &wider, records.base, count);
    layout_close(&x->layout);
    pool_close(&x->open_records);
    x->layout = wider;
    x->open_records = records;
}

/* Writes down a new state, which is `packed`, and opens it. */
static void open_state(struct stateful *x, const unsigned char *packed, uint32_t ordinal)
{
    struct search *s = x->s;
    if (x->fingerprints) {
        unsigned char *at = x->open_records.base + x->open_records.used;
        pool_account(&x->open_records, x->layout.bytes);
        memcpy(at, packed, x->layout.bytes);
    }
    if (x->depth_first) {
        struct open_entry *e = pool_take(&x->open, sizeof *e);
        *e = (struct open_entry){ .state = (uint32_t)(x->exact.count - 1), .ordinal = ordinal };
    } else {
        struct link *l = pool_take(&x->links, sizeof *l);
        *l = (struct link){ .parent = (uint32_t)x->current, .ordinal = ordinal };
    }
    s->states++;
}

/* Takes the next open state into x->state. False when there is none. */
static bool take(struct stateful *x)
{
    if (!x->depth_first) {
        if (x->queue_next == x->links.used / sizeof(struct link)) {
            return false;
        }
        if (x->queue_next == x->queue_level_end) {
            x->level++;
            x->queue_level_end = x->links.used / sizeof(struct link);
        }
        x->current = x->queue_next++;
        struct layout *l = layout_of(x);
        const unsigned char *r = (x->fingerprints ? x->open_records.base : x->exact.records.base) + x->current * l->bytes;
        layout_unpack(l, r, x->state);
        return true;
    }
    while (open_count(x) != 0 && open_at(x, open_count(x) - 1)->ordinal & EXPANDED) {
        pool_give_back(&x->open, sizeof(struct open_entry)); /* everything below it is done */
        x->path_length--;
        if (x->fingerprints) {
            pool_give_back(&x->open_records, x->layout.bytes);
        }
    }
    if (open_count(x) == 0) {
        return false;
    }
    struct open_entry *e = open_at(x, open_count(x) - 1);
    struct layout *l = layout_of(x);
    layout_unpack(l, x->fingerprints ? x->open_records.base + (open_count(x) - 1) * l->bytes : exact_record(&x->exact, e->state), x->state);
    e->ordinal |= EXPANDED;
    x->path_length++;
    return true;
}

static uint64_t depth_now(const struct stateful *x)
{
    return x->depth_first ? x->path_length - 1 : x->level;
}

/* ---- expanding ---- */

static bool has_moves(const uint32_t *state)
{
    for (uint32_t a = 0; a < state_actors(); a++) {
        size_t count = 0;
        if (state[a] != 0) {
            moves_in(state[a], state, &count);
        }
        if (count != 0) {
            return true;
        }
    }
    return false;
}

/* Applies a move on paper: the state is changed, noted, and changed back. */
static void draft(struct stateful *x, const struct move *m, uint64_t hash, uint32_t ordinal)
{
    uint32_t *state = x->state;
    struct draft *d = &x->drafts[x->draft_count++];
    struct change *c = &x->changes[x->change_count];
    const struct op *ops = (const struct op *)move_ops.base + m->ops;
    uint32_t saved[1 + 64];
    bool many = m->op_count > 64;
    uint32_t *before = many ? table_new((1 + m->op_count) * sizeof *before) : saved;
    before[0] = state[m->actor];
    for (uint32_t i = 0; i < m->op_count; i++) {
        before[1 + i] = state[ops[i].actor];
    }
    move_apply(m, state, &hash);
    *d = (struct draft){ .hash = hash, .changes = (uint32_t)x->change_count, .ordinal = ordinal };
    *c++ = (struct change){ m->actor, state[m->actor] };
    for (uint32_t i = 0; i < m->op_count; i++) {
        *c++ = (struct change){ ops[i].actor, state[ops[i].actor] };
    }
    d->change_count = 1 + m->op_count;
    x->change_count += d->change_count;
    if (x->ends_apart) {
        d->is_end = !has_moves(state);
    }
    for (uint32_t i = m->op_count; i > 0; i--) {
        state[ops[i - 1].actor] = before[i];
    }
    state[m->actor] = before[0];
    if (many) {
        table_free(before, (1 + m->op_count) * sizeof *before);
    }
}

/* Drafts all successors; returns how many moves there were. */
static uint32_t draft_all(struct stateful *x, uint64_t hash)
{
    struct search *s = x->s;
    uint32_t ordinal = 0;
    x->draft_count = x->change_count = 0;
    for (uint32_t a = 0; a < state_actors() && !s->stopped; a++) {
        size_t count = 0;
        const struct move *moves = x->state[a] == 0 ? NULL : moves_in(x->state[a], x->state, &count);
        uint32_t first = (uint32_t)(moves == NULL ? 0 : moves - (const struct move *)move_pool.base);
        for (size_t i = 0; i < count; i++, ordinal++) {
            const struct move *m = (const struct move *)move_pool.base + first + i;
            bool last = !search_count_delivery(s);
            if (m->finding != 0) {
                search_found(s, move_finding(m->finding), path_to(x), ordinal);
            } else {
                draft(x, m, hash, ordinal);
            }
            if (last) {
                search_stop(s, LIMIT_DELIVERIES);
            }
            if (s->stopped) {
                return ordinal + 1;
            }
        }
    }
    return ordinal;
}

/* ---- storing ---- */

static void patch(struct stateful *x, const struct draft *d, const unsigned char *from, unsigned char *packed)
{
    const struct layout *l = layout_of(x);
    memcpy(packed, from, l->bytes);
    for (uint32_t i = 0; i < d->change_count; i++) {
        struct change c = x->changes[d->changes + i];
        layout_put(l, packed, c.actor, c.component);
    }
}

static bool is_new(struct stateful *x, const struct draft *d, const unsigned char *packed)
{
    return x->fingerprints ? fingerprint_add(&x->prints, d->hash) : exact_add(&x->exact, packed, d->hash);
}

/* Basset counts every arrival at an end as a state and as an execution, and looks at it at once. */
static void arrive_at_end(struct stateful *x, const struct draft *d, const struct move *m, uint32_t *successor)
{
    struct search *s = x->s;
    uint32_t *ordinals = (uint32_t *)x->ordinals.base;
    struct path path = path_to(x);
    s->states++;
    s->paths++;
    s->end_states++;
    s->depth = depth_now(x) + 1 > s->depth ? depth_now(x) + 1 : s->depth;
    search_reached(s, successor, m, path, d->ordinal);
    ordinals[path.count] = d->ordinal;
    search_end(s, successor, (struct path){ ordinals, path.count + 1 });
}

static void successor_of(struct stateful *x, const struct draft *d, uint32_t *out)
{
    memcpy(out, x->state, state_actors() * sizeof *out);
    for (uint32_t i = 0; i < d->change_count; i++) {
        out[x->changes[d->changes + i].actor] = x->changes[d->changes + i].component;
    }
}

static void store_all(struct stateful *x, bool look_at_each)
{
    struct search *s = x->s;
    unsigned char *parent = x->ordinals.base + x->ordinals.reserved / 2; /* the far half: paths never get there */
    static uint32_t *successor;
    if (successor == NULL) {
        successor = state_buffer();
    }
    const struct layout *l = layout_of(x);
    unsigned char *packed = parent + l->bytes;
    layout_pack(l, x->state, parent);
    for (size_t i = 0; i < x->draft_count && !x->fingerprints; i++) {
        exact_fetch_record(&x->exact, x->drafts[i].hash);
    }
    for (size_t i = 0; i < x->draft_count && !s->stopped; i++) {
        const struct draft *d = &x->drafts[i];
        if (d->is_end) {
            successor_of(x, d, successor);
            arrive_at_end(x, d, state_move(x->state, d->ordinal), successor);
            continue;
        }
        if (!x->fingerprints) {
            patch(x, d, parent, packed);
        }
        if (!is_new(x, d, packed)) {
            continue;
        }
        if (x->fingerprints) {
            patch(x, d, parent, packed);
        }
        open_state(x, packed, d->ordinal);
        if (look_at_each) {
            successor_of(x, d, successor);
            search_reached(s, successor, state_move(x->state, d->ordinal), path_to(x), d->ordinal);
        }
    }
}

static void prefetch_all(struct stateful *x)
{
    for (size_t i = 0; i < x->draft_count; i++) {
        if (x->fingerprints) {
            fingerprint_fetch(&x->prints, x->drafts[i].hash);
        } else {
            exact_fetch(&x->exact, x->drafts[i].hash);
        }
    }
}

static void measure(struct stateful *x)
{
    struct search *s = x->s;
    if (x->fingerprints) {
        s->state_bytes = x->prints.count * sizeof *x->prints.slots + x->links.used;
        s->slack_bytes = (x->prints.mask + 1 - x->prints.count) * sizeof *x->prints.slots + x->open.used + x->open_records.used;
    } else {
        s->state_bytes = exact_state_bytes(&x->exact) + x->links.used;
        s->slack_bytes = exact_slack_bytes(&x->exact) + x->open.used;
    }
    s->pending = x->depth_first ? open_count(x) - x->path_length : x->links.used / sizeof(struct link) - x->queue_next;
}

/* Whether some state must be looked at when it is reached: invariants, or callers that may wait in a ring. */
static bool must_look(const struct stateful *x)
{
    if (checks_any_always()) {
        return true;
    }
    for (size_t i = 0; i < x->draft_count; i++) {
        const struct change *c = &x->changes[x->drafts[i].changes]; /* the receiver's own comes first */
        if (component_get(c->component)->waits) {
            return true;
        }
    }
    return false;
}

static void expand(struct stateful *x)
{
    struct search *s = x->s;
    uint64_t depth = depth_now(x);
    s->depth = depth > s->depth ? depth : s->depth;
    if (depth == s->job->depth_max) {
        if (has_moves(x->state)) {
            s->cut = true;
        } else {
            s->end_states++;
            s->paths++;
            search_end(s, x->state, path_to(x));
        }
        return;
    }
    uint32_t moves = draft_all(x, state_hash(x->state, state_actors()));
    prefetch_all(x);
    if (moves == 0) {
        s->end_states++;
        s->paths++;
        search_end(s, x->state, path_to(x));
    }
    prepare(x);
    store_all(x, must_look(x));
}

static void start(struct stateful *x)
{
    struct search *s = x->s;
    if (x->fingerprints) {
        fingerprint_init(&x->prints);
        layout_init(&x->layout);
        pool_init(&x->open_records, (size_t)1 << 40);
    } else {
        exact_init(&x->exact);
    }
    pool_init(&x->open, (size_t)1 << 36);
    pool_init(&x->links, (size_t)1 << 36);
    pool_init(&x->ordinals, (size_t)1 << 36);
    x->state = state_buffer();
    struct pool paper;
    pool_init(&paper, (size_t)1 << 36);
    x->drafts = (struct draft *)paper.base;
    x->changes = (struct change *)(paper.base + paper.reserved / 2);
    memcpy(x->state, s->root, state_actors() * sizeof *x->state);
    unsigned char *packed = x->ordinals.base;
    layout_pack(layout_of(x), x->state, packed);
    struct draft root = { .hash = s->root_hash };
    bool fresh = is_new(x, &root, packed);
    assert(fresh);
    open_state(x, packed, 0);
    x->queue_level_end = 1;
}

static void run(struct search *s)
{
    static struct stateful x;
    x.s = s;
    x.depth_first = s->job->search == SEARCH_DFS;
    x.fingerprints = s->job->store == STORE_FINGERPRINT;
    x.ends_apart = s->job->identity == IDENTITY_BASSET;
    start(&x);
    while (!s->stopped && take(&x)) {
        expand(&x);
        if (s->checks_due == 0) {
            measure(&x);
        }
        search_must_stop(s);
    }
    measure(&x);
}

const struct explorer explorer_stateful = { run };
