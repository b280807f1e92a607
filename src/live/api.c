/* The public functions, live. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/runtime.h"

#define API __attribute__((visibility("default")))

static struct hr_test *tests;
static struct {
    bool (*function)(void);
    const char *name;
    struct hr_place place;
} at_end[64];
static size_t at_end_count;

static struct actor *self(const char *function)
{
    if (live_running == NULL) {
        live_die(NULL, 0, "%s() outside an actor", function);
    }
    return live_running;
}

static struct envelope *post(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    if (to != HR_DRIVER && live_find(to) == NULL) {
        live_die(place.file, place.line, "a message to a reference that never existed");
    }
    struct envelope *e = live_envelope(to, type, data, size);
    live_post(e);
    return e;
}

API hr_ref hr_spawn_(const struct hr_actor_type *type, const void *state, size_t size)
{
    return live_create(type, state, size);
}

API void hr_send_(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    post(to, type, data, size, place);
}

API void hr_call_(hr_ref to, const struct hr_type *type, const void *data, size_t size, const struct hr_type *reply_type,
                  void *reply, struct hr_place place)
{
    struct actor *a = self("hr_call");
    post(to, type, data, size, place)->call = true;
    a->waiting_for = to;
    a->reply_type = reply_type;
    a->reply = reply;
    a->status = LIVE_CALLING;
    live_yield();
}

API int hr_call_error(void)
{
    return self("hr_call_error")->call_error;
}

API void hr_reply_(hr_ref caller, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    struct actor *a = self("hr_reply");
    bool owed = false;
    if (a->owes_current && (caller == HR_NOBODY || caller == a->current->sender)) {
        caller = a->current->sender;
        a->owes_current = false;
        owed = true;
    }
    for (size_t i = 0; i < a->owed_count && !owed; i++) {
        if (a->owed[i] == caller) {
            a->owed[i] = a->owed[--a->owed_count];
            owed = true;
        }
    }
    if (!owed) {
        live_die(place.file, place.line, "a reply with nobody waiting");
    }
    post(caller, type, data, size, place)->reply = true;
}

API hr_ref hr_self(void)
{
    return live_running == NULL ? HR_DRIVER : live_running->self;
}

API hr_ref hr_sender(void)
{
    return live_running == NULL || live_running->current == NULL ? HR_NOBODY : live_running->current->sender;
}

API void hr_stop(void)
{
    self("hr_stop")->status = LIVE_STOPPED;
    live_yield();
    abort();
}

API void hr_fail(int reason)
{
    struct actor *a = self("hr_fail");
    a->status = LIVE_FAILED;
    a->fail_reason = reason;
    if (a->owes_current) {
        a->owed[a->owed_count++] = a->current->sender;
    }
    for (size_t i = 0; i < a->owed_count; i++) {
        struct envelope *e = live_envelope(a->owed[i], NULL, &reason, sizeof reason);
        e->reply = true;
        live_post(e);
    }
    live_yield();
    abort();
}

API void hr_restart(hr_ref process)
{
    struct envelope *e = live_envelope(process, NULL, "", 0);
    e->restart = true;
    live_post(e);
}

API void hr_become_(const struct hr_behaviour *behaviour)
{
    struct actor *a = self("hr_become");
    a->behaviour = behaviour != NULL ? behaviour : &a->type->behaviour;
}

static hr_received receive(struct actor *a)
{
    if (a->type->run == NULL) {
        live_die(NULL, 0, "hr_receive() in a handler: only a process can ask for messages");
    }
    if (a->owes_current && a->owed_count < sizeof a->owed / sizeof *a->owed) {
        a->owed[a->owed_count++] = a->current->sender;
        a->owes_current = false;
    }
    a->status = LIVE_WAITING;
    live_yield();
    a->wanted = NULL;
    a->predicate = NULL;
    return (hr_received){ .type = a->current->type, .data = a->current->data, .sender = a->current->sender };
}

API hr_received hr_receive_(const struct hr_type *const *types)
{
    struct actor *a = self("hr_receive");
    a->wanted = types;
    return receive(a);
}

API hr_received hr_receive_if(bool (*predicate)(void *context, const hr_received *m), void *context)
{
    struct actor *a = self("hr_receive_if");
    a->predicate = predicate;
    a->context = context;
    return receive(a);
}

API const void *hr_as_(hr_received m, const struct hr_type *type)
{
    if (m.type != type) {
        live_die(NULL, 0, "hr_as(m, %s) on a message of type %s", type->name, m.type->name);
    }
    return m.data;
}

/* Live, a choice is made at random: it stands for what the outside decides. */
API unsigned hr_choose(unsigned n)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n <= 1 ? 0 : (unsigned)((state >> 33) % n);
}

