/* The public functions, live. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/runtime.h"

#define API __attribute__((visibility("default")))

static bool settling; /* hr_settle() is under way */

/* The actor whose code calls; its coroutine. */
static struct co *self(const char *function)
{
    live_workers_begin();
    struct co *co = live_me()->co;
    if (co->actor == NULL) {
        live_die(NULL, 0, "%s() outside an actor", function);
    }
    return co;
}

static void need_driver(const char *function)
{
    live_workers_begin();
    if (live_me()->co->actor != NULL) {
        live_die(NULL, 0, "%s() inside an actor: only main() may call it", function);
    }
}

static void check(const struct hr_type *type, size_t size, struct hr_place place)
{
    if (__builtin_expect(size != type->size, 0)) {
        live_die(place.file, place.line, "a message type that is declared differently in two source files");
    }
}

static void check_receiver(hr_ref to, struct hr_place place)
{
    if (__builtin_expect(to == HR_NOBODY, 0)) {
        live_die(place.file, place.line, "a message to nobody: the reference is HR_NOBODY (0)");
    }
    if (__builtin_expect(!live_given_out(to), 0)) {
        live_die(place.file, place.line, "a message to a reference that never existed");
    }
}

API hr_ref hr_spawn_(const struct hr_actor_type *type, const void *state, size_t size)
{
    live_workers_begin();
    live_quiet(
        live_me()); /* a handler that never returns, and creates actors in a loop, must not keep the memory of those that have ended */
    if (size != type->size) {
        live_die(NULL, 0, "an actor type that is declared differently in two source files");
    }
    return live_create(type, state, size);
}

API void hr_send_(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    live_workers_begin();
    if (__builtin_expect(live_crashes, 0)) {
        live_life_place(live_me()->co);
    }
    check(type, size, place);
    check_receiver(to, place);
    live_send(to, live_envelope(type, data, size, 0));
}

/* ---- calls ---- */

static void take_reply(struct co *co, struct envelope *e, const struct hr_type *type, void *reply)
{
    co->call_error = 0;
    if (e->flags & MESSAGE_FAILURE) {
        memcpy(&co->call_error, e->data, sizeof co->call_error);
        memset(reply, 0, type->size);
    } else if (e->type != type) {
        live_die(NULL, 0, "a reply of type %s where the caller waits for %s", e->type->name, type->name);
    } else {
        memcpy(reply, e->data, type->size);
        if (type->parts != NULL) {
            e->next = co->loans; /* the caller may use what the reply carries until it has handled its own message */
            co->loans = e;
            return;
        }
    }
    live_free(e);
}

API void hr_call_(hr_ref to, const struct hr_type *type, const void *data, size_t size, const struct hr_type *reply_type, void *reply,
                  struct hr_place place)
{
    struct co *co = self("hr_call");
    struct actor *a = co->actor;
    live_life_place(co);
    check(type, size, place);
    check_receiver(to, place);
    a->status = LIVE_CALLING;
    a->cursor = a->last; /* the reply cannot be there yet */
    atomic_store_explicit(&a->calls, atomic_load_explicit(&a->calls, memory_order_relaxed) + 1, memory_order_relaxed);
    atomic_store(&a->waiting_for, to);
    live_send(to, live_envelope(type, data, size, MESSAGE_CALL));
    live_life_step_over(co); /* before the look: a caller that crashes waits for nobody */
    live_check_ring(a);
    struct envelope *e = live_wait(co);
    a->status = LIVE_WAITING;
    take_reply(co, e, reply_type, reply);
}

API int hr_call_error(void)
{
    return self("hr_call_error")->call_error;
}

/* Takes a caller off the list of those that are owed an answer. */
static bool take_owed(struct extra *x, hr_ref caller, uint32_t *life)
{
    for (uint32_t i = 0; x != NULL && i < x->owed_count; i++) {
        if (x->owed[i].caller == caller) {
            *life = x->owed[i].life;
            memmove(&x->owed[i], &x->owed[i + 1], (x->owed_count - i - 1) * sizeof x->owed[0]);
            x->owed_count--;
            return true;
        }
    }
    return false;
}

/* Whether a caller is owed an answer: from now on it is not. One that was restarted may have asked twice: the call that is being handled is
 * answered first, and the one before takes its place. */
