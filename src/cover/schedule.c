/* Bita's Algorithm 2: makes a schedule that brings two events into a wanted order, with all that must happen before them. */
#include "cover/cover.h"

#include <string.h>

#include "base/mutant.h"
#include "cover/before.h"

enum { CALLS_DEEP = 64 };

/* A schedule under construction. An event is in it when its mark is the builder's stamp. */
struct builder {
    struct cover *c;
    struct list list;
    uint32_t stamp;
    uint32_t deep;
    bool impossible; /* a call cannot be answered in this order */
};

struct last {
    uint32_t stamp, event;
};

struct list cover_list(struct cover *c, size_t room)
{
    return (struct list){ .at = pool_take(&c->lists, (room + 1) * sizeof(uint32_t)) };
}

static uint32_t *mark_of(struct builder *b, uint32_t e)
{
    struct pool *p = &b->c->marks;
    while (p->used / sizeof(uint32_t) <= e) {
        memset(pool_take(p, 64 * sizeof(uint32_t)), 0, 64 * sizeof(uint32_t));
    }
    return (uint32_t *)p->base + e;
}

/* The newest event of an actor in the schedule. */
static struct last *last_of(struct builder *b, uint32_t actor)
{
    struct pool *p = &b->c->lasts;
    while (p->used / sizeof(struct last) <= actor) {
        memset(pool_take(p, 64 * sizeof(struct last)), 0, 64 * sizeof(struct last));
    }
    return (struct last *)p->base + actor;
}

static bool included(struct builder *b, uint32_t e)
{
    return *mark_of(b, e) == b->stamp;
}

static void append(struct builder *b, uint32_t e);

/* An actor inside a call receives nothing but the reply. So before its next event, adds the reply and all that must happen before
 * that. This is the constraint of synchronous communication, which the paper mentions without details. */
static void answer_call(struct builder *b, uint32_t caller, uint32_t next)
{
    const struct execution *x = &b->c->base;
    for (;;) {
        uint32_t reply = ((const uint32_t *)b->c->following.base)[caller];
        if (reply == 0 || reply == next || !receive_get(&b->c->goals.receives, identity_at(&b->c->base_ids, x, reply))->synchronous) {
            return;
        }
        if (++b->deep > CALLS_DEEP) {
            b->impossible = true;
            return;
        }
        for (uint32_t k = 1; k < reply && !b->impossible; k++) {
            if (must_happen_before(x, k, reply)) {
                append(b, k);
            }
        }
        append(b, reply);
        b->deep--;
        caller = reply;
    }
}

static void append(struct builder *b, uint32_t e)
{
    if (b->impossible || included(b, e)) {
        return;
    }
    uint32_t actor = event_at(&b->c->base, e)->actor;
    struct last *last = last_of(b, actor);
    if (last->stamp == b->stamp && RULE("cover-calls")) {
        answer_call(b, last->event, e);
        if (b->impossible || included(b, e)) {
            return;
        }
    }
    *mark_of(b, e) = b->stamp;
    *last_of(b, actor) = (struct last){ b->stamp, e };
    b->list.at[b->list.count++] = e;
}

/* Line 10: the events that are not scheduled yet and do not follow from the two events, whose steps now differ. */
static struct list tail_of(struct builder *b, struct list s, uint32_t ri, uint32_t rj)
{
    const struct execution *x = &b->c->base;
    struct list tail = cover_list(b->c, s.count + 1);
    if (b->c->criterion == CRITERION_PR) {
        tail.at[tail.count++] = b->list.at[b->list.count - 1];
    }
    for (uint32_t k = 0; k < s.count; k++) {
        if (!included(b, s.at[k]) && !must_happen_before(x, ri, s.at[k]) && !must_happen_before(x, rj, s.at[k])) {
            tail.at[tail.count++] = s.at[k];
        }
    }
    return tail;
}

bool cover_schedule(struct cover *c, struct list s, uint32_t i, uint32_t j, bool swap, enum effort effort, struct list *out)
{
    uint32_t ri = s.at[i], rj = s.at[j];
    c->looked += s.count;
    struct builder b = { .c = c, .stamp = ++c->stamp, .list = cover_list(c, execution_length(&c->base)) };
    for (uint32_t k = 0; k < i; k++) { /* line 2 */
        append(&b, s.at[k]);
    }
    for (uint32_t k = i + 1; k < j; k++) { /* lines 3 to 5 */
        if (effort == POSTPONE ? !must_happen_before(&c->base, ri, s.at[k]) : must_happen_before(&c->base, s.at[k], rj)) {
            append(&b, s.at[k]);
        }
    }
    if (included(&b, ri) || included(&b, rj)) {
        b.impossible = true; /* an earlier call would be answered only after one of them */
    }
    append(&b, swap ? rj : ri); /* lines 6 to 9 */
    if (included(&b, swap ? ri : rj)) {
        b.impossible = true;
    }
    append(&b, swap ? ri : rj);
    if (b.impossible) {
        return false;
    }
    *out = b.list;
    return effort == WITH_TAIL ? cover_tail(c, b.list, tail_of(&b, s, ri, rj), out) : true; /* lines 10 and 11 */
}
