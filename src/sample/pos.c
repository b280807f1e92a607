/* POS, partial order sampling (Yuan, Yang and Gu, CAV 2018, Algorithm 2): each pending message has a random priority, the highest
 * deliverable one is delivered, and the pending messages that race with it draw anew. Without drawing anew, a message that lost one
 * race would be likely to lose the next one too.
 *
 * Messages that can be delivered race when they have the same receiver (where all steps depend on each other: always). So the messages of a
 * receiver draw anew together, whenever one of them is delivered, and only the highest of them ever matters. It alone is drawn.
 * Priorities are times here, with the exponential distribution, and the earliest is the highest: of n messages the first comes after an
 * n-th of such a time, and it is any of them. */
#include <string.h>

#include "model/depend.h"
#include "sample/groups.h"
#include "sample/sample.h"

/* The first message of a receiver. */
struct first {
    double time;
    uint32_t individual;
    bool drawn, listed; /* whether the above is known; whether it is among those to draw */
};

struct pos {
    struct groups groups; /* by receiver */
    struct pool firsts;   /* struct first, by receiver */
    struct pool to_draw;  /* uint32_t: receivers */
    size_t to_draw_count;
};

static struct first *first_of(const struct pos *p, uint32_t receiver)
{
    return (struct first *)p->firsts.base + receiver;
}

static uint32_t receiver_of(const struct sample *a, uint32_t individual)
{
    return depend_all() ? DRIVER : individual_at(&a->x, individual)->to;
}

static void open(struct sample *a)
{
    struct pos *p = a->own;
    groups_init(&p->groups);
    pool_init(&p->firsts, (size_t)1 << 34);
    pool_init(&p->to_draw, (size_t)1 << 34);
}

/* Takes one off the list. */
static uint32_t next_to_draw(struct pos *p)
{
    uint32_t receiver = ((const uint32_t *)p->to_draw.base)[--p->to_draw_count];
    first_of(p, receiver)->listed = false;
    return receiver;
}

static void begin(struct sample *a)
{
    struct pos *p = a->own;
    groups_begin(&p->groups);
    while (p->to_draw_count > 0) {
        next_to_draw(p);
    }
}

/* All messages of this receiver draw before the next delivery. */
static void draw_anew(struct pos *p, uint32_t receiver)
{
    struct first *f = first_of(p, receiver);
    f->drawn = false;
    if (!f->listed) {
        f->listed = true;
        ((uint32_t *)p->to_draw.base)[p->to_draw_count++] = receiver;
    }
}

static void set_first(struct pos *p, uint32_t receiver, uint32_t individual, double time)
{
    struct first *f = first_of(p, receiver);
    uint64_t key;
    f->time = time;
    f->individual = individual;
    f->drawn = true;
    memcpy(&key, &time, sizeof key); /* numbers that are not negative have the order of their bits */
    ranking_put(&p->groups.ranking, receiver, key);
}

/* A message that becomes deliverable draws then: before, its priority means nothing. */
static void comes(struct sample *a, uint32_t individual)
{
    struct pos *p = a->own;
    uint32_t receiver = receiver_of(a, individual);
    groups_join(&p->groups, receiver, individual);
    if (group_size(&p->groups, receiver) == 1) {
        draw_anew(p, receiver);
    } else if (first_of(p, receiver)->drawn) {
        double time = rng_exponential(&a->random);
        if (time < first_of(p, receiver)->time) {
            set_first(p, receiver, individual, time);
        }
    }
}

/* Messages cease to be deliverable by a delivery that races with those of their receiver. */
static void goes(struct sample *a, uint32_t individual)
{
    struct pos *p = a->own;
    draw_anew(p, groups_leave(&p->groups, individual));
}

static uint32_t choose(struct sample *a)
{
    struct pos *p = a->own;
    while (p->to_draw_count > 0) {
        uint32_t receiver = next_to_draw(p), count = group_size(&p->groups, receiver);
        if (count > 0) {
            double time = rng_exponential(&a->random) / count;
            set_first(p, receiver, group_member(&p->groups, receiver, rng_below(&a->random, count)), time);
        }
    }
    return first_of(p, ranking_first(&p->groups.ranking))->individual;
}

const struct sampler sampler_pos = {
    .own_bytes = sizeof(struct pos), .open = open, .begin = begin, .comes = comes, .goes = goes, .choose = choose
};
