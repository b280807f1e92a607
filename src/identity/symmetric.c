/* Symmetry (Ip and Dill's scalarsets; Jacco's names taken further). A state is a graph: actors and pending messages with the
 * references among them, everything else folded into shapes (identity/shape.h). Two states are the same up to names when their
 * graphs are isomorphic, so the key is a canonical form of the graph: colours are refined by what an actor refers to and who
 * refers to it, ties are broken by trying each, and the smallest form wins.
 *
 * Sound whatever the budget: a key has the whole graph in it, so equal keys are equal states. When ties are too many, some
 * equal states get different keys and are both explored.
 *
 * Actors that the program's globals name, or main's memory where somebody can look at it, keep their names: a handler or a
 * predicate may ask for just that one. An actor that has ended, that nobody names and nothing is pending for, is left out. */
#include "identity/symmetric.h"

#include <string.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/sort.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/state.h"
#include "step/fence.h"
#include "identity/shape.h"

enum { LEAVES_MAX = 120 }; /* forms that are compared for one state */

struct pending {
    uint32_t message;
    uint32_t place; /* in its lane, where the channel keeps an order */
};

struct node {
    uint32_t actor;
    uint64_t colour, next;
    struct shape shape;
    uint32_t first, count; /* pending messages */
    bool fixed, named, left_out;
};

static struct pool nodes, index_of, pendings, best, trial, order_memory, kept_colours;
static struct pool fixed_by_globals, fixed_by_main; /* uint64_t per actor */
static const uint32_t *state;
static size_t node_count, pending_count, best_size, leaves;

/* ---- what keeps its name ---- */

static struct pool *pinning;
static bool points_to_main;

static void pin(uint32_t actor)
{
    while (pinning->used / sizeof(uint64_t) <= actor) {
        pool_take(pinning, sizeof(uint64_t));
    }
    ((uint64_t *)pinning->base)[actor] = 1;
}

static bool pinned(const struct pool *p, uint32_t actor)
{
    return actor < p->used / sizeof(uint64_t) && ((const uint64_t *)p->base)[actor] != 0;
}

static void scan(const void *from, size_t size)
{
    shape_scan(from, size, pin);
    const uint64_t *word = from;
    for (size_t i = 0; i < size / sizeof *word; i++) {
        points_to_main = points_to_main || fence_is_main_memory(word[i]);
    }
}

void symmetric_init(void)
{
    struct pool *const all[] = { &nodes, &index_of, &pendings, &best, &trial, &order_memory, &kept_colours, &fixed_by_globals, &fixed_by_main };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        pool_init(all[i], (size_t)1 << 32);
    }
    pinning = &fixed_by_globals;
    fence_each_range(false, scan);
    bool globals_do = points_to_main;
    pinning = globals_do ? &fixed_by_globals : &fixed_by_main;
    fence_each_range(true, scan);
}

/* ---- the graph ---- */

static struct node *node(size_t i)
{
    return (struct node *)nodes.base + i;
}

static const struct pending *pending(size_t i)
{
    return (const struct pending *)pendings.base + i;
}

/* The node of an actor, or NULL. */
static struct node *node_of(uint32_t actor)
{
    uint32_t i = ((const uint32_t *)index_of.base)[actor];
    return i == 0 ? NULL : node(i - 1);
}

static bool add_pending(void *user, uint32_t message)
{
    struct node *n = user;
    uint32_t place = 0;
    if (mailbox_has_order() && mailbox_is_one_queue()) {
        place = n->count;
    } else if (mailbox_has_order() && n->count != 0) { /* what one sender sent lies together */
        const struct pending *before = pending(pending_count - 1);
        place = message_get(before->message)->sender == message_get(message)->sender ? before->place + 1 : 0;
    }
    ((struct pending *)pendings.base)[pending_count++] = (struct pending){ .message = message, .place = place };
    n->count++;
    return false;
}

static void name_all(struct shape s)
{
    for (uint32_t i = 0; i < s.count; i++) {
        struct node *n = node_of(s.actors[i]);
        if (n != NULL) {
            n->named = true;
        }
    }
}

static void fix(uint32_t actor)
{
    struct node *n = node_of(actor);
    if (n != NULL) {
        n->fixed = true;
    }
}

static void add_node(uint32_t actor)
{
    struct node *n = node(node_count++);
    *n = (struct node){ .actor = actor, .first = (uint32_t)pending_count };
    if (actor != DRIVER) {
        n->shape = shape_of_local(component_get(state[actor])->local);
        n->fixed = pinned(&fixed_by_globals, actor);
    } else {
        n->fixed = true;
    }
    state_pending(state, actor, add_pending, n);
    ((uint32_t *)index_of.base)[actor] = (uint32_t)node_count;
}

