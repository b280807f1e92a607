/* Stateful search by several workers (states owned by hash: Stern and Dill, "Parallelizing the Murphi verifier", CAV 1997). Each
 * worker expands the states it owns; successors that others own are sent to them. Which worker finds a state first is a matter of
 * chance, so the order of the search is neither depth nor breadth first; the set of states and deliveries does not depend on it. */
#include "check/check.h"
#include "states/stateful.h"
#include "store/plan.h"

/* The layout of a parcel. If it is newer than this worker's, the worker takes it over; an older one is kept to read such parcels. */
static const struct layout *layout_of(struct stateful *x, const struct parcel *p)
{
    if (p->plan > visited_layout(&x->visited)->plan) {
        stateful_prepare(x, NULL);
    }
    if (p->plan == visited_layout(&x->visited)->plan) {
        return visited_layout(&x->visited);
    }
    if (p->plan != x->earlier.plan) {
        layout_close(&x->earlier);
        plan_layout(p->plan, &x->earlier);
    }
    return &x->earlier;
}

/* Checks a new state that was received. */
static void look_at_received(struct stateful *x, const uint64_t *packed, const struct parcel *p, uint32_t from)
{
    if (x->received_state == NULL) {
        struct pool paper;
        pool_init(&paper, (size_t)1 << 32);
        x->received_state = state_new();
        x->received_slots = (uint32_t *)paper.base;
    }
    uint32_t *state = x->received_state;
    const struct layout *l = visited_layout(&x->visited);
    uint32_t *path = (uint32_t *)x->open.ordinals.base;
    state_clear(state);
    layout_unpack_actors(l, packed, state);
    layout_unpack_slots(l, packed, state, x->received_slots);
    search_reached(x->s, state, &(struct move){ .waits = p->waits },
                   (struct path){ .ordinals = path, .count = trail_path(&workers_of(x->s)->trails, from, p->parent, path) }, p->ordinal);
}

/* Stores a state that another worker found and this one owns. */
static void take_in(struct stateful *x, const struct parcel *p, uint32_t from)
{
    const struct layout *theirs = layout_of(x, p), *mine = visited_layout(&x->visited);
    const uint64_t *packed = p->words;
    uint64_t handle;
    if (theirs != mine) {
        layout_repack(theirs, p->words, mine, x->received, 1);
        packed = x->received;
    }
    if (!visited_add(&x->visited, packed, p->hash, &handle)) {
        return;
    }
    struct trail_link link = {
        .parent = p->parent, .ordinal = p->ordinal, .worker = from & 63, .depth = trail_depth(p->depth) & TRAIL_DEPTH_MAX
    };
    open_add_from(&x->open, packed, handle, link);
    x->s->tally.states++;
    if (p->waits || checks_every_state(x->s->checks)) {
        look_at_received(x, packed, p, from);
    }
}

/* Stores all states that were received; false: there were none. */
static bool take_in_all(struct stateful *x)
{
    enum { AT_ONCE = 64 };
    struct transport *t = &x->exchange->transport;
    struct {
        const struct parcel *parcel;
        uint32_t from;
    } batch[AT_ONCE];
    bool any = false;
    uint32_t count;
    do {
        for (count = 0; count < AT_ONCE && (batch[count].parcel = transport_next(t, &batch[count].from)) != NULL; count++) {
            visited_fetch(&x->visited, batch[count].parcel->hash);
            transport_taken(t, batch[count].from, parcel_bytes(layout_of(x, batch[count].parcel)->words));
        }
        for (uint32_t i = 0; i < count; i++) {
            visited_fetch_record(&x->visited, batch[i].parcel->hash);
        }
        for (uint32_t i = 0; i < count; i++) {
            take_in(x, batch[i].parcel, batch[i].from);
        }
        any = any || count != 0;
        if (count != 0) {
            transport_done(t, count);
        }
    } while (count == AT_ONCE && !x->s->stopped);
    return any;
}

static void send(struct stateful *x, const struct draft *d)
{
    uint64_t depth = open_depth(&x->open) + 1;
    const struct layout *l = visited_layout(&x->visited);
    struct parcel head = { .plan = l->plan,
                           .parent = (uint32_t)x->open.current,
                           .ordinal = d->ordinal,
                           .depth = trail_depth(depth) & TRAIL_DEPTH_MAX,
                           .waits = move_at(d->move)->waits,
                           .hash = d->hash };
    uint32_t words = l->words;
    while (!exchange_send(x->exchange, &head, x->packed, words) && !x->s->stopped) {
        if (!take_in_all(x)) {
            transport_pause();
        }
        stateful_look_around(x);
        workers_stopped(x->s);
    }
}

static void hand_over(struct stateful *x, const struct draft *d)
{
    if (exchange_known_by_hash(x->exchange, d->hash)) {
        return;
    }
    const struct move *m = move_at(d->move);
    if (m->plain && !x->big_steps && arrivals_pack_plain(x, m)) {
        send(x, d);
        return;
    }
    uint64_t ignored = 0;
    size_t notes = draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    arrivals_pack_successor(x);
    draft_change_back(x, notes);
    send(x, d);
}

void parallel_hand_over(struct stateful *x)
{
    exchange_follow(x->exchange, visited_layout(&x->visited));
    for (size_t i = 0; i < x->away_count && !x->s->stopped; i++) {
        hand_over(x, &x->away[i]);
    }
}

/* The owner of the first state opens it, and counts the deliveries that led to it. */
static void open_root_or_wait(struct stateful *x)
{
    struct search *s = x->s;
    x->open.trails = &workers_of(s)->trails;
    x->open.me = workers_of(s)->me;
    if (x->visited.kind == STORE_BITSTATE) {
        bitstate_close(&x->visited.bits);
        bitstate_init(&x->visited.bits, stateful_bitstate_bytes(s->job));
    }
    exchange_follow(x->exchange, visited_layout(&x->visited));
    if (exchange_is_mine(x->exchange, x->hash)) {
        arrivals_open_root(x);
    } else {
        s->tally.deliveries = 0;
        state_clear(x->state);
    }
}

/* Asked now and then while there is nothing to do. */
static bool must_stop(void *search)
{
    if (guard.heartbeat) {
        search_look(search);
    }
    return workers_stopped(search);
}

/* The loop of a worker: it expands states that it owns, and stores those that others send. */
void parallel_work(struct stateful *x)
{
    enum { MAIL_EVERY = 32 };
    struct search *s = x->s;
    uint32_t turn = 0;
    x->exchange = &workers_of(s)->exchange;
    open_root_or_wait(x);
    do {
        while (!s->stopped && stateful_take(x)) {
            stateful_expand(x);
            if (++turn % MAIL_EVERY == 0) {
                transport_publish(&x->exchange->transport);
                take_in_all(x);
                workers_stopped(s);
            }
            stateful_look_around(x);
        }
        transport_publish(&x->exchange->transport);
    } while (!s->stopped && (take_in_all(x) || transport_wait(&x->exchange->transport, must_stop, s)));
    stateful_measure(x);
    workers_finish(s);
}
