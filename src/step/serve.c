#include "step/serve.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/outlives.h"
#include "actor/request.h"
#include "guard/guard.h"
#include "guard/watchdog.h"
#include "model/names.h"
#include "step/abandon.h"
#include "step/clock.h"
#include "step/crash.h"
#include "step/serve_parts.h"

enum { PACKED_MAX = 64 << 20 };

struct serving serving;
struct server server;

void serve_init(struct board *board)
{
    server.board = board;
    pool_init(&server.scratch, PACKED_MAX);
    pool_init(&server.disk, 4 * (size_t)PACKED_MAX);
    clock_init(&board->job);
}

void serve_limit_by(void (*limit)(enum limit_kind limit))
{
    server.limit = limit;
}

/* ---- looks ---- */

static void serve_text(enum effect_kind kind)
{
    size_t size = strlen(border.request.data);
    memcpy(effects_add(serving.out, &(struct effect){ .kind = kind, .size = (uint32_t)size }), border.request.data, size);
}

static void serve_peek(void)
{
    if (serving.locals == NULL) {
        abandon_misuse("hr_peek() outside a predicate: actors cannot look into each other");
    }
    uint32_t actor = names_find(border.request.to);
    border.request.result = 0;
    if (actor != DRIVER && serving.peek != NULL) {
        serving.peek(border.request.to, actor);
    }
    if (actor != NO_ACTOR && actor != DRIVER && actor < serving.local_count && serving.locals[actor] != 0) {
        const struct control *c = arena_control(actor);
        enum actor_status status = local_get(serving.locals[actor])->status;
        if (status < ACTOR_DESTROYED && c->type == border.request.actor_type) {
            border.request.result = (uint64_t)(uintptr_t)c->state;
        }
    }
}

/* ---- ends of a run ---- */

/* Notes which life of a caller asks, beside the list of those that are owed an answer. */
static void note_life(struct control *c)
{
    if (c->outlives != NULL && c->owed.count == OUTLIVES_OWED) {
        abandon_misuse("more than 64 callers without an answer at a time, where crashes are explored");
    }
    if (c->outlives != NULL) {
        c->outlives->lives[c->owed.count] = c->caller_life;
    }
}

static void settle_message(struct control *c)
{
    if (c->from_caller) {
        note_life(c);
        short_list_add(&c->owed, &c->heap, c->sender);
    }
    c->from_caller = false;
    c->caller_life = 0;
    c->sender = 0;
    c->message = NULL;
    c->message_type = NULL;
}

static void serve_done(void)
{
    struct control *c = border.running;
    settle_message(c);
    loans_end(c);
    c->sp = NULL;
    c->reply = NULL;
    c->reply_type = NULL;
    c->call_error = 0;
    c->status = c->type->run != NULL ? ACTOR_TERMINATED : ACTOR_WAITING;
}

/* What a request lacks. The macros of harrier.h make complete requests, but the functions can be called without them. */
static const char *missing(void)
{
    const struct hr_actor_type *actor = border.request.actor_type;
    const struct hr_type *type = border.request.type;
    switch (border.request.kind) {
    case REQUEST_SPAWN:
        if (actor == NULL || actor->behaviour.name == NULL || actor->behaviour.clauses == NULL) {
            return "an actor of no type: hr_spawn() was given NULL, or a type without a name or clauses";
        }
        if (adapter_unfit(actor) != NULL) {
            return adapter_unfit(actor);
        }
        return border.request.data == NULL && border.request.size != 0 ? "hr_spawn() of NULL: there is no struct to begin with" : NULL;
    case REQUEST_SEND:
    case REQUEST_CALL:
    case REQUEST_REPLY:
    case REQUEST_AFTER:
        if (type == NULL || type->name == NULL) {
            return "a message of no type: the type is NULL, or has no name";
        }
        return border.request.data == NULL && type->size != 0 ? "a message of NULL: there is nothing to send" : NULL;
    case REQUEST_NOTE: return border.request.data == NULL ? "hr_note(NULL)" : NULL;
    case REQUEST_REACHED: return border.request.site == NULL ? "hr_sometimes() of no place" : NULL;
    default: return NULL;
    }
}

/* Whether the actor crashes before what it asks for is done. */
static bool crashes_before(void)
{
    enum request_kind k = border.request.kind;
    bool place = k == REQUEST_SEND || k == REQUEST_CALL || k == REQUEST_REPLY || k == REQUEST_SYNC;
    return place && border.running != NULL && crash_strikes(border.running);
}

enum served serve_request(void)
{
    if (serving.hurried && border.request.kind != REQUEST_DONE) {
        _longjmp(guard.jump, 1); /* it will be asked alone, and then this request is served */
    }
    if (guard.overdue && border.request.kind != REQUEST_FINDING) {
        watchdog_overdue(&guard.finding);
        abandon(guard.finding.kind, guard.finding.text, border.request.place, border.request.pc);
    }
    bool harmless = border.request.kind == REQUEST_PEEK || border.request.kind == REQUEST_FINDING || border.request.kind == REQUEST_DONE ||
                    border.request.kind == REQUEST_NOTE || border.request.kind == REQUEST_REACHED || border.request.kind == REQUEST_LOOK;
    if (serving.quiet && !harmless) {
        abandon_misuse("a constraint or predicate that sends, creates, chooses or ends: it must only look");
    }
    if (missing() != NULL) {
        abandon_misuse(missing());
    }
    if (crashes_before()) {
        return GIVE_UP_CPU;
    }
    switch (border.request.kind) {
    case REQUEST_SPAWN: serve_spawn(); return GO_ON;
    case REQUEST_SEND: serve_send(0); return GO_ON;
    case REQUEST_REPLY: serve_reply(); return GO_ON;
    case REQUEST_SYNC: crash_sync(); return GO_ON;
    case REQUEST_AFTER: serve_after(); return GO_ON;
    case REQUEST_CANCEL: serve_cancel(); return GO_ON;
    case REQUEST_CHOOSE: serve_choice(); return GO_ON;
    case REQUEST_NOTE: serve_text(EFFECT_NOTE); return GO_ON;
    case REQUEST_PEEK: serve_peek(); return GO_ON;
    case REQUEST_LOOK: serve_look(); return GO_ON;
    case REQUEST_REACHED:
        effects_add(serving.out, &(struct effect){ .kind = EFFECT_REACHED, .number = (uint64_t)(uintptr_t)border.request.site });
        return GO_ON;
    case REQUEST_RESTART: {
        struct message head = { .sender = serve_self(), .flags = MESSAGE_RESTART };
        serve_log(serve_receiver(border.request.to), &head, "");
        return GO_ON;
    }
    case REQUEST_CALL: serve_call(); return GIVE_UP_CPU;
    case REQUEST_WAIT:
        settle_message(border.running);
        border.running->status = ACTOR_WAITING;
        return GIVE_UP_CPU;
    case REQUEST_DONE:
        if (!serving.quiet) {
            serve_done();
        }
        return GIVE_UP_CPU;
    case REQUEST_STOP: border.running->status = ACTOR_DESTROYED; return GIVE_UP_CPU;
    case REQUEST_FAIL: serve_fail(); return GIVE_UP_CPU;
    case REQUEST_FINDING: {
        struct finding f = abandon_finding(border.request.finding, border.request.data, border.request.place, border.request.pc);
        f.allocated = border.request.number;
        abandon_with(&f);
    }
    }
    guard_broken("unknown request");
}
