/* Running actors: creating them, delivering to them, letting them wait, ending them. */
#include <stdlib.h>
#include <string.h>

#include "live/runtime.h"
#include "model/names.h"

enum { BUDGET = 64 }; /* messages of one activation: then other actors have their turn */

struct extra *live_extra(struct actor *a)
{
    a->extra = a->extra != NULL ? a->extra : live_need(calloc(1, sizeof *a->extra));
    return a->extra;
}

void live_actor_free(struct actor *a)
{
    if (a->extra != NULL) {
        free(a->extra->owed);
        free(a->extra->timers);
        free(a->extra->lives);
        free(a->extra);
    }
    live_name_drop(a->name);
    live_name_drop(a->parent);
    live_block_free(a, a->class);
}

/* ---- one message ---- */

/* The message was handled without an answer so far: its caller waits on. */
void live_owe(struct co *co)
{
    struct extra *x;
    if (!co->owes_current) {
        return;
    }
    co->owes_current = false;
    x = live_extra(co->actor);
    if (x->owed_count == x->owed_capacity) {
        x->owed_capacity = x->owed_capacity == 0 ? 4 : x->owed_capacity * 2;
        x->owed = live_need(realloc(x->owed, x->owed_capacity * sizeof *x->owed));
    }
    x->owed[x->owed_count++] = (struct owed){ co->current->sender, co->caller_life };
}

void live_free_current(struct co *co)
{
    if (co->current != NULL) {
        live_free(co->current);
        co->current = NULL;
    }
    for (struct envelope *e = co->loans, *next; e != NULL; e = next) {
        next = e->next;
        live_free(e);
    }
    co->loans = NULL;
}

static void timer_came(struct actor *a, const struct envelope *e)
{
    bool fired;
    if (e->timer != 0) {
        live_delay_forget(a->extra->timers[e->timer - 1], &fired);
        a->extra->timers[e->timer - 1] = NULL;
    }
}

/* The restart after a crash, which is no message that a handler sees. */
static bool is_next_life(const struct envelope *e)
{
    return (e->flags & (MESSAGE_RESTART | MESSAGE_TIMER)) == (MESSAGE_RESTART | MESSAGE_TIMER);
}

/* From here on the actor handles this message. */
static void begin_step(struct co *co, struct actor *a, struct envelope *e)
{
    if (__builtin_expect(live_stamping, 0)) {
        live_trace_delivery(a, co, e);
    }
    if (!(e->flags & MESSAGE_REPLY)) {
        timer_came(a, e);
        co->current = e;
        co->owes_current = (e->flags & MESSAGE_CALL) != 0;
        co->caller_life = live_stamping ? live_stamp(e)->life : 0;
    }
}

static void end_step(struct co *co)
{
    if (__builtin_expect(live_stamping, 0)) {
        live_trace_step_end(co);
    }
}

static void handle(struct co *co, struct actor *a)
{
    const struct envelope *e = co->current;
    if (a->type->run != NULL) { /* a restart */
        ((void (*)(void *))a->type->run)(a->state);
        return;
    }
    const struct hr_clause *on = live_clause(a->behaviour, HR_CLAUSE_ON, e->type);
    if (on != NULL) {
        ((void (*)(void *, const void *))on->function)(a->state, e->data);
    } else if (live_unhandled(a) == HR_UNHANDLED_ERROR) {
        live_die_kind("unhandled", a->behaviour->file, a->behaviour->line, "%s has no handler for %s", a->behaviour->name, e->type->name);
    }
}

/* What the actor does first, when it is created or restarted. */
static void begin_life(struct actor *a)
{
    const struct hr_clause *init = live_clause(a->behaviour, HR_CLAUSE_INIT, NULL);
    if (a->type->run != NULL) {
        ((void (*)(void *))a->type->run)(a->state);
    } else if (init != NULL) {
        ((void (*)(void *))init->function)(a->state);
    }
}

/* The actor's code has returned. */
static void returned(struct co *co, struct actor *a)
{
    live_owe(co);
    if (__builtin_expect(live_crashes, 0) && a->type->run == NULL) { /* a process is over */
        live_life_step_over(co);
    }
    end_step(co);
    live_free_current(co);
    co->actor = NULL;
    co->call_error = 0;
    a->co = NULL;
    a->status = a->type->run != NULL ? LIVE_ENDED : LIVE_WAITING;
}

static void deliver(struct co *co, struct actor *a, struct envelope *e)
{
    co->actor = a;
    a->status = LIVE_WAITING;
    if (__builtin_expect(is_next_life(e), 0)) {
        live_trace_delivery(a, co, e);
        live_free(e);
        begin_life(a);
    } else {
        begin_step(co, a, e);
        handle(co, a);
    }
    returned(co, a);
}

/* ---- waiting ---- */

/* The code that runs on `co` stops here; the worker goes on, or the code that created the actor. */
static void give_way(struct co *co)
{
    end_step(co);
    if (co->creator != NULL) {
        live_switch(co->creator);
        return;
    }
    live_me()->parted_actor = co->actor;
    live_switch(live_co(live_loop));
}

struct envelope *live_wait(struct co *co)
{
    struct actor *a = co->actor;
    struct worker *w = live_me();
    a->co = co;
    struct envelope *e = live_running && co->creator == NULL && w->budget > 0 ? live_next(a) : NULL;
    if (e != NULL) {
        w->budget--;
        end_step(co);
    } else {
        give_way(co);
        e = co->delivered;
        co->delivered = NULL;
    }
    if (!(e->flags & MESSAGE_REPLY)) {
        live_free_current(co);
    }
    begin_step(co, a, e);
    return e;
}