static bool has_ended(uint32_t actor)
{
    enum actor_status s = local_get(component_get(state[actor])->local)->status;
    return s == ACTOR_DESTROYED || s == ACTOR_FAILED;
}

static void build(void)
{
    node_count = pending_count = 0;
    memset(index_of.base, 0, state_actors() * sizeof(uint32_t));
    for (uint32_t a = 0; a < state_actors(); a++) {
        if (state[a] != 0) {
            add_node(a);
        }
    }
    bool sees_main = false;
    for (size_t i = 0; i < node_count; i++) {
        name_all(node(i)->shape);
        sees_main = sees_main || node(i)->shape.sees_driver;
    }
    for (size_t i = 0; i < pending_count; i++) {
        struct shape s = shape_of_message(pending(i)->message);
        name_all(s);
        sees_main = sees_main || s.sees_driver;
    }
    for (size_t i = 0; sees_main && i < node_count; i++) {
        node(i)->fixed = node(i)->fixed || pinned(&fixed_by_main, node(i)->actor);
    }
    size_t size; /* what all share may name actors too */
    const void *shared = local_image(component_get(state[DRIVER])->local, &size);
    shape_scan(shared, size, fix);
    for (size_t i = 0; i < node_count; i++) {
        struct node *n = node(i);
        n->left_out = !n->fixed && !n->named && n->count == 0 && has_ended(n->actor);
    }
}

/* ---- colours ---- */

static uint64_t colour_of(uint32_t actor)
{
    const struct node *n = node_of(actor);
    return n == NULL ? hash_mix(actor + 77) : n->colour;
}

static uint64_t message_colour(const struct pending *p)
{
    struct shape s = shape_of_message(p->message);
    uint64_t h = hash_mix(((uint64_t)s.form << 32) + p->place);
    for (uint32_t i = 0; i < s.count; i++) {
        h = hash_mix(h + colour_of(s.actors[i]));
    }
    return h;
}

static void first_colours(void)
{
    for (size_t i = 0; i < node_count; i++) {
        struct node *n = node(i);
        n->colour = hash_mix(((uint64_t)n->shape.form << 32) + (n->fixed ? n->actor + 1 : 0));
    }
}

static size_t colours(void)
{
    size_t different = 0;
    for (size_t i = 0; i < node_count; i++) {
        bool first = true;
        for (size_t k = 0; k < i && first; k++) {
            first = node(k)->colour != node(i)->colour;
        }
        different += first;
    }
    return different;
}

/* Who is referred to learns by whom, and where. */
static void tell(struct shape s, uint64_t from)
{
    for (uint32_t i = 0; i < s.count; i++) {
        struct node *n = node_of(s.actors[i]);
        if (n != NULL) {
            n->next += hash_mix(from * 31 + i);
        }
    }
}

static void refine(void)
{
    for (size_t before = 0, now = colours(); now > before && now < node_count;) {
        for (size_t i = 0; i < node_count; i++) {
            struct node *n = node(i);
            n->next = hash_mix(n->colour);
            for (uint32_t r = 0; r < n->shape.count; r++) {
                n->next += hash_mix(hash_mix(r + 1) ^ colour_of(n->shape.actors[r]));
            }
            for (uint32_t p = 0; p < n->count; p++) {
                n->next += hash_mix(message_colour(pending(n->first + p)) + 5);
            }
        }
        for (size_t i = 0; i < node_count; i++) {
            tell(node(i)->shape, node(i)->colour);
            for (uint32_t p = 0; p < node(i)->count; p++) {
                const struct pending *m = pending(node(i)->first + p);
                tell(shape_of_message(m->message), hash_mix(node(i)->colour + message_colour(m)));
            }
        }
        for (size_t i = 0; i < node_count; i++) {
            node(i)->colour = node(i)->next;
        }
        before = now;
        now = colours();
    }
}

/* ---- the form ---- */

static int by_colour(const void *a, const void *b)
{
    const struct node *x = node(*(const uint32_t *)a), *y = node(*(const uint32_t *)b);
    if (x->colour != y->colour) {
        return x->colour < y->colour ? -1 : 1;
    }
    return x->actor < y->actor ? -1 : x->actor > y->actor;
}

