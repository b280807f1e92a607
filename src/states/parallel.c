/* Stateful search by several workers. Which worker finds a state first is a matter of chance, so the order of the search is neither depth nor breadth first; the
 * set of states and deliveries does not depend on it.
 *
 * Processes on one machine fill one store (store/shared_set.h): each expands what it finds, and gives some of it to who has little to do. Ranks of a cluster, stores that cannot be shared, and searches with
 * checkpoints, which must know whose a state is, divide the states (Stern and Dill, "Parallelizing the Murphi verifier", CAV 1997; by what: model/territory.h): each worker stores and expands
 * those that it owns, and successors that others own are sent to them. */
#include "check/check.h"
#include "states/stateful.h"
#include "workers/keep.h"

/* Checks the new state on the sheet of received states. */
static void look_at_received(struct stateful *x, const struct parcel *p, uint32_t from)
{
    search_reached(x->s, sheet_vector(&x->received), &(struct move){ .waits = p->waits },
                   (struct path){ .resolve = open_resolve, .user = &x->open, .worker = from, .number = p->parent }, p->ordinal);
}

static struct trail_link link_of(const struct parcel *p, uint32_t from)
{
    return (struct trail_link){
        .parent = p->parent, .ordinal = p->ordinal, .worker = from & 63, .depth = trail_depth(p->depth) & TRAIL_DEPTH_MAX
    };
}

bool parallel_take_in(struct stateful *x, const struct parcel *p, uint32_t from, bool told)
{
    struct packed packed = { .words = (uint64_t *)p->words, .length = p->length };
    uint64_t handle;
    if (x->visited.sharers != 0) {
        open_add_from(
            &x->open,
            &(struct arrival){
                .packed = packed, .handle = packed.words[0], .hash = p->hash, .found_by = p->found_by, .territory = p->territory },
            link_of(p, from));
        return true;
    }
    bool look = !told && (p->waits || checks_every_state(x->s->checks)), fresh;
    if (visited_announces(&x->visited)) {
        sheet_load(&x->received, packed.words);
        handle = visited_announce(&x->visited, &x->received, true);
        fresh = visited_add_announced(&x->visited, handle);
    } else {
        fresh = visited_add(&x->visited, packed.words, packed.length, p->hash, &handle);
    }
    if (!fresh && !(told && x->visited.kind == STORE_BITSTATE)) { /* whose answers depend on the order */
        return false;
    }
    open_add_from(
        &x->open,
        &(struct arrival){ .packed = packed, .handle = handle, .hash = p->hash, .found_by = p->found_by, .territory = p->territory },
        link_of(p, from));
    x->s->tally.states++;
    if (look) {
        sheet_load(&x->received, packed.words);
        look_at_received(x, p, from);
    }
    return true;
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
            if (__builtin_expect(x->regrowth != NULL, 0)) {
                regrow_take_in(x, batch[i].parcel, batch[i].from);
            } else {
                parallel_take_in(x, batch[i].parcel, batch[i].from, false);
            }
        }
        any = any || count != 0;
        if (count != 0) {
            transport_done(t, count);
        }
    } while ((count == AT_ONCE || (count != 0 && t->rank != NULL)) && !x->s->stopped);
    return any;
}

struct parcel parallel_parcel(const struct stateful *x, const struct draft *d, uint32_t length)
{
    uint64_t depth = open_depth(&x->open) + 1;
    return (struct parcel){ .length = length,
                            .parent = (uint32_t)open_number(&x->open),
                            .ordinal = d->ordinal,
                            .depth = trail_depth(depth) & TRAIL_DEPTH_MAX,
                            .waits = move_at(d->move)->waits,
                            .found_by = diamond_note_slot(draft_found_by(x, d)),
                            .territory = d->territory,
                            .hash = d->hash };
}

/* Nothing more fits into a ring: takes in what others sent, so that they go on, too. */
static void make_way(struct stateful *x)
{
    if (!take_in_all(x)) {
        transport_pause();
    }
    stateful_look_around(x);
    workers_stopped(x->s);
}

void parallel_send(struct stateful *x, const struct parcel *head, const uint64_t *words)
{
    while (!exchange_send(x->exchange, head, words) && !x->s->stopped) {
        make_way(x);
    }
}

bool parallel_give(struct stateful *x, uint64_t handle, const struct draft *d)
{
    uint32_t to = exchange_in_need(x->exchange, open_pending(&x->open));
    if (to == x->exchange->transport.me) {
        return false;
    }
    bool by_handle = visited_keeps_states(&x->visited);
    struct parcel head = {
        .length = by_handle ? 1 : x->packed.length,
        .parent = (uint32_t)open_number(&x->open),
        .ordinal = d->ordinal,
        .depth = trail_depth(open_depth(&x->open) + 1) & TRAIL_DEPTH_MAX,
        .found_by = diamond_note_slot(draft_found_by(x, d)),
        .hash = d->hash,
    };
    while (!exchange_give(x->exchange, to, &head, by_handle ? &handle : x->packed.words) && !x->s->stopped) {
        make_way(x);
    }
    return true;
}

