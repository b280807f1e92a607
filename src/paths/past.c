#include "paths/past.h"

#include <string.h>

#include "model/message.h"
#include "model/names.h"
#include "model/turns.h"
#include "moves/world.h"

/* ---- sets of messages ---- A set never changes: adding to it makes a new one after the others. A set is the offset of its words in
 * the pool: first their number, then words of 64 messages each. Set 0 is the empty one. */

enum { BITS = 64 };

static uint64_t *words_of(const struct execution *x, uint64_t set)
{
    return (uint64_t *)x->past.sets.base + set;
}

static bool set_has(const struct execution *x, uint64_t set, uint32_t message)
{
    const uint64_t *words = words_of(x, set);
    return message / BITS < words[0] && (words[1 + message / BITS] >> message % BITS & 1) != 0;
}

/* A copy of a set with room for `count` words. */
static uint64_t set_copy(struct execution *x, uint64_t set, uint64_t count)
{
    uint64_t made = x->past.sets.used / sizeof(uint64_t), old = words_of(x, set)[0];
    uint64_t *out = pool_take(&x->past.sets, (1 + count) * sizeof *out);
    out[0] = count;
    memcpy(out + 1, words_of(x, set) + 1, old * sizeof *out);
    memset(out + 1 + old, 0, (count - old) * sizeof *out);
    return made;
}

static uint64_t set_with(struct execution *x, uint64_t set, uint32_t message)
{
    uint64_t count = words_of(x, set)[0], needed = message / BITS + 1;
    uint64_t made = set_copy(x, set, count > needed ? count : needed);
    words_of(x, made)[1 + message / BITS] |= (uint64_t)1 << message % BITS;
    return made;
}

static bool set_includes(const struct execution *x, uint64_t set, uint64_t other)
{
    const uint64_t *a = words_of(x, set), *b = words_of(x, other);
    for (uint64_t i = 1; i <= b[0]; i++) {
        if ((b[i] & ~(i <= a[0] ? a[i] : 0)) != 0) {
            return false;
        }
    }
    return true;
}

static uint64_t set_union(struct execution *x, uint64_t a, uint64_t b)
{
    if (set_includes(x, a, b)) {
        return a;
    }
    uint64_t count = words_of(x, a)[0], other = words_of(x, b)[0];
    uint64_t made = set_copy(x, a, count > other ? count : other);
    for (uint64_t i = 1; i <= other; i++) {
        words_of(x, made)[i] |= words_of(x, b)[i];
    }
    return made;
}

/* ---- what actors know of ---- */

struct lesson {
    uint64_t actor, knew; /* the set that the actor knew before */
};

static uint64_t *known_to(const struct execution *x, uint32_t actor)
{
    return (uint64_t *)x->past.known.base + actor; /* untouched memory of the pool is zero, so no entry needs to be added */
}

static void learn(struct execution *x, uint32_t actor, uint64_t set)
{
    if (set != *known_to(x, actor)) {
        *(struct lesson *)pool_take(&x->past.lessons, sizeof(struct lesson)) = (struct lesson){ actor, *known_to(x, actor) };
        *known_to(x, actor) = set;
    }
}

/* Timers and events are never in another message's past. */
static bool counts(uint32_t message)
{
    return message_get(message)->timer == 0 && (message_get(message)->flags & MESSAGE_EVENT) == 0;
}

/* ---- what happens ---- */

/* A message is sent; `individual` is its number, if it was sent in this execution. Returns its past. */
static uint64_t send(struct execution *x, uint32_t message, uint32_t individual)
{
    uint32_t sender = message_get(message)->sender;
    uint64_t past = counts(message) ? *known_to(x, sender) : 0;
    if (counts(message) && individual != NO_INDIVIDUAL) {
        learn(x, sender, set_with(x, past, individual));
    }
    return past;
}

void past_init(struct execution *x)
{
    const struct channel *channel = turns_channel();
    x->past.kept = channel->past_first || channel->mixes_senders;
    if (!x->past.kept) {
        return;
    }
    pool_init(&x->past.sets, (size_t)1 << 38);
    pool_init(&x->past.known, (size_t)1 << 33);
    pool_init(&x->past.lessons, (size_t)1 << 36);
    pool_init(&x->past.of, (size_t)1 << 35);
    pool_take(&x->past.sets, sizeof(uint64_t)); /* set 0: no words */
    uint64_t *pasts = table_new((world_sent_count() + 1) * sizeof *pasts);
    uint32_t next = 0;
    for (size_t i = 0; i < world_history_count(); i++) {
        struct happening h = world_history(i);
        if (h.kind == HAPPENED_CREATE) {
            past_created(x, h.which);
        } else if (h.kind == HAPPENED_SEND) {
            uint32_t individual = world_sent(h.which)->delivered ? NO_INDIVIDUAL : next++;
            pasts[h.which] = send(x, world_sent(h.which)->message, individual);
            if (individual != NO_INDIVIDUAL) {
                ((uint64_t *)x->past.of.base)[individual] = pasts[h.which];
            }
        } else if (h.kind == HAPPENED_DELIVERY) {
            learn(x, world_sent(h.which)->to, set_union(x, *known_to(x, world_sent(h.which)->to), pasts[h.which]));
        }
    }
    table_free(pasts, (world_sent_count() + 1) * sizeof *pasts);
}

void past_sent(struct execution *x, uint32_t individual)
{
    if (x->past.kept) {
        ((uint64_t *)x->past.of.base)[individual] = send(x, individual_at(x, individual)->message, individual);
    }
}

void past_delivered(struct execution *x, uint32_t individual)
{
    if (x->past.kept) {
        uint32_t to = individual_at(x, individual)->to;
        learn(x, to, set_union(x, *known_to(x, to), ((const uint64_t *)x->past.of.base)[individual]));
    }
}

void past_created(struct execution *x, uint32_t child)
{
    if (x->past.kept) {
        learn(x, child, *known_to(x, names_get(child)->parent));
    }
}

struct past_moment past_now(const struct execution *x)
{
    return (struct past_moment){ .sets = x->past.sets.used, .lessons = x->past.lessons.used };
}

void past_back_to(struct execution *x, struct past_moment moment)
{
    while (x->past.lessons.used > moment.lessons) {
        struct lesson last = ((const struct lesson *)(x->past.lessons.base + x->past.lessons.used))[-1];
        *known_to(x, (uint32_t)last.actor) = last.knew;
        pool_give_back(&x->past.lessons, sizeof last);
    }
    if (x->past.kept) {
        pool_give_back(&x->past.sets, x->past.sets.used - moment.sets);
    }
}

bool past_is_empty(const struct execution *x, uint32_t individual)
{
    return !x->past.kept || ((const uint64_t *)x->past.of.base)[individual] == 0;
}

bool past_has(const struct execution *x, uint32_t first, uint32_t second)
{
    return x->past.kept && set_has(x, ((const uint64_t *)x->past.of.base)[second], first);
}

bool past_knows(const struct execution *x, uint32_t actor, uint32_t individual)
{
    return x->past.kept && set_has(x, *known_to(x, actor), individual);
}
