/* PCTCP, PCT with chain partitioning (Ozkan, Majumdar, Niksic, Tabaei Befrouei and Weissenbacher, OOPSLA 2018, section 4). PCT's
 * processes are replaced by chains: lists of messages in which each happens before the next. Chains have random priorities; the
 * head of the highest one goes first. d - 1 random messages are labelled: when one of them would go, its chain drops below all
 * others. A bug of depth d is hit with a probability of at least 1 / (w^2 n^(d-1)), for n messages of which at most w are
 * concurrent, on all channels.
 *
 * A message joins a chain when it is sent, and stays in it. Chains are kept as Agarwal and Garg do (Distributed Computing 2007, online
 * decomposition): in sets B1, B2, ... with i chains in Bi, which needs at most w (w + 1) / 2 chains.
 *
 * n is the largest number of messages of one of the first executions (scout.c); in the very first one nothing is labelled. */
#include "model/timers.h"
#include "model/turns.h"
#include "sample/groups.h"
#include "sample/sample.h"

#define ABOVE_ALL_DROPPED ((uint64_t)1 << 63)

struct chain {
    uint64_t priority;
    uint32_t last; /* its last individual */
    uint32_t set;  /* the number of the set that it is in */
    bool live;     /* what is sent later may have the last one before it */
};

/* What is known of a set without going through it. */
struct set {
    uint32_t free; /* chains that are not begun */
    uint32_t live; /* chains that are live */
};

struct pctcp {
    struct pool chain_numbers; /* uint32_t per individual: its chain */
    struct pool chains;        /* struct chain, from 1 */
    struct pool places;        /* uint32_t: the sets, one after the other, as lists of chains; 0: a chain that is not begun */
    struct pool sets;          /* struct set, from 1 */
    struct groups groups;      /* of a chain: those that can be delivered */
    uint32_t chain_count;
    uint32_t set_count;
    uint64_t labels[BUG_DEPTH_MAX]; /* [i]: number of the message labelled i, from 1; 0: none */
};

static struct chain *chain_at(const struct pctcp *p, uint32_t number)
{
    return (struct chain *)p->chains.base + number;
}

static uint32_t *number_of(const struct pctcp *p, uint32_t individual)
{
    return (uint32_t *)p->chain_numbers.base + individual;
}

static void open(struct sample *a)
{
    struct pctcp *p = a->own;
    pool_init(&p->chain_numbers, (size_t)1 << 34);
    pool_init(&p->chains, (size_t)1 << 34);
    pool_init(&p->places, (size_t)1 << 34);
    pool_init(&p->sets, (size_t)1 << 30);
    groups_init(&p->groups);
}

static void begin(struct sample *a)
{
    struct pctcp *p = a->own;
    groups_begin(&p->groups);
    p->chain_count = 0;
    p->set_count = 0;
    for (uint64_t i = 1; i < a->bug_depth; i++) {
        p->labels[i] = a->known.most_messages == 0 ? 0 : 1 + rng_below(&a->random, a->known.most_messages);
    }
}

/* Whether `before` must be delivered before `m`: it led to `m`, or the channel keeps them in this order. */
static bool happens_before(const struct sample *a, uint32_t before, uint32_t m)
{
    const struct individual *b = individual_at(&a->x, before), *i = individual_at(&a->x, m);
    bool delivered = b->delivered != NOT_DELIVERED && b->delivered != CANCELLED;
    return (delivered && in_past(&a->x, b->delivered, m)) || (b->to == i->to && execution_keeps(&a->x, before, m));
}

/* Whether the channel may keep this message, while it is pending, before another. The others need not be compared with what is sent: so it does
 * not matter how many messages are pending that have no order. */
static bool has_order(const struct sample *a, uint32_t individual)
{
    const struct individual *i = individual_at(&a->x, individual);
    return is_timer(i->message) || turns_queue(i->to, i->message) != 0;
}

/* Set i, from 1, has its chains here. */
static uint32_t *places_of(const struct pctcp *p, uint32_t i)
{
    return (uint32_t *)p->places.base + (uint64_t)i * (i - 1) / 2;
}

static struct set *set_at(const struct pctcp *p, uint32_t i)
{
    return (struct set *)p->sets.base + i;
}

static void put_into(const struct pctcp *p, uint32_t i, uint32_t place, uint32_t chain)
{
    places_of(p, i)[place] = chain;
    chain_at(p, chain)->set = i; /* chain 0, which stands for none, is in any set */
}

