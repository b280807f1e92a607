#include "paths/clocks.h"

#include <string.h>

#include "base/debug.h"

/* In a debug build trees are as deep as they can be, so that few actors show what is wrong with them. */
enum { BITS = DEBUG_ON ? 1 : 4, WIDTH = 1 << BITS };

/* The numbers of actors, in a leaf, or of nodes; node 0 is the empty one of every level. */
struct node {
    uint32_t at[WIDTH];
};

static struct node *node_at(const struct pool *nodes, uint32_t number)
{
    return (struct node *)nodes->base + number;
}

static uint32_t add(struct pool *nodes, const struct node *what)
{
    struct node *n = pool_take(nodes, sizeof *n);
    *n = *what;
    return (uint32_t)(n - node_at(nodes, 0));
}

void clocks_init(struct pool *nodes)
{
    pool_init(nodes, (size_t)1 << 38);
    add(nodes, &(struct node){ 0 });
}

/* Which entry of a node leads to an actor; leaves are level 1. */
static uint32_t entry_of(uint32_t actor, uint32_t level)
{
    return actor >> BITS * (level - 1) & (WIDTH - 1);
}

static bool has_room(struct clock c, uint32_t actor)
{
    return c.levels != 0 && (uint64_t)actor >> BITS * c.levels == 0;
}

uint32_t clock_entry(const struct pool *nodes, struct clock c, uint32_t actor)
{
    uint32_t n = has_room(c, actor) ? c.root : 0;
    for (uint32_t level = c.levels; n != 0 && level > 0; level--) {
        n = node_at(nodes, n)->at[entry_of(actor, level)];
    }
    return n;
}

static struct clock raise(struct pool *nodes, struct clock c, uint32_t levels)
{
    while (c.levels < levels) {
        c.root = c.root == 0 ? 0 : add(nodes, &(struct node){ .at = { c.root } });
        c.levels++;
    }
    return c;
}

static uint32_t join(struct pool *nodes, uint32_t a, uint32_t b, uint32_t level)
{
    if (a == b || b == 0) {
        return a;
    }
    if (a == 0) {
        return b;
    }
    struct node both;
    bool is_a = true, is_b = true;
    for (uint32_t i = 0; i < WIDTH; i++) {
        uint32_t in_a = node_at(nodes, a)->at[i], in_b = node_at(nodes, b)->at[i];
        both.at[i] = level == 1 ? (in_a > in_b ? in_a : in_b) : join(nodes, in_a, in_b, level - 1);
        is_a = is_a && both.at[i] == in_a;
        is_b = is_b && both.at[i] == in_b;
    }
    return is_a ? a : is_b ? b : add(nodes, &both);
}

struct clock clock_join(struct pool *nodes, struct clock a, struct clock b)
{
    uint32_t levels = a.levels > b.levels ? a.levels : b.levels;
    a = raise(nodes, a, levels);
    b = raise(nodes, b, levels);
    return (struct clock){ .root = join(nodes, a.root, b.root, levels), .levels = levels };
}

static uint32_t tick(struct pool *nodes, uint32_t n, uint32_t level, uint32_t actor)
{
    struct node new = *node_at(nodes, n);
    uint32_t *at = &new.at[entry_of(actor, level)];
    *at = level == 1 ? *at + 1 : tick(nodes, *at, level - 1, actor);
    return add(nodes, &new);
}

struct clock clock_tick(struct pool *nodes, struct clock c, uint32_t actor)
{
    while (!has_room(c, actor)) {
        c = raise(nodes, c, c.levels + 1);
    }
    c.root = tick(nodes, c.root, c.levels, actor);
    return c;
}
