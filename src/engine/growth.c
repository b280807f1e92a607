#include "engine/growth.h"

#include "base/text.h"
#include "model/message.h"

enum {
    LOOK = 2048,    /* deliveries that are looked at: what grows without end grows from the beginning */
    PLACES = 4,     /* where sizes are compared: after each quarter of them */
    LEAST = 8,      /* messages or actors that must have been added from the first of these places to the last */
    NEW_LEAST = 16, /* local states that were never there before, in the second half */
    SHOWN = 200,    /* the longest schedule that is written */
};

/* What was seen of an actor. */
struct seen {
    uint64_t pending[PLACES];
    uint64_t deliveries, fresh; /* in the second half: how many, and how many of them led to a local state that was never there before */
    uint64_t locals;            /* how many there were in all */
    uint64_t shown;             /* the last of the first deliveries that changed it: its position, plus 1 */
};

struct survey {
    struct search *s;
    struct path path;
    uint32_t *state;
    struct pool actors; /* struct seen */
    struct pool locals; /* a byte per local state: it was there */
    uint64_t alive[PLACES];
};

static struct seen *seen_of(struct survey *x, uint32_t actor)
{
    size_t end = (actor + (size_t)1) * sizeof(struct seen);
    if (end > x->actors.used) {
        pool_take(&x->actors, end - x->actors.used);
    }
    return (struct seen *)x->actors.base + actor;
}

static bool count_message(void *user, uint32_t message)
{
    *(uint64_t *)user += (message_get(message)->flags & MESSAGE_TIMER) == 0;
    return false;
}

static void compare_sizes(struct survey *x, size_t place)
{
    for (uint32_t a = DRIVER + 1; a < state_actors(); a++) {
        if (x->state[a] != 0) {
            x->alive[place]++;
            state_pending(x->state, a, count_message, &seen_of(x, a)->pending[place]);
        }
    }
}

/* Notes a local state; false when it was there before. */
static bool note_local(struct survey *x, uint32_t local)
{
    if (local >= x->locals.used) {
        pool_account(&x->locals, local + 1 - x->locals.used);
    }
    bool fresh = x->locals.base[local] == 0;
    x->locals.base[local] = 1;
    return fresh;
}

static void step(struct survey *x, size_t i, bool late)
{
    uint64_t ignored = 0;
    const struct move *m = state_move(x->state, x->path.ordinals[i]);
    move_apply(m, x->state, &ignored);
    struct seen *a = seen_of(x, m->actor);
    bool fresh = note_local(x, component_get(x->state[m->actor])->local);
    a->locals += fresh;
    a->deliveries += late;
    a->fresh += late && fresh;
    a->shown = fresh && i < SHOWN ? i + 1 : a->shown;
}

static bool rises(const uint64_t *sizes)
{
    bool rising = sizes[PLACES - 1] >= sizes[0] + LEAST;
    for (size_t i = 1; i < PLACES; i++) {
        rising = rising && sizes[i] > sizes[i - 1];
    }
    return rising;
}

/* The actor with the largest of the mailboxes that grow; or the one that was most often in a new local state, if mostly in new ones. */
static uint32_t find(struct survey *x, enum growth_kind kind)
{
    uint32_t found = NO_ACTOR;
    uint64_t most = 0;
    for (uint32_t a = DRIVER + 1; a < x->actors.used / sizeof(struct seen); a++) {
        const struct seen *v = seen_of(x, a);
        bool grows = kind == GROWTH_MAILBOX ? rises(v->pending) : v->fresh >= NEW_LEAST && v->fresh * 2 > v->deliveries;
        uint64_t size = kind == GROWTH_MAILBOX ? v->pending[PLACES - 1] : v->fresh;
        if (grows && size > most) {
            most = size;
            found = a;
        }
    }
    return found;
}

static void write_beginning(struct survey *x, uint64_t deliveries, struct growth *g)
{
    struct finding f = { .kind = KIND_NONE };
    struct path beginning = x->path;
    beginning.count = deliveries;
    path_write(x->s, beginning, UINT32_MAX, &f);
    g->schedule = f.schedule;
    g->schedule_size = f.schedule_size;
}

static void conclude(struct survey *x, bool shown, struct growth *g)
{
    uint32_t mailbox = find(x, GROWTH_MAILBOX), memory = find(x, GROWTH_MEMORY);
    uint32_t actor = mailbox != NO_ACTOR ? mailbox : memory;
    if (mailbox != NO_ACTOR) {
        g->kind = GROWTH_MAILBOX;
        g->amount = seen_of(x, mailbox)->pending[PLACES - 1];
    } else if (rises(x->alive)) {
        g->kind = GROWTH_ACTORS;
        g->amount = x->alive[PLACES - 1];
        actor = NO_ACTOR;
    } else if (memory != NO_ACTOR) {
        g->kind = GROWTH_MEMORY;
        g->amount = seen_of(x, memory)->locals;
        if (shown && seen_of(x, memory)->shown != 0) {
            write_beginning(x, seen_of(x, memory)->shown, g);
        }
    }
    if (actor != NO_ACTOR) {
        struct text t = text_in(g->actor, sizeof g->actor);
        names_label(actor, &t);
    }
}

void growth_along(struct search *s, struct path path, bool shown, struct growth *g)
{
    *g = (struct growth){ .kind = GROWTH_NONE, .deliveries = path.count < LOOK ? path.count : LOOK };
    if (path.message_of != NULL || g->deliveries < PLACES) {
        return;
    }
    struct survey x = { .s = s, .path = path, .state = state_new() };
    pool_init(&x.actors, (size_t)1 << 32);
    pool_init(&x.locals, (size_t)1 << 32);
    state_copy(x.state, s->root);
    for (uint64_t i = 0, place = 0; i < g->deliveries; i++) {
        step(&x, i, i >= g->deliveries / 2);
        if (i + 1 == g->deliveries * (place + 1) / PLACES) {
            compare_sizes(&x, place++);
        }
    }
    conclude(&x, shown, g);
    pool_close(&x.actors);
    pool_close(&x.locals);
    state_free(x.state);
}
