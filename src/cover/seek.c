/* For goals that no schedule of the paper's algorithms achieves: tries all orders from the start, depth first, until one achieves the
 * goal. The algorithms leave out what need not happen before the pair, or deliver all of it; with constraints, actors that end, or
 * calls, some of it may be needed, or events that came later in the base. States that were met are not entered again. When all orders
 * were tried, no order achieves the goal, and that is reported. Each search may make a limited number of deliveries: half as many
 * after a search for which that was too few, else twice as many. */
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/mutant.h"
#include "cover/cover.h"
#include "model/local.h"
#include "model/names.h"
#include "model/turns.h"
#include "paths/past.h"

enum { ALLOWED_LEAST = 64, ALLOWED_MOST = 4096 };

struct frame {
    uint64_t from; /* the offset of its deliverable messages in `lists` */
    uint32_t count, next;
};

struct seek {
    struct cover *c;
    uint32_t before, after;
    uint32_t actor; /* the identity of the receiver of the two events */
    struct map met;
    struct pool frames;
    bool all; /* no order was left out so far */
};

static bool delivered(const struct execution *x, const struct identities *i, uint32_t id)
{
    for (uint32_t e = execution_length(x); e != 0; e--) {
        if (identity_at(i, x, e) == id) {
            return true;
        }
    }
    return false;
}

/* Whether the goal can still be achieved after this delivery: not if the second event comes first or, with PCR, anything comes between. */
static bool admissible(const struct seek *k, uint32_t individual, bool first_is_done)
{
    uint32_t id = identity_of(&k->c->run_ids, individual);
    if (id == k->after) {
        return first_is_done;
    }
    return !first_is_done || k->c->criterion != CRITERION_PCR || receive_get(&k->c->goals.receives, id)->actor != k->actor ||
           receive_get(&k->c->goals.receives, id)->synchronous;
}

/* A hash of the pending messages that must come before one, or were sent in its past. */
static uint64_t what_is_before(const struct seek *k, uint32_t m)
{
    const struct execution *x = &k->c->run;
    uint64_t sum = 0;
    for (uint32_t b = 0; b < m; b++) {
        const struct individual *other = individual_at(x, b);
        if (other->delivered == NOT_DELIVERED) {
            bool ahead = other->to == individual_at(x, m)->to && execution_keeps(x, b, m);
            sum += ahead || (turns_channel()->past_first && past_has(x, b, m)) ? hash_mix(identity_of(&k->c->run_ids, b)) : 0;
        }
    }
    return sum;
}

/* A hash of the pending messages that are in the past of whatever the actor sends next. */
static uint64_t what_is_known(const struct seek *k, uint32_t actor)
{
    const struct execution *x = &k->c->run;
    uint64_t sum = 0;
    for (uint32_t m = pending_first(x); m != NO_INDIVIDUAL && turns_channel()->past_first; m = pending_after(x, m)) {
        sum += past_knows(x, actor, m) ? hash_mix(identity_of(&k->c->run_ids, m)) : 0;
    }
    return sum;
}

/* A hash of everything that decides what can follow: the actors, and the pending messages with their identities and, on ordered
 * channels, their order. */
static uint64_t situation(const struct seek *k, bool first_is_done)
{
    const struct execution *x = &k->c->run;
    uint64_t sum = hash_mix(x->shared + 1) + first_is_done;
    for (uint32_t a = 1; a < x->actors.used / sizeof(struct actor_now); a++) {
        if (actor_now(x, a)->local != 0) {
            uint64_t what = hash_mix((uint64_t)a << 32 | actor_now(x, a)->local);
            sum += hash_mix(what + identity_of_actor(&k->c->run_ids, a) + what_is_known(k, a));
        }
    }
    for (uint32_t m = pending_first(x); m != NO_INDIVIDUAL; m = pending_after(x, m)) {
        uint64_t what = hash_mix((uint64_t)individual_at(x, m)->message << 32 | identity_of(&k->c->run_ids, m));
        sum += hash_mix(what + what_is_before(k, m));
    }
    return hash_mix(sum) | 1;
}

/* Whether the receiver has ended for good. A failed actor still answers calls, and a process that returned may be restarted. */
static bool ended(const struct seek *k)
{
    const struct execution *x = &k->c->run;
    for (uint32_t a = 1; a < x->actors.used / sizeof(struct actor_now); a++) {
        if (actor_now(x, a)->local != 0 && identity_of_actor(&k->c->run_ids, a) == k->actor) {
            return local_get(actor_now(x, a)->local)->status == ACTOR_DESTROYED;
        }
    }
    return false;
}

