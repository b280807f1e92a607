/* PCTCP, PCT with chain partitioning (Ozkan, Majumdar, Niksic, Tabaei Befrouei and Weissenbacher, OOPSLA 2018, section 4). PCT's
 * processes are replaced by chains: lists of messages in which each happens before the next. Chains have random priorities; the
 * head of the highest one goes first. d - 1 random messages are labelled: when one of them would go, its chain drops below all
 * others. A bug of depth d is hit with a probability of at least 1 / (w^2 n^(d-1)), for n messages of which at most w are
 * concurrent, on all channels.
 *
 * A message joins a chain when it is sent, and stays in it. Chains are kept as Agarwal and Garg do (Distributed Computing 2007, online
 * decomposition): in sets B1, B2, ... with i chains in Bi, which needs at most w (w + 1) / 2 chains.
 *
 * n is the largest number of messages of an execution so far; in the first one nothing is labelled. */
#include "sample/sample.h"

#define ABOVE_ALL_DROPPED ((uint64_t)1 << 63)

struct chain {
    uint64_t priority;
    uint32_t last; /* its last individual */
    uint32_t unused;
};

struct pctcp {
    struct pool chain_numbers; /* uint32_t per individual: its chain */
    struct pool chains;        /* struct chain, from 1 */
    struct pool places;        /* uint32_t: the sets, one after the other, as lists of chains; 0: a chain that is not begun */
    uint32_t chain_count;
    uint64_t set_count;
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
}

static void begin(struct sample *a)
{
    struct pctcp *p = a->own;
    p->chain_count = 0;
    p->set_count = 0;
    for (uint64_t i = 1; i < a->bug_depth; i++) {
        p->labels[i] = a->most_messages == 0 ? 0 : 1 + rng_below(&a->random, a->most_messages);
    }
}

/* Whether `before` must be delivered before `m`: it led to `m`, or the channel keeps them in this order. */
static bool happens_before(const struct sample *a, uint32_t before, uint32_t m)
{
    const struct individual *b = individual_at(&a->x, before), *i = individual_at(&a->x, m);
    bool delivered = b->delivered != NOT_DELIVERED && b->delivered != CANCELLED;
    return (delivered && in_past(&a->x, b->delivered, m)) || (b->to == i->to && execution_keeps(&a->x, before, m));
}

/* Set i, from 1, begins here. */
static uint32_t *set_at(const struct pctcp *p, uint64_t i)
{
    return (uint32_t *)p->places.base + i * (i - 1) / 2;
}

/* Swaps B(i-1) and Bi without the chain at `taken`, so that the tops within a set stay concurrent. */
static void swap_sets(const struct pctcp *p, uint64_t i, uint64_t taken)
{
    uint32_t *lower = set_at(p, i - 1), *upper = set_at(p, i);
    uint32_t chain = upper[taken];
    upper[taken] = upper[i - 1];
    upper[i - 1] = chain;
    for (uint64_t k = 0; k + 1 < i; k++) {
        uint32_t other = lower[k];
        lower[k] = upper[k];
        upper[k] = other;
    }
}

static uint32_t begin_chain(struct sample *a)
{
    struct pctcp *p = a->own;
    *chain_at(p, ++p->chain_count) = (struct chain){ .priority = ABOVE_ALL_DROPPED | rng_next(&a->random) };
    return p->chain_count;
}

static void sent(struct sample *a, uint32_t individual)
{
    struct pctcp *p = a->own;
    for (uint64_t i = 1;; i++) {
        uint32_t *set = set_at(p, i);
        if (i > p->set_count) {
            p->set_count = i;
            for (uint64_t k = 0; k < i; k++) {
                set[k] = 0;
            }
        }
        for (uint64_t k = 0; k < i; k++) {
            if (set[k] == 0 || happens_before(a, chain_at(p, set[k])->last, individual)) {
                uint32_t chain = set[k] != 0 ? set[k] : begin_chain(a);
                set[k] = chain;
                chain_at(p, chain)->last = individual;
                *number_of(p, individual) = chain;
                if (i > 1) {
                    swap_sets(p, i, k);
                }
                return;
            }
        }
    }
}

static struct chain *chain_of(const struct sample *a, uint32_t individual)
{
    return chain_at(a->own, *number_of(a->own, individual));
}

static uint32_t highest(struct sample *a)
{
    uint32_t best = deliverable(a, 0);
    for (size_t i = 1; i < deliverable_count(a); i++) {
        uint32_t m = deliverable(a, i);
        best = chain_of(a, m)->priority > chain_of(a, best)->priority ? m : best;
    }
    return best;
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

static uint32_t choose(struct sample *a)
{
    uint32_t best;
    uint64_t label;
    while (best = highest(a), (label = take_label(a, best)) != 0) {
        chain_of(a, best)->priority = label;
    }
    return best;
}

const struct sampler sampler_pctcp = { .own_bytes = sizeof(struct pctcp), .open = open, .begin = begin, .sent = sent, .choose = choose };
