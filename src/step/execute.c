#include "step/execute.h"
#include "step/abandon.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/mutant.h"
#include "base/text.h"
#include "guard/fence.h"
#include "guard/guard.h"
#include "guard/held.h"
#include "image/image.h"
#include "image/shared.h"
#include "model/names.h"
#include "model/pack.h"
#include "step/around.h"
#include "step/clock.h"
#include "step/crash.h"
#include "step/memory.h"
#include "step/resume.h"
#include "step/serve.h"

uint64_t execute_runs;

void execute_init(struct board *b)
{
    serve_init(b);
    around_init(&b->job);
    memory_init();
}

/* ---- giving an actor its message ---- */

/* A copy of the message on the actor's heap, which is freed when the actor is done with it. */
static void *lend(struct control *c, const struct message *m)
{
    unsigned char *block = heap_alloc(&c->heap, 16 + m->size, 16);
    *(void **)block = c->loans;
    c->loans = block;
    memcpy(block + 16, m->data, m->size);
    unpack(m->type, block + 16);
    return block + 16;
}

static void accept_reply(struct control *c, const struct message *m)
{
    c->call_error = 0;
    if (m->flags & MESSAGE_FAILURE) {
        memcpy(&c->call_error, m->data, sizeof c->call_error);
        memset(c->reply, 0, c->reply_type->size);
    } else if (m->type != c->reply_type) {
        char text[200];
        struct text t = text_in(text, sizeof text);
        text_printf(&t, "a reply of type %s where the caller waits for %s", m->type->name, c->reply_type->name);
        abandon(KIND_MISUSE, text, (struct hr_place){ 0 }, 0);
    } else {
        memcpy(c->reply, m->type->parts != NULL ? lend(c, m) : (const void *)m->data, m->type->size);
    }
    c->reply = NULL;
    c->reply_type = NULL;
    c->waiting_for = 0;
}

/* Sets the actor up so that resuming it handles the message. */
static void put_message(struct control *c, const struct message *m)
{
    clock_receive(c, m);
    if (m->flags & MESSAGE_REPLY) {
        accept_reply(c, m);
        c->status = ACTOR_ACTIVE;
        return;
    }
    c->sender = names_get(m->sender)->ref;
    c->message_type = m->type;
    c->from_caller = (m->flags & MESSAGE_CALL) != 0;
    c->caller_life = (uint16_t)(m->flags & MESSAGE_CALL ? m->life : 0);
    if (m->flags & MESSAGE_TIMER) {
        c->timers &= ~((uint64_t)1 << (m->timer - 1));
        clock_end_timer(c, m->timer - 1u);
    }
    c->status = ACTOR_ACTIVE;
    if (c->sp != NULL) {
        c->message = lend(c, m); /* its code waits on its stack, so the message goes to the heap */
        return;
    }
    /* The content goes to the top of the fresh stack, and is gone when the handler ends. */
    bool large = m->size > (size_t)(arena_stack_top(c->actor) - arena_stack_bottom(c->actor)) / 2;
    unsigned char *top = memory_stack_top(c, large ? 0 : m->size);
    if (large) {
        c->message = lend(c, m);
    } else if (m->type != NULL) {
        top -= (m->size + 15) & ~(size_t)15;
        memcpy(top, m->data, m->size);
        unpack(m->type, top);
        c->message = top;
    }
    c->sp = context_prepare(top, actor_deliver_entry);
}

/* A failed actor runs no more code, but its callers get an answer. */
static void answer_for_failed(const struct control *c, const struct message *m, struct effects *out)
{
    struct message head = { .sender = c->actor,
                            .flags = MESSAGE_REPLY | MESSAGE_FAILURE,
                            .size = sizeof c->fail_reason,
                            .life = m->life,
                            .clock = c->clock > m->clock ? c->clock : m->clock };
    memcpy(effects_add(out, &(struct effect){ .kind = EFFECT_SEND, .actor = m->sender, .size = head.size, .head = head }), &c->fail_reason,
           sizeof c->fail_reason);
}

/* ---- executing ---- */

/* An answer to what the actor asked before it crashed. Nobody waits for it any more. */
static bool is_stale(const struct control *c, const struct message *m)
{
    return (m->flags & MESSAGE_REPLY) && m->life != c->life && RULE("fault-lives");
}

/* Whether the actor, whose step is over, may crash before its next one. */
static bool may_crash_now(const struct control *c)
{
    return c->status == ACTOR_WAITING || c->status == ACTOR_WAITING_ON_REPLY;
}

static void run(struct control *c, const struct message *m, struct effects *out)
{
    uint64_t code = (uint64_t)(uintptr_t)adapter_describe(c, m->type);
    if (c->status == ACTOR_FAILED) {
        answer_for_failed(c, m, out);
    } else if (!is_stale(c, m)) {
        border.running = c; /* faults from here on are this actor's */
        crash_begin(c);
        if (c->status == ACTOR_CRASHED) {
            crash_restart(c);
        } else {
            put_message(c, m);
        }
        if (heaps.filling.fresh != 0) {
            image_fill_stack(c->actor, c->sp, heaps.filling.fresh);
        }
        execute_runs++;
        resume_actor(c);
        around_ran(c);
        if (!serving.crashed && may_crash_now(c)) {
            crash_begin(c); /* it is completed */
            crash_strikes(c);
        }
    }
    around_check(c, code);
    memory_check(c, code);
    crash_finish(c);
    image_log(out, EFFECT_STATE, c);
    shared_log(out);
}

void execute_step(const struct step *s, struct conditions under, struct effects *out)
{
    const struct message *m = message_get(s->message);
    uint32_t actor = local_get(s->local)->actor;
    around_begin(out, actor, under);
    serving = (struct serving){ .out = out, .choices = s->choices, .choice_count = s->choice_count, .actor = actor };
    shared_load(s->shared);
    image_load(s->local);
    image_load_own(s->local);
    around_loaded(arena_control(actor), s->local);
    held_set(arena_control(actor)->held);
    if (_setjmp(guard.jump) == 0) {
        run(arena_control(actor), m, out);
    } else {
        around_abandoned(out);
    }
    around_end(out);
}

/* ---- the driver ---- */

/* Looks for what an init function wrote where no page protection is possible. */
static void check_put_back_of_driver(struct effects *out)
{
    const struct effect *born = effects_next(out, NULL);
    struct finding written;
    if (guard_put_back(&written) && born != NULL && born->kind == EFFECT_BORN) {
        const struct hr_actor_type *type = names_get(born->actor)->type;
        const struct hr_clause *init = clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL);
        written.pc = (uint64_t)(uintptr_t)(init != NULL ? (const void *)init->function : (const void *)type->run);
        struct text t = text_in(written.actor, sizeof written.actor);
        names_label(born->actor, &t);
        out->failed = true;
        out->finding = written;
    }
}

void execute_driver(struct effects *out)
{
    effects_clear(out);
    guard.step++;
    guard.stepping = true;
    serving = (struct serving){ .out = out, .setting_up = true };
    if (_setjmp(guard.jump) == 0) {
        serve_request();
        if (fence_is_raised()) {
            check_put_back_of_driver(out);
        }
    } else {
        struct control *who = border.running;
        out->failed = true;
        out->finding = guard.finding;
        if (who != NULL) {
            struct text t = text_in(out->finding.actor, sizeof out->finding.actor);
            names_label(who->actor, &t);
        }
        border.running = NULL;
        border.in_program = false;
    }
    if (fence_is_raised()) {
        around_end(out);
    }
    guard.stepping = false;
}