API uint64_t hr_now(void)
{
    return live_now_ms();
}

API hr_timer hr_after_(uint64_t ms, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    struct actor *a = self("hr_after");
    if (a->timers == UINT64_MAX) {
        live_die(place.file, place.line, "more than 64 timers of one actor at a time");
    }
    unsigned slot = (unsigned)__builtin_ctzll(~a->timers);
    struct envelope *e = post(a->self, type, data, size, place);
    e->timer = slot + 1;
    e->due = live_now_ms() + ms;
    a->timers |= (uint64_t)1 << slot;
    return slot + 1;
}

API void hr_cancel(hr_timer timer)
{
    struct actor *a = self("hr_cancel");
    if (timer >= 1 && timer <= 64 && (a->timers >> (timer - 1) & 1)) {
        live_cancel(a->self, timer);
        a->timers &= ~((uint64_t)1 << (timer - 1));
    }
}

API void hr_assert_failed_(const char *condition, struct hr_place place)
{
    live_die(place.file, place.line, "assertion failed: %s", condition);
}

/* Live, nobody can look at all actors at once while they run: hr_always is for the checker, hr_at_end is checked at the end. */
API void hr_predicate_(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place)
{
    if (when == HR_AT_END && at_end_count < sizeof at_end / sizeof *at_end) {
        at_end[at_end_count].function = predicate;
        at_end[at_end_count].name = name;
        at_end[at_end_count++].place = place;
    }
}

API const void *hr_peek_(hr_ref ref, const struct hr_actor_type *type)
{
    const struct actor *a = live_find(ref);
    return a == NULL || a->type != type || a->status == LIVE_STOPPED || a->status == LIVE_FAILED ? NULL : a->state;
}

API void hr_note(const char *format, ...)
{
    (void)format;
}

API void hr_reached_(const struct hr_site *site)
{
    (void)site;
}

API void hr_sites_(const struct hr_site *from, const struct hr_site *to)
{
    (void)from, (void)to;
}

API void hr_exclude(const void *from, size_t size)
{
    (void)from, (void)size;
}

API void hr_shared(void *from, size_t size)
{
    (void)from, (void)size;
}

API void hr_channel(const char *name)
{
    (void)name;
}

API void hr_settle(void)
{
    live_run();
}

API int hr_run(void)
{
    int status = live_run();
    for (size_t i = 0; i < at_end_count; i++) {
        if (!at_end[i].function()) {
            fprintf(stderr, "%s:%d: error: %s does not hold at the end\n", at_end[i].place.file, at_end[i].place.line, at_end[i].name);
            status = 1;
        }
    }
    return status;
}

API void hr_skip(const char *why)
{
    fprintf(stderr, "skipped: %s\n", why);
    exit(77);
}

API void hr_test_(struct hr_test *test)
{
    struct hr_test **last = &tests;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = test;
}

API int hr_test_main_(int argc, char **argv)
{
    for (struct hr_test *t = tests; t != NULL; t = t->next) {
        if (tests->next == NULL || (argc > 1 && strcmp(argv[1], t->name) == 0)) {
            t->body();
            return hr_run();
        }
    }
    fprintf(stderr, "which test? each runs in a process of its own:\n");
    for (struct hr_test *t = tests; t != NULL; t = t->next) {
        fprintf(stderr, "  %s %s\n", argv[0], t->name);
    }
    return 2;
}