static bool owes(struct co *co, hr_ref caller, uint32_t *life)
{
    struct extra *x = co->actor->extra;
    if (co->owes_current && (caller == HR_NOBODY || caller == co->current->sender)) {
        *life = co->caller_life;
        co->owes_current = caller != HR_NOBODY && take_owed(x, caller, &co->caller_life);
        return true;
    }
    return take_owed(x, caller, life);
}

API void hr_reply_(hr_ref caller, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    struct co *co = self("hr_reply");
    uint32_t life;
    live_life_place(co);
    check(type, size, place);
    if (!owes(co, caller, &life)) {
        live_die(place.file, place.line,
                 caller == HR_NOBODY ? "a reply with nobody waiting: the message is no call, or it was answered already"
                                     : "a reply to an actor that does not wait for one");
    }
    caller = caller == HR_NOBODY ? co->current->sender : caller;
    struct envelope *e = live_envelope(type, data, size, MESSAGE_REPLY);
    if (live_stamping) {
        live_stamp(e)->life = life;
    }
    live_answered((struct owed){ caller, life });
    live_send(caller, e);
}

/* ---- itself ---- */

API hr_ref hr_self(void)
{
    live_workers_begin();
    struct actor *a = live_me()->co->actor;
    return a == NULL ? HR_DRIVER : a->ref;
}

API hr_ref hr_sender(void)
{
    live_workers_begin();
    struct envelope *e = live_me()->co->current;
    return e == NULL ? HR_NOBODY : e->sender;
}

API void hr_stop(void)
{
    live_end_actor(self("hr_stop"), LIVE_STOPPED, 0);
}

API void hr_fail(int reason)
{
    struct co *co = self("hr_fail");
    if (reason == 0) {
        live_die(NULL, 0, "hr_fail(0): the reason must not be 0, which means success");
    }
    live_end_actor(co, LIVE_FAILED, reason);
}

API void hr_restart(hr_ref process)
{
    live_workers_begin();
    check_receiver(process, (struct hr_place){ 0 });
    live_send(process, live_bare(MESSAGE_RESTART, "", 0));
}

API void hr_become_(const struct hr_behaviour *behaviour)
{
    struct actor *a = self("hr_become")->actor;
    live_behave(a, behaviour != NULL ? behaviour : &a->type->behaviour);
}

/* ---- receiving ---- */

static hr_received receive(const char *function, const struct hr_type *const *types, bool (*predicate)(void *, const hr_received *),
                           void *context)
{
    struct co *co = self(function);
    if (co->actor->type->run == NULL) {
        live_die(NULL, 0, "hr_receive() in a handler: only a process can ask for messages");
    }
    live_owe(co);
    co->wanted = types;
    co->predicate = predicate;
    co->context = context;
    co->actor->status = LIVE_WAITING;
    live_life_step_over(co);
    live_look_again(co->actor);
    struct envelope *e = live_wait(co);
    co->wanted = NULL;
    co->predicate = NULL;
    return (hr_received){ .type = e->type, .data = e->data, .sender = e->sender };
}

API hr_received hr_receive_(const struct hr_type *const *types)
{
    return receive("hr_receive", types, NULL, NULL);
}

API hr_received hr_receive_if(bool (*predicate)(void *context, const hr_received *m), void *context)
{
    return receive("hr_receive_if", NULL, predicate, context);
}

API const void *hr_as_(hr_received m, const struct hr_type *type)
{
    if (m.type != type) {
        live_die(NULL, 0, "hr_as(m, %s) on a message of type %s", type->name, m.type != NULL ? m.type->name : "none");
    }
    return m.data;
}

/* ---- choices, time ---- */

API unsigned hr_choose(unsigned n)
{
    live_workers_begin();
    if (n <= 1) {
        return 0;
    }
    if (settling) {
        return 0; /* as the checker does */
    }
    if (!live_running) {
        live_die(NULL, 0, "hr_choose() before hr_run(): what the driver does is not explored, so choose in a handler");
    }
    return live_choose(live_me()->co, n);
}

API uint64_t hr_now(void)
{
    return live_now_ns() / 1000000;
}

