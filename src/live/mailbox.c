/* Mailboxes. Senders push onto a list with one compare-and-swap; the actor takes the whole list and turns it around, so that
 * the messages of each sender stay in order. The same word says whether the actor is scheduled: a sender that pushes onto an idle mailbox
 * schedules its actor. What was taken and not accepted waits in `pending`, in order of arrival: the first accepted one there is the
 * oldest accepted one of its sender, which is what the channel `pairwise` asks for. */
#include "base/debug.h"
#include "live/runtime.h"

const struct hr_clause *live_clause(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type)
{
    for (const struct hr_clause *c = b->clauses; c->kind != HR_CLAUSE_END; c++) {
        if (c->kind == kind && (kind != HR_CLAUSE_ON || c->type == type)) {
            return c;
        }
    }
    return NULL;
}

enum hr_unhandled live_unhandled(const struct actor *a)
{
    const struct hr_clause *own = live_clause(a->behaviour, HR_CLAUSE_UNHANDLED, NULL);
    own = own != NULL ? own : live_clause(&a->type->behaviour, HR_CLAUSE_UNHANDLED, NULL);
    return own != NULL ? (enum hr_unhandled)own->value : HR_UNHANDLED_ERROR;
}

void live_behave(struct actor *a, const struct hr_behaviour *b)
{
    a->behaviour = b;
    a->takes_all = a->type->run == NULL && live_clause(b, HR_CLAUSE_ACCEPTS, NULL) == NULL && live_unhandled(a) != HR_UNHANDLED_KEEP;
}

bool live_push(struct actor *a, struct envelope *e)
{
    live_sanitizer_release(e);
    struct envelope *old = atomic_load_explicit(&a->inbox, memory_order_relaxed);
    do {
        if (old == MAILBOX_CLOSED) {
            atomic_thread_fence(memory_order_acquire);
            return false;
        }
        e->next = old == MAILBOX_IDLE ? NULL : old;
    } while (!atomic_compare_exchange_weak_explicit(&a->inbox, &old, e, memory_order_acq_rel, memory_order_relaxed));
    if (old == MAILBOX_IDLE) {
        live_schedule(a);
    }
    return true;
}

bool live_go_idle(struct actor *a)
{
    live_sanitizer_release(a);
    struct envelope *none = NULL;
    return atomic_compare_exchange_strong_explicit(&a->inbox, &none, MAILBOX_IDLE, memory_order_acq_rel, memory_order_relaxed);
}

/* Whether the list of pending messages ends where the next ones are put. */
static bool ends_at_last(const struct actor *a)
{
    struct envelope *const *at = &a->pending;
    while (*at != NULL) {
        at = &(*at)->next;
    }
    return at == a->last;
}

static bool refill(struct actor *a)
{
    if (atomic_load_explicit(&a->inbox, memory_order_relaxed) == NULL) {
        return false;
    }
    struct envelope *newest = atomic_exchange_explicit(&a->inbox, NULL, memory_order_acquire);
    struct envelope *oldest = NULL, **end = &newest->next;
    for (struct envelope *e = newest, *next; e != NULL; e = next) {
        next = e->next;
        e->next = oldest;
        oldest = e;
        live_sanitizer_acquire(e);
    }
    *a->last = oldest;
    a->last = end;
    debug_assert(ends_at_last(a));
    return true;
}

/* Asks a predicate of the program: that of a process that waits, or else the constraint of a behaviour. In it hr_self() is the receiver,
 * whichever thread looks at the mailbox. */
static __attribute__((noinline)) bool ask(struct actor *a, const struct hr_clause *constraint, const struct envelope *e)
{
    hr_received m = { .type = e->type, .data = e->data, .sender = e->sender };
    struct co *here = live_me()->co;
    struct actor *before = here->actor;
    here->actor = a;
    bool yes = constraint == NULL ? a->co->predicate(a->co->context, &m)
                                  : ((bool (*)(const void *, const hr_received *))constraint->function)(a->state, &m);
    here->actor = before;
    return yes;
}

