#include "sample/pending.h"

#include "model/depend.h"
#include "model/message.h"
#include "model/timers.h"
#include "model/turns.h"
#include "paths/past.h"

enum { NOT_COMING = UINT32_MAX };

struct waiting {
    uint32_t before, after; /* its neighbours in its lane; NO_INDIVIDUAL: none */
    uint32_t lane;
    uint32_t place; /* where it is among those that come, or NOT_COMING */
};

enum lane_kind {
    LANE_FREE,  /* whatever is accepted comes */
    LANE_QUEUE, /* the first one that is accepted comes */
    LANE_MIXED, /* see paths/front.h: timers that have an order */
};

struct lane {
    uint64_t execution; /* the last one in which it was used: in others it is empty */
    enum lane_kind kind;
    uint32_t first, last; /* its messages */
    uint32_t to;
    uint32_t next;    /* another lane of the same receiver, 0: none */
    uint32_t head;    /* of a queue: the first message that is accepted, or NO_INDIVIDUAL */
    uint32_t joined;  /* of a free lane: the first message that nobody was asked about, or NO_INDIVIDUAL */
    uint32_t changed; /* a message left or joined since it was looked at */
    /* On channels with `past_first`: the queue whose head is in the past of this one's head, so that this one waits; and the queues that
     * wait for this one. 0: none. */
    uint32_t blocker, first_waiter, earlier_waiter, later_waiter;
};

static struct waiting *waiting_at(const struct pending_messages *p, uint32_t individual)
{
    return (struct waiting *)p->waiting.base + individual;
}

static struct lane *lane_at(const struct pending_messages *p, uint32_t number)
{
    return (struct lane *)p->lanes.base + number;
}

static uint32_t *first_lane_of(const struct pending_messages *p, uint32_t actor)
{
    return (uint32_t *)p->receivers.base + actor;
}

/* Counts the memory of a table up to an entry as used, some more at a time. */
static void reach(struct pool *table, size_t entry, size_t size)
{
    enum { AT_ONCE = 64 };
    if (table->used <= entry * size) {
        pool_take(table, (entry + AT_ONCE) / AT_ONCE * AT_ONCE * size - table->used);
    }
}

void pending_init(struct pending_messages *p)
{
    *p = (struct pending_messages){ 0 };
    pool_init(&p->waiting, (size_t)1 << 35);
    pool_init(&p->lanes, (size_t)1 << 34);
    pool_init(&p->receivers, (size_t)1 << 32);
    pool_init(&p->touched, (size_t)1 << 32);
    pool_init(&p->changed, (size_t)1 << 32);
    pool_init(&p->coming, (size_t)1 << 34);
    pool_take(&p->lanes, sizeof(struct lane)); /* 0: none */
    map_init(&p->numbers);
}

void pending_begin(struct pending_messages *p, void (*turn)(void *user, uint32_t individual, bool comes), void *user)
{
    for (size_t i = 0; i < p->touched.used / sizeof(uint64_t); i++) {
        *first_lane_of(p, (uint32_t)((const uint64_t *)p->touched.base)[i]) = 0;
    }
    pool_give_back(&p->touched, p->touched.used);
    pool_give_back(&p->changed, p->changed.used);
    p->coming_count = 0;
    p->execution++;
    p->turn = turn;
    p->user = user;
}

/* ---- lanes ---- */

/* The key of a message's lane. Those of queues are below the others. */
static uint64_t lane_key(const struct individual *m, enum lane_kind *kind)
{
    uint64_t queue = turns_queue(m->to, m->message);
    bool timer = is_timer(m->message);
    if (queue != 0) {
        *kind = LANE_QUEUE;
        return queue;
    }
    *kind = timer && timers_have_order() ? LANE_MIXED : LANE_FREE;
    return (*kind == LANE_FREE ? (uint64_t)1 << 62 : (uint64_t)1 << 63) | m->to;
}

static uint32_t lane_of(struct pending_messages *p, const struct individual *m)
{
    enum lane_kind kind;
    uint64_t key = lane_key(m, &kind);
    uint32_t number = map_get(&p->numbers, key);
    if (number == 0) {
        number = (uint32_t)(p->lanes.used / sizeof(struct lane));
        pool_take(&p->lanes, sizeof(struct lane));
        map_put(&p->numbers, key, number);
    }
    struct lane *l = lane_at(p, number);
    if (l->execution != p->execution) {
        reach(&p->receivers, m->to, sizeof(uint32_t));
        uint32_t *first = first_lane_of(p, m->to);
        *l = (struct lane){ .execution = p->execution,
                            .kind = kind,
                            .first = NO_INDIVIDUAL,
                            .last = NO_INDIVIDUAL,
                            .to = m->to,
                            .next = *first,
                            .head = NO_INDIVIDUAL,
                            .joined = NO_INDIVIDUAL };
        if (*first == 0) {
            *(uint64_t *)pool_take(&p->touched, sizeof(uint64_t)) = m->to;
        }
        *first = number;
    }
    return number;
}

