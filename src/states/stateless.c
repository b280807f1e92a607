/* Stateless search without reduction: every path, one after the other; equal states are not merged. Going back needs no re-execution,
 * because the states of the present path are on a stack. */
#include <string.h>

#include "check/check.h"
#include "states/explorers.h"

struct frame {
    uint32_t actor, index; /* the next move to try */
    uint32_t ordinal;      /* the ordinal of that move */
    uint32_t taken;        /* ordinal of the move that led here */
    uint32_t actors;       /* number of entries of `state` */
    uint32_t unused;
    uint64_t hash;
    uint32_t state[];
};

struct stateless {
    struct search *s;
    struct pool stack;    /* frames, one after the other */
    struct pool frames;   /* uint64_t: where each begins */
    struct pool ordinals; /* scratch for paths */
};

static size_t depth_of(const struct stateless *x)
{
    return x->frames.used / sizeof(uint64_t) - 1;
}

static struct frame *frame_at(const struct stateless *x, size_t i)
{
    return (struct frame *)(x->stack.base + ((const uint64_t *)x->frames.base)[i]);
}

static struct path path_to(struct stateless *x)
{
    uint32_t *out = (uint32_t *)x->ordinals.base;
    for (size_t i = 1; i <= depth_of(x); i++) {
        out[i - 1] = frame_at(x, i)->taken;
    }
    return (struct path){ .ordinals = out, .count = depth_of(x) };
}

static struct path path_of(void *x)
{
    return path_to(x);
}

static struct frame *push(struct stateless *x, const uint32_t *state, uint32_t known, uint64_t hash)
{
    uint32_t actors = (uint32_t)state_actors();
    uint64_t *where = pool_take(&x->frames, sizeof *where);
    *where = x->stack.used;
    struct frame *f = pool_take(&x->stack, sizeof *f + actors * sizeof *f->state);
    *f = (struct frame){ .actors = actors, .hash = hash };
    memcpy(f->state, state, known * sizeof *state);
    memset(f->state + known, 0, (actors - known) * sizeof *state);
    x->s->tally.states++;
    return f;
}

static void pop(struct stateless *x)
{
    size_t from = ((const uint64_t *)x->frames.base)[depth_of(x)];
    pool_give_back(&x->stack, x->stack.used - from);
    pool_give_back(&x->frames, sizeof(uint64_t));
}

/* The next move of the frame, or NULL. The cloud is in mailboxes here, not in slots, because equal messages are told apart. */
static const struct move *next_move(struct frame *f)
{
    for (; f->actor < f->actors; f->actor++, f->index = 0) {
        struct move_range r = { 0 };
        if (f->state[f->actor] != 0) {
            r = moves_in(f->state, f->state[f->actor]);
        }
        if (f->index < r.count) {
            f->ordinal++;
            return move_at(r.first + f->index++);
        }
    }
    return NULL;
}

/* Takes the next move of the top frame, or removes the frame. */
static void advance(struct stateless *x)
{
    struct search *s = x->s;
    size_t depth = depth_of(x);
    struct frame *f = frame_at(x, depth);
    const struct move *m = next_move(f);
    if (m == NULL || depth == s->job->depth_max) {
        if (m != NULL) {
            s->cut = true;
        } else if (f->ordinal == 0) {
            s->tally.paths++;
            s->tally.end_states++;
            search_end(s, f->state, path_to(x));
        }
        pop(x);
        return;
    }
    uint32_t ordinal = f->ordinal - 1;
    bool last = !search_count_delivery(s);
    if (m->finding != 0) {
        search_found(s, memo_finding(m->finding), path_to(x), ordinal);
    } else {
        struct frame *next = push(x, f->state, f->actors, f->hash);
        next->taken = ordinal;
        move_apply(m, next->state, &next->hash);
        s->tally.depth = depth + 1 > s->tally.depth ? depth + 1 : s->tally.depth;
        if (m->waits || checks_every_state(s->checks)) {
            search_check_state(s, next->state, m->waits, (struct way){ path_of, x, UINT32_MAX });
        }
    }
    if (last) {
        search_stop(s, LIMIT_DELIVERIES);
    }
}

static void run(struct search *s)
{
    struct stateless x = { .s = s };
    pool_init(&x.stack, (size_t)1 << 40);
    pool_init(&x.frames, (size_t)1 << 36);
    pool_init(&x.ordinals, (size_t)1 << 36);
    push(&x, s->root, (uint32_t)state_actors(), s->root_hash);
    while (!s->stopped && x.frames.used != 0) {
        advance(&x);
    }
}

const struct explorer explorer_stateless = { run };
