/* PCT, probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010, section 2.3): processes get
 * distinct random priorities, and the highest one that can run does. At d - 1 random steps the process that would run is dropped below
 * all others. A bug that needs d ordering constraints is hit with a probability of at least 1 / (n k^(d-1)), for n processes and k
 * steps.
 *
 * Here a process is a lane: the messages that the channel keeps in order. Under pairwise that is a pair of sender and receiver, under
 * mailbox a receiver; each timer is a lane by itself. Under unordered the messages from a sender to a receiver have no order: one of
 * them is drawn, and the bound does not hold for orders among them (pctcp's does).
 *
 * k is the length of the longest one of the first executions (scout.c); the very first one has no drops. */
#include "base/map.h"
#include "model/message.h"
#include "model/turns.h"
#include "sample/groups.h"
#include "sample/sample.h"

#define ABOVE_ALL_DROPPED ((uint64_t)1 << 63)

struct lane {
    uint64_t execution; /* the execution for which `priority` was drawn, from 1 */
    uint64_t priority;
};

struct pct {
    struct map numbers;       /* numbers of lanes, the same in all executions */
    struct pool lane_numbers; /* uint32_t per individual: its lane */
    struct pool lanes;        /* struct lane by number */
    struct groups groups;     /* of a lane: those that can be delivered */
    uint64_t execution;
    uint64_t drops[BUG_DEPTH_MAX]; /* [i]: the step at which a lane is dropped to priority i; i from 1 */
};

static uint32_t *number_of(const struct pct *p, uint32_t individual)
{
    return (uint32_t *)p->lane_numbers.base + individual;
}

static struct lane *lane_at(const struct pct *p, uint32_t number)
{
    return (struct lane *)p->lanes.base + number;
}

static void open(struct sample *a)
{
    struct pct *p = a->own;
    map_init(&p->numbers);
    pool_init(&p->lane_numbers, (size_t)1 << 34);
    pool_init(&p->lanes, (size_t)1 << 34);
    groups_init(&p->groups);
}

static uint64_t lane_key(const struct individual *m)
{
    const struct message *what = message_get(m->message);
    if (what->timer != 0) {
        return (uint64_t)1 << 63 | (uint64_t)m->to << 32 | (uint32_t)what->timer;
    }
    if ((what->flags & MESSAGE_EVENT) != 0) {
        return (uint64_t)1 << 62 | (uint64_t)m->to << 32 | m->message;
    }
    uint64_t queue = turns_queue(m->to, m->message);
    return queue != 0 ? queue : (uint64_t)m->to << 32 | what->sender;
}

static void begin(struct sample *a)
{
    struct pct *p = a->own;
    p->execution++;
    groups_begin(&p->groups);
    for (uint64_t i = 1; i < a->bug_depth; i++) {
        p->drops[i] = a->known.longest == 0 ? 0 : 1 + rng_below(&a->random, a->known.longest);
    }
}

static void sent(struct sample *a, uint32_t individual)
{
    struct pct *p = a->own;
    uint64_t key = lane_key(individual_at(&a->x, individual));
    uint32_t n = map_get(&p->numbers, key);
    if (n == 0) {
        n = (uint32_t)map_count(&p->numbers) + 1;
        map_put(&p->numbers, key, n);
    }
    *number_of(p, individual) = n;
    if (lane_at(p, n)->execution != p->execution) {
        *lane_at(p, n) = (struct lane){ .execution = p->execution, .priority = ABOVE_ALL_DROPPED | rng_next(&a->random) };
    }
}

/* The lane with the highest priority comes first. */
static void rank(struct pct *p, uint32_t lane)
{
    ranking_put(&p->groups.ranking, lane, ~lane_at(p, lane)->priority);
}

static void comes(struct sample *a, uint32_t individual)
{
    struct pct *p = a->own;
    groups_join(&p->groups, *number_of(p, individual), individual);
    rank(p, *number_of(p, individual));
}

static void goes(struct sample *a, uint32_t individual)
{
    groups_leave(&((struct pct *)a->own)->groups, individual);
}

static uint32_t choose(struct sample *a)
{
    struct pct *p = a->own;
    uint64_t step = execution_length(&a->x) + 1;
    for (uint64_t i = 1; i < a->bug_depth; i++) {
        if (p->drops[i] == step) {
            uint32_t highest = ranking_first(&p->groups.ranking);
            lane_at(p, highest)->priority = i;
            rank(p, highest);
        }
    }
    uint32_t lane = ranking_first(&p->groups.ranking), count = group_size(&p->groups, lane);
    return group_member(&p->groups, lane, count == 1 ? 0 : rng_below(&a->random, count));
}

const struct sampler sampler_pct = {
    .own_bytes = sizeof(struct pct), .open = open, .begin = begin, .sent = sent, .comes = comes, .goes = goes, .choose = choose
};
