#include "paths/order.h"

#include <stdbool.h>
#include <string.h>

#include "base/pool.h"
#include "model/message.h"
#include "model/names.h"
#include "step/world.h"

/* What the orders know of a receiver with deliverable messages. */
struct receiver {
    uint32_t actor;
    uint32_t creation;
    uint32_t oldest, newest, count; /* its deliverable messages */
};

/* Whether a goes before b. Only sgr's is no order in the mathematical sense. */
typedef bool (*before)(const struct receiver *a, const struct receiver *b);

static enum order_kind kind;

/* ---- what is learned on the way and never forgotten ---- */

static struct pool history; /* struct { deliveries, sends } per actor */
struct activity {
    uint64_t deliveries, sends;
};

static struct activity *activity(uint32_t actor)
{
    while (history.used / sizeof(struct activity) <= actor) {
        pool_take(&history, sizeof(struct activity));
    }
    return (struct activity *)history.base + actor;
}

enum { GRAPH_MAX = 1024 };
static uint64_t (*reach)[GRAPH_MAX / 64]; /* reach[a]: whom a's messages lead to, directly or through others */

static bool reaches(uint32_t a, uint32_t b)
{
    return a < GRAPH_MAX && b < GRAPH_MAX && (reach[a][b / 64] >> b % 64 & 1);
}

/* Adds an edge and keeps the relation transitive. */
static void add_edge(uint32_t from, uint32_t to)
{
    if (from >= GRAPH_MAX || to >= GRAPH_MAX || reaches(from, to)) {
        return;
    }
    for (uint32_t a = 0; a < GRAPH_MAX; a++) {
        if (a == from || reaches(a, from)) {
            reach[a][to / 64] |= (uint64_t)1 << to % 64;
            for (size_t w = 0; w < GRAPH_MAX / 64; w++) {
                reach[a][w] |= reach[to][w];
            }
        }
    }
}

void order_init(enum order_kind wanted, const struct execution *x)
{
    kind = wanted;
    pool_init(&history, (size_t)1 << 30);
    reach = table_new(sizeof *reach * GRAPH_MAX);
    for (size_t i = 0; i < world_sent_count(); i++) {
        add_edge(message_get(world_sent(i)->message)->sender, world_sent(i)->to);
    }
    (void)x;
}

void order_learn(const struct execution *x)
{
    const struct event *e = event_at(x, execution_length(x));
    activity(e->actor)->deliveries++;
    activity(e->actor)->sends += e->sent_count;
    for (uint32_t m = e->first_sent; m < e->first_sent + e->sent_count; m++) {
        add_edge(message_get(individual_at(x, m)->message)->sender, individual_at(x, m)->to);
    }
}

static double sends_per_delivery(uint32_t actor)
{
    const struct activity *a = activity(actor);
    return a->deliveries == 0 ? 1.0 : (double)a->sends / (double)a->deliveries;
}

/* ---- the eight orders ---- */

static bool eca(const struct receiver *a, const struct receiver *b) { return a->creation < b->creation; }
static bool lca(const struct receiver *a, const struct receiver *b) { return a->creation > b->creation; }
static bool fifo(const struct receiver *a, const struct receiver *b) { return a->oldest < b->oldest; }
static bool lifo(const struct receiver *a, const struct receiver *b) { return a->newest > b->newest; }

static bool ldm(const struct receiver *a, const struct receiver *b)
{
    return a->count != b->count ? a->count < b->count : a->creation < b->creation;
}

static bool hdm(const struct receiver *a, const struct receiver *b)
{
    return a->count != b->count ? a->count > b->count : a->creation < b->creation;
}

static bool hms(const struct receiver *a, const struct receiver *b)
{
    double sa = sends_per_delivery(a->actor), sb = sends_per_delivery(b->actor);
    return sa != sb ? sa > sb : a->creation < b->creation;
}

static bool sgr(const struct receiver *a, const struct receiver *b)
{
    bool ab = reaches(a->actor, b->actor), ba = reaches(b->actor, a->actor);
    return ab != ba ? ab : a->creation < b->creation;
}

static const before orders[ORDER_COUNT] = { [ORDER_FIFO] = fifo, [ORDER_ECA] = eca, [ORDER_LCA] = lca, [ORDER_LIFO] = lifo,
                                            [ORDER_LDM] = ldm, [ORDER_HDM] = hdm, [ORDER_HMS] = hms, [ORDER_SGR] = sgr };

/* ---- sorting ---- */

/* The sort of the Java library of the papers' time, because sgr's relation is not transitive and the result depends on the
 * algorithm: insertion below 7 elements, merging from the top down from there on. */
static void sort(struct receiver *list, size_t count, struct receiver *scratch, before goes_before)
{
    enum { INSERTION_BELOW = 7 };
    if (count < INSERTION_BELOW) {
        for (size_t i = 1; i < count; i++) {
            struct receiver r = list[i];
            size_t at = i;
            for (; at > 0 && goes_before(&r, &list[at - 1]); at--) {
                list[at] = list[at - 1];
            }
            list[at] = r;
        }
        return;
    }
    size_t half = count / 2;
    sort(list, half, scratch, goes_before);
    sort(list + half, count - half, scratch, goes_before);
    if (!goes_before(&list[half], &list[half - 1])) {
        return;
    }
    size_t a = 0, b = half, n = 0;
    while (n < count) {
        bool right = a == half || (b < count && goes_before(&list[b], &list[a]));
        scratch[n++] = right ? list[b++] : list[a++];
    }
    memcpy(list, scratch, count * sizeof *list);
}

void order_sort(const struct execution *x, uint32_t *messages, size_t count)
{
    static struct pool paper;
    if (paper.base == NULL) {
        pool_init(&paper, (size_t)1 << 32);
    }
    struct receiver *receivers = (struct receiver *)paper.base;
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t to = individual_at(x, messages[i])->to;
        size_t r = 0;
        while (r < n && receivers[r].actor != to) {
            r++;
        }
        if (r == n) {
            receivers[n++] = (struct receiver){ .actor = to, .creation = actor_now(x, to)->creation, .oldest = messages[i] };
        }
        receivers[r].newest = messages[i];
        receivers[r].count++;
    }
    sort(receivers, n, receivers + n, orders[kind]);
    uint32_t *sorted = (uint32_t *)(receivers + 2 * n);
    size_t at = 0;
    for (size_t r = 0; r < n; r++) {
        for (size_t i = 0; i < count; i++) {
            if (individual_at(x, messages[i])->to == receivers[r].actor) {
                sorted[at++] = messages[i];
            }
        }
    }
    memcpy(messages, sorted, count * sizeof *sorted);
}