/* ---- activations ---- */

void live_activate(struct actor *a)
{
    struct worker *w = live_me();
    w->budget = BUDGET;
    for (;;) {
        struct envelope *e = w->budget > 0 ? live_next(a) : NULL;
        if (e == NULL) {
            if (w->budget <= 0) {
                live_schedule_last(a);
                return;
            }
            if (live_go_idle(a)) {
                return;
            }
            continue;
        }
        w->budget--;
        if (a->co != NULL) {
            a->co->delivered = e;
            live_leave(a->co);
        }
        deliver(w->co, a, e);
        w = live_me(); /* the handler may have waited, and gone on elsewhere */
    }
}

/* Code that ran on a coroutine of its own has ended. If it never waited, the code that created the actor goes on; otherwise a worker
 * resumed it meanwhile, and that worker goes on. */
static void done_here(struct co *co, struct actor *a)
{
    if (co->creator != NULL) {
        live_leave(co->creator);
    }
    live_activate(a);
    live_loop(co);
}

static void create_entry(struct co *co)
{
    struct actor *a = co->actor;
    begin_life(a);
    returned(co, a);
    done_here(co, a);
}

static void deliver_entry(struct co *co)
{
    struct actor *a = co->actor;
    struct envelope *e = co->delivered;
    co->delivered = NULL;
    deliver(co, a, e);
    done_here(co, a);
}

/* Runs an actor's code now, on `co`, until it waits or ends. */
static void run_here(struct co *co, hr_ref ref)
{
    co->creator = live_me()->co;
    live_switch(co);
    struct found f = live_find(ref); /* it may have ended */
    if (f.actor == NULL) {
        return;
    }
    if (f.actor->co != NULL) {
        f.actor->co->creator = NULL;
    }
    if (!live_go_idle(f.actor)) {
        live_schedule_last(f.actor);
    }
}

void live_deliver_here(struct actor *a, struct envelope *e)
{
    struct co *co = a->co != NULL ? a->co : live_co(deliver_entry);
    atomic_store(&a->inbox, NULL);
    co->actor = a;
    co->delivered = e;
    run_here(co, a->ref);
}

/* ---- creation and end ---- */

static void set_limit(struct actor *a)
{
    const struct hr_clause *limit = live_clause(&a->type->behaviour, HR_CLAUSE_MAILBOX_LIMIT, NULL);
    if (limit != NULL && limit->value >> 2 != 0) {
        live_extra(a)->limit = limit->value >> 2 > UINT32_MAX ? UINT32_MAX : (uint32_t)(limit->value >> 2);
        a->extra->at_limit = (enum hr_limit)(limit->value & 3);
        a->limited = true;
    }
}

hr_ref live_create(const struct hr_actor_type *type, const void *state, size_t size)
{
    if (type->adapter != NULL) {
        live_die(type->behaviour.file, type->behaviour.line, "%s is an actor of another library, which runs it live", type->behaviour.name);
    }
    uint8_t class;
    struct actor *parent = live_me()->co->actor;
    struct actor *a = live_block(sizeof *a + (size < sizeof(int) ? sizeof(int) : size), &class);
    *a = (struct actor){ .type = type, .class = class, .status = LIVE_WAITING, .inbox = NULL };
    a->last = a->cursor = &a->pending;
    memcpy(a->state, state, size);
    live_behave(a, &type->behaviour);
    set_limit(a);
    live_life_begin(a);
    if (parent == NULL) {
        a->ordinal = live_driver_child(type, &a->ref);
    } else {
        a->parent = live_name(parent);
        live_name_use(a->parent);
        a->ordinal = ++parent->children;
        a->ref = names_reference(parent->ref, a->ordinal, type->behaviour.name);
    }
    hr_ref ref = a->ref;
    bool runs = type->run != NULL || live_clause(&type->behaviour, HR_CLAUSE_INIT, NULL) != NULL;
    if (!runs) {
        atomic_store_explicit(&a->inbox, MAILBOX_IDLE, memory_order_relaxed);
    }
    live_sanitizer_release(a);
    live_register(a);
    if (runs) {
        struct co *co = live_co(create_entry);
        co->actor = a;
        co->event = live_me()->co->event; /* its choices are part of its creator's step */
        co->inside = true;
        run_here(co, ref);
    }
    return ref;
}

void live_fail_callers(struct co *co, int reason)
{
    const struct actor *a = co->actor;
    const struct extra *x = a->extra;
    if (co->owes_current) {
        live_answer_failure(a->ref, reason, (struct owed){ co->current->sender, co->caller_life });
    }
    for (uint32_t i = 0; x != NULL && i < x->owed_count; i++) {
        live_answer_failure(a->ref, reason, x->owed[i]);
    }
}

void live_end_actor(struct co *co, enum live_status status, int reason)
{
    struct actor *a = co->actor;
    if (status == LIVE_FAILED) {
        live_fail_callers(co, reason);
    }
    end_step(co);
    live_free_current(co);
    a->co = NULL;
    co->actor = NULL;
    live_close(a, reason);
    live_leave(co->creator != NULL ? co->creator : live_co(live_loop));
}
