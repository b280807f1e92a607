/* Comparisons that are put off, on random graphs whose hashes have few bits, so that most new states look like known ones: the search must
 * expand the same states in the same order as one that compares at once (breadth first: level by level), on paths that lead there. */
#include "model_fixture.h"

#include "states/doubts.h"
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

static uint64_t hash_of(uint32_t node, uint32_t tags)
{
    return (uint64_t)(node % tags) << 60;
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

/* ---- a search that compares at once ---- */

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

/* ---- one that puts it off ---- */

struct searching {
    struct visited visited;
    struct open_list open;
    struct doubts doubts;
    uint32_t tags;
    uint64_t late;
};

static size_t settle(struct searching *x)
{
    size_t fresh = doubts_settle(&x->doubts, &x->visited, &x->open);
    x->late += fresh;
    return fresh;
}

static bool take(struct searching *x)
{
    if (open_begins_level(&x->open)) {
        settle(x);
    }
    return open_take(&x->open) || (settle(x) != 0 && open_take(&x->open));
}

static void open_first(struct searching *x, bool depth_first)
{
    uint64_t handle, record = record_of(0);
    visited_init(&x->visited, STORE_EXACT, 0, false);
    open_init(&x->open, &x->visited, depth_first, false);
    doubts_init(&x->doubts);
    assert_true(exact_add(&x->visited.exact, &record, 1, hash_of(0, x->tags), &handle));
    open_add(&x->open, NULL, handle, 0);
}

static void close_all(struct searching *x)
{
    word_set_close(&x->visited.exact.set);
    pool_close(&x->visited.exact.records);
    struct pool *const pools[] = { &x->open.entries, &x->open.records,  &x->open.handles,
                                   &x->open.links,   &x->open.ordinals, &x->doubts.memory };
    for (size_t i = 0; i < COUNT(pools); i++) {
        pool_close(pools[i]);
    }
}

/* Returns how many states were opened late. */
static uint64_t search(bool depth_first, uint32_t tags, const struct expected *e)
{
    struct searching x = { .tags = tags };
    uint32_t expanded = 0;
    bool done[NODES] = { false };
    open_first(&x, depth_first);
    while (take(&x)) {
        uint32_t node = node_of(&x.visited.exact, x.open.handle);
        if (settle(&x) != 0 && depth_first) {
            continue;
        }
        assert_false(done[node]);
        done[node] = true;
        assert_int_equal(follow(open_path(&x.open)), node);
        assert_int_equal(open_depth(&x.open), e->level[node]);
        assert_true(!depth_first || e->order[expanded] == node);
        assert_true(depth_first || e->level[e->order[expanded]] == e->level[node]);
        expanded++;
        for (uint32_t m = 0; m < graph.count[node]; m++) {
            *doubts_room(&x.doubts) = record_of(graph.to[node][m]);
            doubts_add(&x.doubts, hash_of(graph.to[node][m], tags), 1, m);
        }
        doubts_open_new(&x.doubts, &x.visited, &x.open);
    }
    assert_int_equal(expanded, e->count);
    assert_int_equal(x.doubts.count, 0);
    close_all(&x);
    return x.late;
}

static void explores_as_without(bool depth_first)
{
    uint64_t late = 0, all = 0;
    for (int round = 0; round < 600; round++) {
        struct expected e = { .known = { true } };
        make_graph();
        if (depth_first) {
            expand_depth_first(&e, 0, 0);
        } else {
            expand_breadth_first(&e);
        }
        late += search(depth_first, 1 + (uint32_t)round % 15, &e);
        all += e.count;
    }
    assert_true(late > all / 4 && late < all);
}

static void depth_first_in_the_same_order(void **state)
{
    (void)state;
    explores_as_without(true);
}

static void breadth_first_level_by_level(void **state)
{
    (void)state;
    explores_as_without(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_first_in_the_same_order),
        cmocka_unit_test(breadth_first_level_by_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
