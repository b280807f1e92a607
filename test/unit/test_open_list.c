/* The open list, on random graphs, with one state or several taken at once: each state is expanded once, on a path that leads there. One at a time, and
 * breadth first always, they come in the order of a plain search. */
#include "model_fixture.h"

#include "states/open_list.h"
#include "workers/replicate.h"

enum { NODES = 60, MOVES = 4 };

/* Ranks of a cluster are not part of this. */
size_t replicate_path(struct workers *w, uint32_t rank, uint64_t number, uint32_t *out)
{
    fail_msg("%p %u %lu %p", (void *)w, rank, number, (void *)out);
    return 0;
}

static struct graph {
    uint32_t to[NODES][MOVES], count[NODES];
} graph;

static void make_graph(void)
{
    for (uint32_t n = 0; n < NODES; n++) {
        graph.count[n] = random_below(MOVES + 1);
        for (uint32_t m = 0; m < graph.count[n]; m++) {
            graph.to[n][m] = random_below(NODES);
        }
    }
}

/* A record of one word, whose header says that none follows. */
static uint64_t record_of(uint32_t node)
{
    return (uint64_t)(node + 1) << 8;
}

static uint32_t node_of(const struct exact_store *s, uint64_t handle)
{
    return (uint32_t)(*exact_record(s, handle) >> 8) - 1;
}

static uint32_t follow(struct path path)
{
    uint32_t at = 0;
    for (size_t i = 0; i < path.count; i++) {
        assert_true(path.ordinals[i] < graph.count[at]);
        at = graph.to[at][path.ordinals[i]];
    }
    return at;
}

/* ---- a plain search ---- */

struct expected {
    uint32_t order[NODES], level[NODES], count;
    bool known[NODES];
};

static void expand_depth_first(struct expected *e, uint32_t node, uint32_t level)
{
    uint32_t fresh[MOVES], count = 0;
    e->level[node] = level;
    e->order[e->count++] = node;
    for (uint32_t m = 0; m < graph.count[node]; m++) {
        if (!e->known[graph.to[node][m]]) {
            e->known[graph.to[node][m]] = true;
            fresh[count++] = graph.to[node][m];
        }
    }
    while (count > 0) {
        expand_depth_first(e, fresh[--count], level + 1);
    }
}

static void expand_breadth_first(struct expected *e)
{
    e->order[e->count++] = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t node = e->order[i];
        for (uint32_t m = 0; m < graph.count[node]; m++) {
            uint32_t to = graph.to[node][m];
            if (!e->known[to]) {
                e->known[to] = true;
                e->level[to] = e->level[node] + 1;
                e->order[e->count++] = to;
            }
        }
    }
}

/* ---- one by an open list ---- */

struct searching {
    struct visited visited;
    struct open_list open;
    const struct expected *expected;
    bool in_order; /* one at a time, or breadth first */
    bool done[NODES];
    uint32_t expanded, most;
};

static bool found(struct searching *x, uint32_t node, uint32_t move)
{
    uint64_t handle, record = record_of(node);
    if (exact_add(&x->visited.exact, &record, 1, (uint64_t)node << 60, &handle)) {
        open_add(&x->open, &(struct arrival){ .handle = handle, .ordinal = move });
        return true;
    }
    return false;
}

static void close_all(struct searching *x)
{
    word_set_close(&x->visited.exact.set);
    pool_close(&x->visited.exact.records);
    struct pool *const pools[] = { &x->open.entries,  &x->open.records,  &x->open.handles,     &x->open.links,
                                   &x->open.ordinals, &x->open.found_by, &x->open.territories, &x->open.hashes };
    for (size_t i = 0; i < COUNT(pools); i++) {
        pool_close(pools[i]);
    }
}

/* What must hold of the current state when it is expanded. */
static void check_current(struct searching *x)
{
    uint32_t node = node_of(&x->visited.exact, x->open.handle);
    struct path path = open_path(&x->open);
    assert_false(x->done[node]);
    x->done[node] = true;
    assert_int_equal(follow(path), node);
    assert_int_equal(open_depth(&x->open), path.count);
    if (x->in_order) {
        assert_int_equal(x->expected->order[x->expanded], node);
        assert_int_equal(path.count, x->expected->level[node]);
    }
    x->expanded++;
}

/* Takes up to `at_once` states, and opens what they lead to. False when there is none. */
static bool expand_some(struct searching *x, uint32_t at_once)
{
    struct open_place places[NODES];
    uint32_t count = 0;
    uint64_t level = x->open.level;
    for (; count < at_once && (count == 0 ? open_take(&x->open) : open_take_beside(&x->open)); count++) {
        places[count] = open_place(&x->open);
        check_current(x);
        level = count == 0 ? x->open.level : level;
        assert_int_equal(x->open.level, level);
    }
    x->most = count > x->most ? count : x->most;
    for (uint32_t i = 0; i < count; i++) {
        open_go_to(&x->open, places[i]);
        uint32_t node = node_of(&x->visited.exact, x->open.handle);
        for (uint32_t m = 0; m < graph.count[node]; m++) {
            found(x, graph.to[node][m], m);
        }
    }
    return count != 0;
}

/* Returns the most states that were ever expanded together. */
static uint32_t search(bool depth_first, uint32_t at_once, const struct expected *e)
{
    struct searching x = { .expected = e, .in_order = !depth_first || at_once == 1 };
    visited_init(&x.visited, STORE_EXACT, 0, false);
    open_init(&x.open, &x.visited, depth_first, false);
    assert_true(found(&x, 0, 0));
    while (expand_some(&x, at_once)) {
        assert_true(open_pending(&x.open) <= NODES - x.expanded);
    }
    assert_int_equal(open_pending(&x.open), 0);
    assert_int_equal(x.expanded, e->count);
    close_all(&x);
    return x.most;
}

static void explores_all(bool depth_first)
{
    uint32_t most = 0;
    for (uint32_t round = 0; round < 600; round++) {
        struct expected e = { .known = { true } };
        make_graph();
        if (depth_first) {
            expand_depth_first(&e, 0, 0);
        } else {
            expand_breadth_first(&e);
        }
        uint32_t together = search(depth_first, 1 + round % 7, &e);
        most = together > most ? together : most;
    }
    assert_int_equal(most, 7);
}

static void depth_first(void **state)
{
    (void)state;
    explores_all(true);
}

static void breadth_first(void **state)
{
    (void)state;
    explores_all(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_first),
        cmocka_unit_test(breadth_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