/* Has the lane looked at by the next pending_look(). */
static void change(struct pending_messages *p, uint32_t number)
{
    struct lane *l = lane_at(p, number);
    if (!l->changed) {
        l->changed = true;
        *(uint64_t *)pool_take(&p->changed, sizeof(uint64_t)) = number;
    }
}

/* ---- what comes ---- */

static void set_coming(struct pending_messages *p, uint32_t individual, bool comes)
{
    struct waiting *w = waiting_at(p, individual);
    uint32_t *coming = (uint32_t *)p->coming.base;
    if (comes == (w->place != NOT_COMING)) {
        return;
    }
    if (comes) {
        reach(&p->coming, p->coming_count, sizeof *coming);
        w->place = (uint32_t)p->coming_count;
        coming[p->coming_count++] = individual;
    } else {
        uint32_t last = coming[--p->coming_count];
        coming[w->place] = last;
        waiting_at(p, last)->place = w->place;
        w->place = NOT_COMING;
    }
    if (p->turn != NULL) {
        p->turn(p->user, individual, comes);
    }
}

/* ---- queues that wait for each other ---- On a channel with `past_first` the head of a queue comes unless a message for the same receiver, from
 * another sender, is in its past. Then the head of that sender's queue is in its past too, so only heads are compared. A head that
 * waits is looked at again when the one that it waits for leaves; what joins is in nobody's past. */

static void stop_waiting(struct pending_messages *p, struct lane *l)
{
    if (l->blocker != 0) {
        uint32_t *earlier = l->earlier_waiter != 0 ? &lane_at(p, l->earlier_waiter)->later_waiter : &lane_at(p, l->blocker)->first_waiter;
        *earlier = l->later_waiter;
        if (l->later_waiter != 0) {
            lane_at(p, l->later_waiter)->earlier_waiter = l->earlier_waiter;
        }
        l->blocker = l->earlier_waiter = l->later_waiter = 0;
    }
}

static void wait_for(struct pending_messages *p, uint32_t number, uint32_t blocker)
{
    struct lane *l = lane_at(p, number), *b = lane_at(p, blocker);
    l->blocker = blocker;
    l->later_waiter = b->first_waiter;
    if (b->first_waiter != 0) {
        lane_at(p, b->first_waiter)->earlier_waiter = number;
    }
    b->first_waiter = number;
}

/* The head of the queue is another one now: those that waited for it are looked at again. */
static void release_waiters(struct pending_messages *p, struct lane *l)
{
    while (l->first_waiter != 0) {
        uint32_t waiter = l->first_waiter;
        stop_waiting(p, lane_at(p, waiter));
        change(p, waiter);
    }
}

/* Whether the head of a queue comes, once all heads are known. */
static void judge(struct pending_messages *p, const struct execution *x, uint32_t number)
{
    struct lane *l = lane_at(p, number);
    if (l->kind != LANE_QUEUE || l->head == NO_INDIVIDUAL) {
        return;
    }
    stop_waiting(p, l);
    uint32_t other = past_is_empty(x, l->head) ? 0 : *first_lane_of(p, l->to);
    for (; other != 0; other = lane_at(p, other)->next) {
        const struct lane *o = lane_at(p, other);
        if (o != l && o->kind == LANE_QUEUE && o->head != NO_INDIVIDUAL && past_has(x, o->head, l->head)) {
            wait_for(p, number, other);
            break;
        }
    }
    set_coming(p, l->head, other == 0);
}

static void look_at_queue(struct pending_messages *p, const struct execution *x, struct lane *l, bool afresh)
{
    if (l->head != NO_INDIVIDUAL && !afresh) {
        return;
    }
    uint32_t m = l->first;
    while (m != NO_INDIVIDUAL && !execution_accepts(x, m)) {
        m = waiting_at(p, m)->after;
    }
    if (l->head != NO_INDIVIDUAL && l->head != m) {
        set_coming(p, l->head, false);
        stop_waiting(p, l);
        release_waiters(p, l);
    }
    l->head = m;
    if (m != NO_INDIVIDUAL && !turns_channel()->past_first) {
        set_coming(p, m, true);
    }
}