/* Swaps B(i-1) and Bi without the chain at `taken`, so that the tops within a set stay concurrent. */
static void swap_sets(const struct pctcp *p, uint32_t i, uint32_t taken)
{
    const uint32_t *lower = places_of(p, i - 1), *upper = places_of(p, i);
    uint32_t chain = upper[taken];
    put_into(p, i, taken, upper[i - 1]);
    put_into(p, i, i - 1, chain);
    for (uint32_t k = 0; k + 1 < i; k++) {
        uint32_t other = lower[k];
        put_into(p, i - 1, k, upper[k]);
        put_into(p, i, k, other);
    }
    struct set before = *set_at(p, i - 1);
    bool live = chain_at(p, chain)->live;
    *set_at(p, i - 1) = (struct set){ .free = set_at(p, i)->free, .live = set_at(p, i)->live - live };
    *set_at(p, i) = (struct set){ .free = before.free, .live = before.live + live };
}

static uint32_t begin_chain(struct sample *a)
{
    struct pctcp *p = a->own;
    *chain_at(p, ++p->chain_count) = (struct chain){ .priority = ABOVE_ALL_DROPPED | rng_next(&a->random) };
    return p->chain_count;
}

static void begin_set(struct pctcp *p, uint32_t i)
{
    p->set_count = i;
    *set_at(p, i) = (struct set){ .free = i };
    for (uint32_t k = 0; k < i; k++) {
        places_of(p, i)[k] = 0;
    }
}

/* The message becomes the last one of the chain at a place of a set. */
static void join(struct sample *a, uint32_t i, uint32_t place, uint32_t individual)
{
    struct pctcp *p = a->own;
    uint32_t chain = places_of(p, i)[place];
    if (chain == 0) {
        chain = begin_chain(a);
        put_into(p, i, place, chain);
        set_at(p, i)->free--;
    }
    bool live = has_order(a, individual);
    set_at(p, i)->live += (uint32_t)live - chain_at(p, chain)->live;
    chain_at(p, chain)->live = live;
    chain_at(p, chain)->last = individual;
    *number_of(p, individual) = chain;
    if (i > 1) {
        swap_sets(p, i, place);
    }
}

static void sent(struct sample *a, uint32_t individual)
{
    struct pctcp *p = a->own;
    for (uint32_t i = 1;; i++) {
        if (i > p->set_count) {
            begin_set(p, i);
        }
        const uint32_t *chains = places_of(p, i);
        bool fits = set_at(p, i)->free != 0 || set_at(p, i)->live != 0;
        for (uint32_t k = 0; fits && k < i; k++) {
            if (chains[k] == 0 || happens_before(a, chain_at(p, chains[k])->last, individual)) {
                join(a, i, k, individual);
                return;
            }
        }
    }
}

/* A delivered message is before what its delivery leads to. */
static void delivered(struct sample *a, uint32_t event)
{
    const struct pctcp *p = a->own;
    uint32_t individual = event_at(&a->x, event)->message;
    struct chain *chain = chain_at(p, *number_of(p, individual));
    if (chain->last == individual && !chain->live) {
        chain->live = true;
        set_at(p, chain->set)->live++;
    }
}

static void rank(struct pctcp *p, uint32_t chain)
{
    ranking_put(&p->groups.ranking, chain, ~chain_at(p, chain)->priority);
}

static void comes(struct sample *a, uint32_t individual)
{
    struct pctcp *p = a->own;
    groups_join(&p->groups, *number_of(p, individual), individual);
    rank(p, *number_of(p, individual));
}

static void goes(struct sample *a, uint32_t individual)
{
    groups_leave(&((struct pctcp *)a->own)->groups, individual);
}

/* Removes and returns the label of a message; 0: none. */
static uint64_t take_label(const struct sample *a, uint32_t individual)
{
    struct pctcp *p = a->own;
    for (uint64_t i = 1; i < a->bug_depth; i++) {
        if (p->labels[i] == individual + 1) {
            p->labels[i] = 0;
            return i;
        }
    }
    return 0;
}

/* Mostly a chain has one message that can be delivered. It has more when one was skipped, because it was not accepted, and is accepted now. */
static uint32_t highest(const struct pctcp *p)
{
    return group_member(&p->groups, ranking_first(&p->groups.ranking), 0);
}

static uint32_t choose(struct sample *a)
{
    struct pctcp *p = a->own;
    uint32_t best;
    uint64_t label;
    while (best = highest(p), (label = take_label(a, best)) != 0) {
        chain_at(p, *number_of(p, best))->priority = label;
        rank(p, *number_of(p, best));
    }
    return best;
}

const struct sampler sampler_pctcp = { .own_bytes = sizeof(struct pctcp),
                                       .open = open,
                                       .begin = begin,
                                       .sent = sent,
                                       .comes = comes,
                                       .goes = goes,
                                       .choose = choose,
                                       .delivered = delivered };