static bool wanted(struct actor *a, const struct envelope *e)
{
    const struct co *co = a->co;
    if (co->predicate != NULL) {
        return ask(a, NULL, e);
    }
    if (co->wanted == NULL) {
        return true;
    }
    for (const struct hr_type *const *t = co->wanted; *t != NULL; t++) {
        if (*t == e->type) {
            return true;
        }
    }
    return false;
}

/* The same rules as question_accepts() of the checker. */
bool live_accepts(struct actor *a, const struct envelope *e)
{
    if (e->flags & MESSAGE_REPLY) {
        if (__builtin_expect(live_life_over(a, e), 0)) { /* it is dropped */
            return a->status == LIVE_WAITING || a->status == LIVE_CALLING || a->status == LIVE_ENDED;
        }
        return a->status == LIVE_CALLING; /* it waits for one reply, and only that one can be on its way */
    }
    if (e->flags & MESSAGE_RESTART) {
        return a->status == (e->flags & MESSAGE_TIMER ? LIVE_CRASHED : LIVE_ENDED);
    }
    if (a->status != LIVE_WAITING) {
        return false;
    }
    if (a->takes_all) {
        return true;
    }
    if (a->type->run != NULL) {
        return wanted(a, e);
    }
    const struct hr_clause *constraint = live_clause(a->behaviour, HR_CLAUSE_ACCEPTS, NULL);
    if (constraint != NULL && !ask(a, constraint, e)) {
        return false;
    }
    return live_clause(a->behaviour, HR_CLAUSE_ON, e->type) != NULL || live_unhandled(a) != HR_UNHANDLED_KEEP;
}

void live_look_again(struct actor *a)
{
    a->cursor = &a->pending;
}

static struct envelope *unlink_cursor(struct actor *a)
{
    struct envelope *e = *a->cursor;
    *a->cursor = e->next;
    if (a->last == &e->next) {
        a->last = a->cursor;
    }
    debug_assert(ends_at_last(a));
    return e;
}

static void no_longer_queued(struct actor *a, const struct envelope *e)
{
    if (a->limited && e->flags == 0) {
        atomic_fetch_sub_explicit(&a->extra->queued, 1, memory_order_relaxed);
    }
}

struct envelope *live_next(struct actor *a)
{
    for (;;) {
        struct envelope *e = *a->cursor;
        if (e == NULL) {
            if (!refill(a)) {
                return NULL;
            }
            continue;
        }
        if (__builtin_expect(e->flags & MESSAGE_NUDGE, 0)) {
            live_free(unlink_cursor(a));
            live_look_again(a);
            continue;
        }
        if (live_accepts(a, e) && (!live_forcing || live_force_allows(a, e))) {
            unlink_cursor(a);
            live_look_again(a); /* its handler may change what is accepted */
            no_longer_queued(a, e);
            if (__builtin_expect(live_crashes, 0) && live_life_over(a, e)) {
                live_trace_without_code(e);
                live_free(e);
                continue;
            }
            return e;
        }
        a->cursor = &e->next;
    }
}

void live_remove_timer(struct actor *a, uint16_t timer)
{
    refill(a);
    for (a->cursor = &a->pending; *a->cursor != NULL; a->cursor = &(*a->cursor)->next) {
        if ((*a->cursor)->timer == timer) {
            live_free(unlink_cursor(a));
            break;
        }
    }
    live_look_again(a);
}

void live_lose_pending(struct actor *a)
{
    refill(a);
    for (a->cursor = &a->pending; *a->cursor != NULL;) {
        if (message_dies(&(struct message){ .flags = (*a->cursor)->flags })) {
            struct envelope *e = unlink_cursor(a);
            no_longer_queued(a, e);
            live_free(e);
        } else {
            a->cursor = &(*a->cursor)->next;
        }
    }
    live_look_again(a);
}

struct envelope *live_withdraw(struct actor *a)
{
    live_look_again(a);
    if (a->pending == NULL) {
        return NULL;
    }
    struct envelope *e = unlink_cursor(a);
    no_longer_queued(a, e);
    return e;
}