static uint32_t rank_of(uint32_t actor, const uint32_t *rank)
{
    const struct node *n = node_of(actor);
    return n == NULL ? UINT32_MAX - actor : rank[n - node(0)];
}

static size_t write_shape(struct shape s, const uint32_t *rank, uint32_t *out)
{
    out[0] = s.form;
    for (uint32_t i = 0; i < s.count; i++) {
        out[1 + i] = rank_of(s.actors[i], rank);
    }
    return 1 + s.count;
}

static const uint32_t *sorting_ranks;

/* Lanes in order of their senders' ranks, entries of a lane in their order; without lanes by content. */
static int by_rank(const void *a, const void *b)
{
    const struct pending *x = a, *y = b;
    struct shape s = shape_of_message(x->message), t = shape_of_message(y->message);
    uint32_t from_x = rank_of(message_get(x->message)->sender, sorting_ranks), from_y = rank_of(message_get(y->message)->sender, sorting_ranks);
    if (!mailbox_is_one_queue() && from_x != from_y) {
        return from_x < from_y ? -1 : 1;
    }
    if (x->place != y->place || s.form != t.form) {
        return x->place != y->place ? (x->place < y->place ? -1 : 1) : s.form < t.form ? -1 : 1;
    }
    for (uint32_t i = 0; i < s.count; i++) {
        uint32_t p = rank_of(s.actors[i], sorting_ranks), q = rank_of(t.actors[i], sorting_ranks);
        if (p != q) {
            return p < q ? -1 : 1;
        }
    }
    return 0;
}

static size_t write_node(const struct node *n, const uint32_t *rank, uint32_t *out)
{
    uint32_t *at = out;
    at += write_shape(n->shape, rank, at);
    *at++ = n->fixed ? n->actor + 1 : 0;
    *at++ = n->count;
    struct pending *list = (struct pending *)pendings.base + n->first;
    sorting_ranks = rank;
    sort(list, n->count, sizeof *list, by_rank);
    for (uint32_t i = 0; i < n->count; i++) {
        at += write_shape(shape_of_message(list[i].message), rank, at);
    }
    return (size_t)(at - out);
}

static void write_form(void)
{
    uint32_t *order = (uint32_t *)order_memory.base, *rank = order + node_count, *out = (uint32_t *)trial.base;
    size_t size = 0;
    for (size_t i = 0; i < node_count; i++) {
        order[i] = (uint32_t)i;
    }
    sort(order, node_count, sizeof *order, by_colour);
    uint32_t next = 0;
    for (size_t i = 0; i < node_count; i++) {
        rank[order[i]] = node(order[i])->left_out ? UINT32_MAX : next++;
    }
    out[size++] = component_get(state[DRIVER])->local;
    for (size_t i = 0; i < node_count; i++) {
        if (!node(order[i])->left_out) {
            size += write_node(node(order[i]), rank, out + size);
        }
    }
    leaves++;
    if (best_size == 0 || size < best_size || (size == best_size && memcmp(out, best.base, size * sizeof *out) < 0)) {
        struct pool swap = best;
        best = trial;
        trial = swap;
        best_size = size;
    }
}

/* The smallest colour that several nodes have; false: all differ. Nodes that are left out do not matter. */
static bool first_tie(uint64_t *colour)
{
    bool found = false;
    for (size_t i = 0; i < node_count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (node(i)->colour == node(k)->colour && !node(i)->left_out && (!found || node(i)->colour < *colour)) {
                *colour = node(i)->colour;
                found = true;
            }
        }
    }
    return found;
}

static void individualize(void)
{
    uint64_t tied = 0;
    if (!first_tie(&tied)) {
        write_form();
        return;
    }
    size_t used = kept_colours.used;
    uint64_t *kept = pool_take(&kept_colours, node_count * sizeof *kept);
    for (size_t i = 0; i < node_count; i++) {
        kept[i] = node(i)->colour;
    }
    for (size_t i = 0; i < node_count && (leaves == 0 || leaves < LEAVES_MAX); i++) {
        if (kept[i] != tied) {
            continue;
        }
        node(i)->colour = hash_mix(tied + 1);
        refine();
        individualize();
        for (size_t k = 0; k < node_count; k++) {
            node(k)->colour = kept[k];
        }
    }
    pool_give_back(&kept_colours, kept_colours.used - used);
}

size_t symmetric_key(const uint32_t *of, const uint32_t **key)
{
    state = of;
    best_size = leaves = 0;
    build();
    first_colours();
    refine();
    individualize();
    *key = (const uint32_t *)best.base;
    return best_size;
}