API hr_timer hr_after_(uint64_t ms, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    struct actor *a = self("hr_after")->actor;
    check(type, size, place);
    struct extra *x = live_extra(a);
    uint32_t slot = 0;
    while (slot < x->timer_slots && x->timers[slot] != NULL) {
        slot++;
    }
    if (slot == TIMERS_MAX) {
        live_die(place.file, place.line, "more than %d timers of one actor at a time", TIMERS_MAX);
    }
    if (slot == x->timer_slots) {
        x->timer_slots = slot == 0 ? 4 : slot * 2;
        x->timers = live_need(realloc(x->timers, x->timer_slots * sizeof *x->timers));
        memset(x->timers + slot, 0, (x->timer_slots - slot) * sizeof *x->timers);
    }
    struct envelope *e = live_envelope(type, data, size, MESSAGE_TIMER);
    e->timer = (uint16_t)(slot + 1);
    uint64_t now = live_now_ns();
    uint64_t due = ms > (UINT64_MAX / 2 - now) / 1000000 ? UINT64_MAX / 2 : now + ms * 1000000;
    x->timers[slot] = live_delay(a, e, ms, due);
    return slot + 1;
}

API void hr_cancel(hr_timer timer)
{
    struct actor *a = self("hr_cancel")->actor;
    struct extra *x = a->extra;
    if (timer == 0 || x == NULL || timer > x->timer_slots || x->timers[timer - 1] == NULL) {
        return; /* it came already */
    }
    bool fired;
    live_delay_forget(x->timers[timer - 1], &fired);
    x->timers[timer - 1] = NULL;
    if (fired) {
        live_take_back(a, (uint16_t)timer);
    }
}

/* ---- what must hold ---- */

API void hr_assert_failed_(const char *condition, struct hr_place place)
{
    live_workers_begin();
    live_die_kind("assertion", place.file, place.line, "assertion failed: %s", condition);
}

API void hr_predicate_(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place)
{
    need_driver(when == HR_ALWAYS ? "hr_always" : when == HR_AT_END ? "hr_at_end" : "hr_environment");
    live_predicate(when, name, &(struct predicate_code){ .function = (void (*)(void))predicate }, place);
}

API void hr_named_predicate_(enum hr_when when, const char *name, void (*predicate)(void), bool has_parameters, struct hr_place place,
                             const hr_ref *named, size_t count)
{
    struct predicate_code p = { .function = predicate, .has_parameters = has_parameters, .count = (uint32_t)count };
    need_driver(when == HR_ALWAYS ? "hr_always" : "hr_at_end");
    if (named == NULL || count == 0 || count > PREDICATE_NAMES_MAX) {
        live_die(place.file, place.line, "hr_named_predicate_() with no actors, or more than eight");
    }
    for (size_t i = 0; i < count; i++) {
        p.named[i] = named[i];
        if (named[i] == HR_NOBODY || named[i] == HR_DRIVER || !live_given_out(named[i])) {
            live_die(place.file, place.line, "hr_always() or hr_at_end() names an actor that does not exist");
        }
    }
    live_predicate(when, name, &p, place);
}

API const void *hr_peek_(hr_ref ref, const struct hr_actor_type *type)
{
    if (live_running) {
        live_die(NULL, 0, "hr_peek() outside a predicate: actors cannot look into each other");
    }
    live_refuse_look(ref);
    struct found f = live_find(ref);
    return f.actor == NULL || f.actor->type != type || f.actor->status == LIVE_CRASHED ? NULL : f.actor->state;
}

API void hr_shared(void *from, size_t size)
{
    (void)from, (void)size;
    need_driver("hr_shared");
    live_one_thread = true; /* steps are atomic: those that share memory must not overlap */
}

API void hr_library(const char *name, const char *what)
{
    (void)name;
    need_driver("hr_library");
    live_one_thread = live_one_thread || strcmp(what, "shared") == 0; /* as for hr_shared() */
}

API void hr_channel(const char *name)
{
    (void)name;
    need_driver("hr_channel");
}

/* ---- the driver ---- */

API void hr_settle(void)
{
    need_driver("hr_settle");
    settling = true;
    live_settle();
    settling = false;
}

API int hr_run(void)
{
    need_driver("hr_run");
    live_check_start();
    live_workers_run();
    int status = live_check_end();
    live_trace_end();
    return status;
}

API void hr_skip(const char *why)
{
    fprintf(stderr, "skipped: %s\n", why);
    exit(77);
}
