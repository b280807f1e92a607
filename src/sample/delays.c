#include "sample/delays.h"

#include <string.h>

struct delays_node {
    uint32_t parent, decision; /* number 0 is the execution without delays */
};

void delays_init(struct delays *t, uint64_t runs)
{
    *t = (struct delays){ .most = runs < UINT32_MAX - 1 ? runs + 1 : UINT32_MAX };
    pool_init(&t->nodes, (size_t)1 << 36);
    pool_init(&t->later, (size_t)1 << 36);
    pool_init(&t->fresh, (size_t)1 << 34);
    pool_share(&t->nodes);
    pool_share(&t->later);
    pool_take(&t->nodes, sizeof(struct delays_node));
}

static uint64_t node_count(const struct delays *t)
{
    return t->nodes.used / sizeof(struct delays_node);
}

static const struct delays_node *node_at(const struct delays *t, uint64_t number)
{
    return (const struct delays_node *)t->nodes.base + number;
}

bool delays_know(const struct delays *t, uint64_t number)
{
    return number < node_count(t);
}

bool delays_missing(const struct delays *t, uint64_t *number)
{
    *number = t->grown;
    return t->grown < node_count(t) && node_count(t) < t->most;
}

uint32_t delays_of(const struct delays *t, uint64_t number)
{
    uint32_t delays = 0;
    for (; number != 0; number = node_at(t, number)->parent) {
        delays++;
    }
    return delays;
}

void delays_plan(const struct delays *t, uint64_t number, uint32_t *out)
{
    for (uint32_t i = delays_of(t, number); number != 0; number = node_at(t, number)->parent) {
        out[--i] = node_at(t, number)->decision;
    }
}

/* ---- the children of an execution ---- */

void delays_begin(struct delays *t, uint64_t number)
{
    t->current = number;
    t->fresh_count = 0;
}

void delays_add(struct delays *t, uint32_t decision)
{
    uint64_t before = node_count(t) + (t->current == t->grown ? 0 : t->later_left); /* so many come before this one, at least */
    if (t->current >= t->grown && before + t->fresh_count < t->most) {
        ((uint32_t *)t->fresh.base)[t->fresh_count++] = decision;
    }
}

static void grow(struct delays *t, const uint32_t *decisions, uint32_t count)
{
    for (uint32_t i = 0; i < count && node_count(t) < t->most; i++) {
        struct delays_node *n = pool_take(&t->nodes, sizeof *n);
        *n = (struct delays_node){ .parent = (uint32_t)t->grown, .decision = decisions[i] };
    }
    t->grown++;
}

static void keep_for_later(struct delays *t)
{
    enum { HEAD = 2 };
    uint32_t *out = (uint32_t *)(t->later.base + t->later.used);
    pool_account(&t->later, (HEAD + t->fresh_count) * sizeof *out);
    out[0] = (uint32_t)t->current;
    out[1] = t->fresh_count;
    memcpy(out + HEAD, t->fresh.base, t->fresh_count * sizeof *out);
    t->later_left += t->fresh_count;
}

/* Those whose turn it is. */
static void take_from_later(struct delays *t)
{
    enum { HEAD = 2 };
    while (t->later_at < t->later.used) {
        const uint32_t *waits = (const uint32_t *)(t->later.base + t->later_at);
        if (waits[0] != t->grown) {
            return;
        }
        grow(t, waits + HEAD, waits[1]);
        t->later_left -= waits[1];
        t->later_at += (HEAD + waits[1]) * sizeof *waits;
    }
}

void delays_ended(struct delays *t)
{
    if (t->current == t->grown) {
        grow(t, (const uint32_t *)t->fresh.base, t->fresh_count);
        take_from_later(t);
    } else if (t->current > t->grown) {
        keep_for_later(t);
    }
}