/* With PBR: whether the last event came between the two and changed the behaviour. */
static bool turned(const struct seek *k)
{
    const struct cover *c = k->c;
    uint32_t e = execution_length(&c->run), id = identity_at(&c->run_ids, &c->run, e);
    return c->criterion == CRITERION_PBR && id != k->before && !receive_get(&c->goals.receives, id)->synchronous &&
           receive_get(&c->goals.receives, id)->actor == k->actor && behaviour_changed(event_at(&c->run, e));
}

/* Enters the state that was reached, unless the goal cannot be achieved from there or the state was met before. */
static bool enter(struct seek *k)
{
    struct cover *c = k->c;
    bool first_is_done = delivered(&c->run, &c->run_ids, k->before);
    if (first_is_done && turned(k)) {
        return false;
    }
    uint64_t here = situation(k, first_is_done);
    if (ended(k) || map_get(&k->met, here) != 0) {
        return false;
    }
    map_put(&k->met, here, 1);
    if (execution_length(&c->run) == c->s->job->depth_max) {
        k->all = false;
        return false;
    }
    struct frame f = { .from = c->lists.used };
    uint32_t *at = pool_take(&c->lists, (individuals(&c->run) + 1) * sizeof *at);
    uint32_t count = (uint32_t)execution_deliverable(&c->run, at, NULL, NULL);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t individual = at[n], id = identity_of(&c->run_ids, individual);
        if (admissible(k, individual, first_is_done)) {
            at[f.count] = individual;
            if (id == k->before || id == k->after) { /* the two events are tried first */
                memmove(at + 1, at, f.count * sizeof *at);
                at[0] = individual;
            }
            f.count++;
        }
    }
    *(struct frame *)pool_take(&k->frames, sizeof f) = f;
    return true;
}

static void leave(struct seek *k)
{
    struct cover *c = k->c;
    const struct frame *top = (const struct frame *)(k->frames.base + k->frames.used) - 1;
    pool_give_back(&c->lists, c->lists.used - top->from);
    pool_give_back(&k->frames, sizeof *top);
    if (execution_length(&c->run) != 0) {
        execution_undo(&c->run);
    }
}

/* True when the goal is achieved; then the run is at that point. */
static bool search(struct seek *k)
{
    struct cover *c = k->c;
    uint32_t left = c->allowed;
    enter(k);
    while (k->frames.used != 0 && !c->s->stopped) {
        struct frame *top = (struct frame *)(k->frames.base + k->frames.used) - 1;
        if (top->next == top->count) {
            leave(k);
            continue;
        }
        if (left-- == 0) {
            k->all = false;
            return false;
        }
        uint32_t individual = ((const uint32_t *)(c->lists.base + top->from))[top->next++];
        cover_deliver(c, individual, cover_outcome(c, individual));
        if (identity_of(&c->run_ids, individual) == k->after) {
            return true;
        }
        if (!enter(k)) {
            execution_undo(&c->run);
        }
    }
    return false;
}

bool cover_seek(struct cover *c, uint32_t before, uint32_t after, struct list *out, bool *all)
{
    struct seek k = { .c = c, .before = before, .after = after, .actor = receive_get(&c->goals.receives, after)->actor, .all = true };
    size_t lists = c->lists.used;
    map_init(&k.met);
    pool_init(&k.frames, (size_t)1 << 33);
    cover_start_again(c);
    c->allowed = c->allowed == 0 ? ALLOWED_MOST : c->allowed;
    bool found = RULE("cover-seek") && search(&k);
    pool_give_back(&c->lists, c->lists.used - lists);
    if (found) {
        *out = cover_list(c, execution_length(&c->run));
        for (uint32_t e = 1; e <= execution_length(&c->run); e++) {
            out->at[out->count++] = identity_at(&c->run_ids, &c->run, e);
        }
    }
    if (!k.all && !found) {
        c->allowed = c->allowed / 2 < ALLOWED_LEAST ? ALLOWED_LEAST : c->allowed / 2;
    } else {
        c->allowed = c->allowed * 2 > ALLOWED_MOST ? ALLOWED_MOST : c->allowed * 2;
    }
    *all = k.all && !c->s->stopped;
    pool_close(&k.frames);
    map_close(&k.met);
    return found;
}
