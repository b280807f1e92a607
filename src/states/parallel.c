/* Stateful search by several workers (states owned by hash: Stern and Dill, "Parallelizing the Murphi verifier", CAV 1997). Each
 * worker expands the states it owns; successors that others own are sent to them. Which worker finds a state first is a matter of
 * chance, so the order of the search is neither depth nor breadth first; the set of states and deliveries does not depend on it. */
#include "check/check.h"
#include "states/stateful.h"

/* Checks the new state on the sheet of received states. */
static void look_at_received(struct stateful *x, const struct parcel *p, uint32_t from)
{
    search_reached(x->s, x->received.state, &(struct move){ .waits = p->waits },
                   (struct path){ .resolve = open_resolve, .user = &x->open, .worker = from, .number = p->parent }, p->ordinal);
}

/* Stores a state that another worker found and this one owns. */
static void take_in(struct stateful *x, const struct parcel *p, uint32_t from)
{
    struct packed packed = { .words = (uint64_t *)p->words, .length = p->length };
    uint64_t handle;
    bool look = p->waits || checks_every_state(x->s->checks), fresh;
    if (visited_announces(&x->visited)) {
        sheet_load(&x->received, packed.words);
        handle = visited_announce(&x->visited, &x->received, true);
        fresh = visited_add_announced(&x->visited, handle);
    } else {
        fresh = visited_add(&x->visited, packed.words, packed.length, p->hash, &handle);
    }
    if (!fresh) {
        return;
    }
    struct trail_link link = {
        .parent = p->parent, .ordinal = p->ordinal, .worker = from & 63, .depth = trail_depth(p->depth) & TRAIL_DEPTH_MAX
    };
    open_add_from(&x->open, &packed, handle, link);
    x->s->tally.states++;
    if (look) {
        sheet_load(&x->received, packed.words);
        look_at_received(x, p, from);
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
            transport_taken(t, batch[count].from, parcel_bytes(batch[count].parcel->length));
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
    } while ((count == AT_ONCE || (count != 0 && t->rank != NULL)) && !x->s->stopped);
    return any;
}

/* Sends the successor whose words are on the sheet. */
static void send(struct stateful *x, const struct draft *d)
{
    uint64_t depth = open_depth(&x->open) + 1;
    x->packed.length = sheet_pack(&x->here, x->packed.words);
    sheet_undo(&x->here);
    struct parcel head = { .length = x->packed.length,
                           .parent = (uint32_t)x->open.current,
                           .ordinal = d->ordinal,
                           .depth = trail_depth(depth) & TRAIL_DEPTH_MAX,
                           .waits = move_at(d->move)->waits,
                           .hash = d->hash };
    while (!exchange_send(x->exchange, &head, x->packed.words) && !x->s->stopped) {
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
    if (!m->plain || x->big_steps || !arrivals_patch(x, m)) {
        uint64_t ignored = 0;
        size_t notes = draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
        arrivals_put(x, notes);
        draft_change_back(x, notes);
    }
    send(x, d);
}

void parallel_hand_over(struct stateful *x)
{
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
    visited_reopen(&x->visited, stateful_store_bytes(s->job));
    sheet_init(&x->received);
    if (exchange_is_mine(x->exchange, x->here.hash)) {
        arrivals_open_root(x);
    } else {
        s->tally.deliveries = 0;
        sheet_clear(&x->here);
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
}