static void look_at_mixed(struct pending_messages *p, struct execution *x, const struct lane *l)
{
    front_begin(&x->front);
    for (uint32_t m = l->first; m != NO_INDIVIDUAL; m = waiting_at(p, m)->after) {
        bool comes = !front_blocked(&x->front, x, m) && execution_accepts(x, m);
        set_coming(p, m, comes);
        if (comes) {
            front_comes(&x->front, x, m);
        }
    }
}

static void look_at_free(struct pending_messages *p, const struct execution *x, const struct lane *l, bool afresh)
{
    for (uint32_t m = afresh ? l->first : l->joined; m != NO_INDIVIDUAL; m = waiting_at(p, m)->after) {
        set_coming(p, m, execution_accepts(x, m));
    }
}

/* `afresh`: the receiver may accept other messages than before. */
static void look_at(struct pending_messages *p, struct execution *x, uint32_t number, bool afresh)
{
    struct lane *l = lane_at(p, number);
    if (l->kind == LANE_QUEUE) {
        look_at_queue(p, x, l, afresh);
    } else if (l->kind == LANE_MIXED) {
        look_at_mixed(p, x, l);
    } else {
        look_at_free(p, x, l, afresh);
    }
    l->joined = NO_INDIVIDUAL;
    l->changed = false;
}

static void look_at_receiver(struct pending_messages *p, struct execution *x, uint32_t actor)
{
    for (uint32_t lane = *first_lane_of(p, actor); lane != 0; lane = lane_at(p, lane)->next) {
        look_at(p, x, lane, true);
        if (turns_channel()->past_first) { /* what is accepted now may be in the past of what came before */
            *(uint64_t *)pool_take(&p->changed, sizeof(uint64_t)) = lane;
        }
    }
}

void pending_look(struct pending_messages *p, struct execution *x, const struct event *e)
{
    const uint64_t *changed = (const uint64_t *)p->changed.base, *touched = (const uint64_t *)p->touched.base;
    for (size_t i = 0; i < p->touched.used / sizeof *touched && e != NULL && depend_all(); i++) {
        look_at_receiver(p, x, (uint32_t)touched[i]);
    }
    if (e != NULL && !memo_alike(e->local_before, actor_now(x, e->actor)->local)) {
        look_at_receiver(p, x, e->actor);
    }
    for (size_t i = 0; i < p->changed.used / sizeof *changed; i++) {
        if (lane_at(p, (uint32_t)changed[i])->changed) {
            look_at(p, x, (uint32_t)changed[i], false);
        }
    }
    for (size_t i = 0; i < p->changed.used / sizeof *changed && turns_channel()->past_first; i++) {
        judge(p, x, (uint32_t)changed[i]);
    }
    pool_give_back(&p->changed, p->changed.used);
}

/* ---- joining and leaving ---- */

void pending_join(struct pending_messages *p, const struct execution *x, uint32_t individual)
{
    reach(&p->waiting, individual, sizeof(struct waiting));
    uint32_t number = lane_of(p, individual_at(x, individual));
    struct lane *l = lane_at(p, number);
    *waiting_at(p, individual) = (struct waiting){ .before = l->last, .after = NO_INDIVIDUAL, .lane = number, .place = NOT_COMING };
    *(l->last == NO_INDIVIDUAL ? &l->first : &waiting_at(p, l->last)->after) = individual;
    l->last = individual;
    l->joined = l->joined == NO_INDIVIDUAL ? individual : l->joined;
    change(p, number);
}

static void leave(struct pending_messages *p, uint32_t individual)
{
    struct waiting *w = waiting_at(p, individual);
    struct lane *l = lane_at(p, w->lane);
    set_coming(p, individual, false);
    *(w->before == NO_INDIVIDUAL ? &l->first : &waiting_at(p, w->before)->after) = w->after;
    *(w->after == NO_INDIVIDUAL ? &l->last : &waiting_at(p, w->after)->before) = w->before;
    if (l->head == individual) {
        l->head = NO_INDIVIDUAL;
        stop_waiting(p, l);
        release_waiters(p, l);
    }
    change(p, w->lane);
}

void pending_leave(struct pending_messages *p, const struct execution *x, const struct event *e)
{
    leave(p, e->message);
    for (uint32_t k = 0; k < e->cancelled; k++) {
        if (cancelled_at(x, k) < e->first_sent) { /* it was pending before this event */
            leave(p, cancelled_at(x, k));
        }
    }
}