void parallel_put(struct stateful *x, const struct draft *d)
{
    const struct move *m = move_at(d->move);
    if (!m->plain || x->big_steps || !successor_patch(x, m)) {
        uint64_t ignored = 0;
        size_t notes = draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
        successor_put(x, notes);
        draft_change_back(x, notes);
    }
}

static void hand_over(struct stateful *x, const struct draft *d)
{
    if (sent_known_by_hash(&x->exchange->sent, d->hash)) {
        return;
    }
    const uint64_t *words = x->made + d->record;
    uint32_t length = d->made ? record_length(words) : 0;
    if (d->made && sent_known(&x->exchange->sent, d->hash, words, length)) {
        return; /* by far the most frequent case, so it comes before all else */
    }
    together_go_to(x, d);
    if (!d->made) {
        together_look_at(x, d);
        parallel_put(x, d);
        words = x->packed.words;
        length = sheet_pack(&x->here, x->packed.words);
        sheet_undo(&x->here);
    }
    if (d->made || !sent_known(&x->exchange->sent, d->hash, words, length)) {
        struct parcel head = parallel_parcel(x, d, length);
        parallel_send(x, &head, words);
    }
}

void parallel_hand_over(struct stateful *x)
{
    for (size_t i = 0; i < x->away_count; i++) {
        sent_fetch_record(&x->exchange->sent, x->away[i].hash);
    }
    for (size_t i = 0; i < x->away_count && !x->s->stopped; i++) {
        hand_over(x, &x->away[i]);
    }
    x->away_count = 0;
}

/* The owner of the first state opens it, and counts the deliveries that led to it. */
static void open_root_or_wait(struct stateful *x)
{
    struct search *s = x->s;
    x->open.trails = &workers_of(s)->trails;
    x->open.me = workers_of(s)->me;
    x->open.depth_first = stateful_is_depth_first(s);
    x->open.owned = x->sends_all;
    visited_reopen(&x->visited, stateful_store_bytes(s->job));
    sheet_init(&x->received);
    if (exchange_is_mine(x->exchange, territory_of_root(x))) {
        arrivals_open_root(x);
    } else {
        s->tally.deliveries = 0;
        sheet_clear(&x->here);
    }
}

/* ---- pauses ---- */

/* Everything that this worker took is expanded: waits until nothing is under way, and until the coordinator has written a checkpoint. */
static void pause_here(struct stateful *x)
{
    struct search *s = x->s;
    struct workers *w = workers_of(s);
    s->pausing = true;
    transport_publish(&x->exchange->transport);
    keep_come(w);
    while (!keep_settles(w) && !w->keep->vain && !workers_stopped(s)) {
        if (!take_in_all(x)) {
            transport_pause();
        }
    }
    if (!s->stopped && !w->keep->vain) {
        stateful_measure(x);
        search_publish(s);
        keep_tell(w, open_found(&x->open), x->open.next);
    }
    while (keep_holds(w) && !workers_stopped(s)) {
        transport_pause();
    }
    workers_stopped(s);
    s->pausing = false;
}

/* Asked now and then while there is nothing to do. */
static bool must_stop(void *search)
{
    if (guard.heartbeat) {
        search_look(search);
    }
    return workers_stopped(search) || keep_wanted(workers_of(search));
}

/* Waits until there is something to do; false when there will be nothing. */
static bool wait(struct stateful *x)
{
    struct transport *t = &x->exchange->transport;
    if (transport_wait(t, must_stop, x->s)) {
        return true;
    }
    if (x->s->stopped || !keep_wanted(workers_of(x->s))) {
        return false;
    }
    transport_busy_again(t);
    pause_here(x);
    return true;
}

/* ---- the search ---- */

void parallel_exhaust(struct stateful *x, void (*expand)(struct stateful *x))
{
    enum { MAIL_EVERY = 32 };
    struct search *s = x->s;
    uint32_t turn = 0;
    do {
        while (!s->stopped && stateful_take(x)) {
            expand(x);
            if (!x->sends_all) {
                transport_tell_backlog(&x->exchange->transport, open_pending(&x->open));
            }
            if (__builtin_expect(workers_of(s)->deliveries_max != UINT64_MAX, 0) && x->regrowth == NULL) {
                keep_count(workers_of(s), s->tally.deliveries);
            }
            if (++turn % MAIL_EVERY == 0) {
                transport_publish(&x->exchange->transport);
                take_in_all(x);
                workers_stopped(s);
            }
            if (keep_wanted(workers_of(s)) && !s->stopped) {
                pause_here(x);
            }
            stateful_look_around(x);
        }
        transport_publish(&x->exchange->transport);
    } while (!s->stopped && (take_in_all(x) || wait(x)));
}

/* The loop of a worker: it expands states that it owns, and stores those that others send. */
void parallel_work(struct stateful *x)
{
    x->exchange = &workers_of(x->s)->exchange;
    x->sends_all = x->visited.sharers == 0;
    open_root_or_wait(x);
    if (workers_of(x->s)->lineage != NULL) {
        regrow_all(x);
    }
    parallel_exhaust(x, together_expand);
    stateful_measure(x);
}
