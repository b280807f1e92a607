#include "paths/order.h"

#include <stdbool.h>
#include <string.h>

#include "model/message.h"
#include "model/names.h"
#include "moves/world.h"

/* What the orders know of a receiver with deliverable messages. */
struct receiver {
    uint32_t actor;
    uint32_t creation;
    uint32_t oldest, newest, count; /* its deliverable messages */
};

/* Whether a goes before b. The relation of sgr is not an order in the mathematical sense. */
typedef bool (*before)(struct order *o, const struct receiver *a, const struct receiver *b);

/* ---- what is learned on the way and never forgotten ---- */

struct activity {
    uint64_t deliveries, sends;
};

static struct activity *activity(struct order *o, uint32_t actor)
{
    while (o->history.used / sizeof(struct activity) <= actor) {
        pool_take(&o->history, sizeof(struct activity));
    }
    return (struct activity *)o->history.base + actor;
}

static bool reaches(const struct order *o, uint32_t a, uint32_t b)
{
    return a < ORDER_GRAPH_MAX && b < ORDER_GRAPH_MAX && (o->reach[a][b / 64] >> b % 64 & 1);
}

/* Adds an edge and keeps the relation transitive. */
static void add_edge(struct order *o, uint32_t from, uint32_t to)
{
    if (from >= ORDER_GRAPH_MAX || to >= ORDER_GRAPH_MAX || reaches(o, from, to)) {
        return;
    }
    for (uint32_t a = 0; a < ORDER_GRAPH_MAX; a++) {
        if (a == from || reaches(o, a, from)) {
            o->reach[a][to / 64] |= (uint64_t)1 << to % 64;
            for (size_t w = 0; w < ORDER_GRAPH_MAX / 64; w++) {
                o->reach[a][w] |= o->reach[to][w];
            }
        }
    }
}

void order_init(struct order *o, enum order_kind kind)
{
    *o = (struct order){ .kind = kind };
    pool_init(&o->history, (size_t)1 << 30);
    pool_init(&o->paper, (size_t)1 << 32);
    o->reach = table_new(sizeof *o->reach * ORDER_GRAPH_MAX);
    for (size_t i = 0; i < world_sent_count(); i++) {
        add_edge(o, message_get(world_sent(i)->message)->sender, world_sent(i)->to);
    }
}

void order_learn(struct order *o, const struct execution *x)
{
    const struct event *e = event_at(x, execution_length(x));
    activity(o, e->actor)->deliveries++;
    activity(o, e->actor)->sends += e->sent_count - e->offered;
    for (uint32_t m = e->first_sent; m < e->first_sent + e->sent_count - e->offered; m++) {
        add_edge(o, message_get(individual_at(x, m)->message)->sender, individual_at(x, m)->to);
    }
}

static double sends_per_delivery(struct order *o, uint32_t actor)
{
    const struct activity *a = activity(o, actor);
    return a->deliveries == 0 ? 1.0 : (double)a->sends / (double)a->deliveries;
}

/* ---- the eight orders ---- */

static bool eca(struct order *o, const struct receiver *a, const struct receiver *b)
{
    (void)o;
    return a->creation < b->creation;
}

static bool lca(struct order *o, const struct receiver *a, const struct receiver *b)
{
    (void)o;
    return a->creation > b->creation;
}

static bool fifo(struct order *o, const struct receiver *a, const struct receiver *b)
{
    (void)o;
    return a->oldest < b->oldest;
}

static bool lifo(struct order *o, const struct receiver *a, const struct receiver *b)
{
    (void)o;
    return a->newest > b->newest;
}

static bool ldm(struct order *o, const struct receiver *a, const struct receiver *b)
{
    (void)o;
    return a->count != b->count ? a->count < b->count : a->creation < b->creation;
}

static bool hdm(struct order *o, const struct receiver *a, const struct receiver *b)
{
    (void)o;
    return a->count != b->count ? a->count > b->count : a->creation < b->creation;
}

static bool hms(struct order *o, const struct receiver *a, const struct receiver *b)
{
    double sa = sends_per_delivery(o, a->actor), sb = sends_per_delivery(o, b->actor);
    return sa != sb ? sa > sb : a->creation < b->creation;
}

static bool sgr(struct order *o, const struct receiver *a, const struct receiver *b)
{
    bool ab = reaches(o, a->actor, b->actor), ba = reaches(o, b->actor, a->actor);
    return ab != ba ? ab : a->creation < b->creation;
}

static const before orders[ORDER_COUNT] = { [ORDER_FIFO] = fifo, [ORDER_ECA] = eca, [ORDER_LCA] = lca, [ORDER_LIFO] = lifo,
                                            [ORDER_LDM] = ldm,   [ORDER_HDM] = hdm, [ORDER_HMS] = hms, [ORDER_SGR] = sgr };

/* ---- sorting ---- */

/* The sorting algorithm of Java's library when the papers were written: insertion sort below 7 elements, else top-down merge sort. It
 * matters because sgr's relation is not transitive, so that the result depends on the algorithm. */
static void sort(struct order *o, struct receiver *list, size_t count, struct receiver *scratch, before goes_before)
{
    enum { INSERTION_BELOW = 7 };
    if (count < INSERTION_BELOW) {
        for (size_t i = 1; i < count; i++) {
            struct receiver r = list[i];
            size_t at = i;
            for (; at > 0 && goes_before(o, &r, &list[at - 1]); at--) {
                list[at] = list[at - 1];
            }
            list[at] = r;
        }
        return;
    }
    size_t half = count / 2;
    sort(o, list, half, scratch, goes_before);
    sort(o, list + half, count - half, scratch, goes_before);
    if (!goes_before(o, &list[half], &list[half - 1])) {
        return;
    }
    size_t a = 0, b = half, n = 0;
    while (n < count) {
        bool right = a == half || (b < count && goes_before(o, &list[b], &list[a]));
        scratch[n++] = right ? list[b++] : list[a++];
    }
    memcpy(list, scratch, count * sizeof *list);
}

void order_sort(struct order *o, const struct execution *x, uint32_t *messages, size_t count)
{
    struct receiver *receivers = (struct receiver *)o->paper.base;
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
    sort(o, receivers, n, receivers + n, orders[o->kind]);
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
