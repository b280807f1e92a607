#include "step/question.h"
#include "step/abandon.h"
#include "step/question_parts.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/outlives.h"
#include "actor/request.h"
#include "base/mutant.h"
#include "base/text.h"
#include "guard/guard.h"
#include "guard/held.h"
#include "guard/own_data.h"
#include "image/image.h"
#include "image/shared.h"
#include "model/names.h"
#include "model/pack.h"
#include "step/around.h"
#include "step/memory.h"
#include "step/resume.h"
#include "step/serve.h"

struct asking asking;

static void accepts_entry(void)
{
    asking.answer = border.running->adapter->accepts(border.running->type, border.running->state, &asking.message);
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_DONE };
    request_ask();
}

/* Room on the actor's stack for a question and `size` bytes above it: below everything in use, including the red zone. */
static unsigned char *room_to_ask(struct control *c, size_t size)
{
    unsigned char *top = c->sp != NULL ? (unsigned char *)c->sp - 256 : memory_stack_top(c, size);
    top = (unsigned char *)((uintptr_t)(top - size) & ~(uintptr_t)15);
    if (top < arena_stack_bottom(c->actor) + 8192) {
        abandon(KIND_STACK, "no room on the stack to ask a constraint", (struct hr_place){ 0 }, 0);
    }
    return top;
}

/* Whether a question changed the actor that answered it: its struct and other blocks, what waits on its stack, its behaviour, its
 * exclusions. Blocks that it allocated and freed again are no change. */
static bool changed_by_question(const struct control *c, uint32_t local)
{
    size_t size;
    const struct control *before = local_image(local, &size);
    const struct image_parts p = image_parts(before, size);
    const unsigned char *own;
    return !heap_same_use(&c->heap, image_heap(before), p.heap) ||
           memcmp(arena_stack_top(c->actor) - p.stack, image_stack(before, p), p.stack) != 0 || c->behaviour != before->behaviour ||
           c->excluded.count != before->excluded.count || own_data_taken(&own) != p.own || memcmp(own, image_own(before, p), p.own) != 0;
}

void question_run_below(struct control *c, unsigned char *top, void (*entry)(void))
{
    c->sp = context_prepare(top, entry);
    if (heaps.filling.fresh != 0) {
        image_fill_stack(c->actor, c->sp, heaps.filling.fresh);
    }
    border.running = c;
    resume_actor(c);
    border.running = c;
}

void question_log_answer(struct effects *out, uint64_t number)
{
    effects_add(out, &(struct effect){ .kind = EFFECT_ANSWER, .number = number });
}

void question_check_only_looked(struct control *c, uint32_t local, uint32_t shared, const char *who, uint64_t pc)
{
    char text[200];
    struct text t = text_in(text, sizeof text);
    bool usual = heaps.filling.fresh == 0 && heaps.filling.dead == 0 && !heaps.filling.apart;
    around_ran(c);
    around_check(c, pc);
    memory_check(c, pc);
    if (usual && local != 0 && changed_by_question(c, local)) {
        text_printf(&t, "%s that changes its actor: it must only look", who);
        abandon(KIND_MISUSE, text, (struct hr_place){ 0 }, pc);
    }
    if (!shared_is(shared)) {
        text_printf(&t, "%s that writes shared memory: it must only look", who);
        abandon(KIND_MISUSE, text, (struct hr_place){ 0 }, pc);
    }
}

/* The code that says whether a message is accepted. */
static uint64_t constraint_of(const struct control *c)
{
    const struct hr_clause *constraint = clause_find(c->behaviour, HR_CLAUSE_ACCEPTS, NULL);
    return (uint64_t)(uintptr_t)(constraint != NULL ? (const void *)constraint->function : (const void *)c->predicate);
}

static void ask_adapter(struct control *c, const struct step *s, const struct message *m)
{
    unsigned char *top = room_to_ask(c, m->size);
    uint64_t constraint = constraint_of(c);
    memcpy(top, m->data, m->size);
    unpack(m->type, top);
    asking.message = (hr_received){ .type = m->type, .data = top, .sender = names_get(m->sender)->ref };
    question_run_below(c, top, accepts_entry);
    question_check_only_looked(c, s->local, s->shared, "a constraint", constraint);
}

uint64_t question_code(uint32_t local)
{
    size_t size;
    return constraint_of(local_image(local, &size));
}

bool question_is_the_programs(const struct step *s)
{
    size_t size;
    const struct control *c = local_image(s->local, &size);
    const struct local *l = local_get(s->local);
    return l->actor != DRIVER && l->status == ACTOR_WAITING && (message_get(s->message)->flags & (MESSAGE_REPLY | MESSAGE_RESTART)) == 0 &&
           (constraint_of(c) != 0 || (c->adapter != &adapter_handlers && c->adapter != &adapter_process));
}

/* The clauses of an actor that waits for a message say what it accepts, without running any code. */
static bool clauses_say(const struct control *image)
{
    return image->adapter == &adapter_handlers && constraint_of(image) == 0;
}

bool question_runs_code(const struct step *s)
{
    size_t size;
    const struct local *l = local_get(s->local);
    return l->actor != DRIVER && l->status == ACTOR_WAITING && (message_get(s->message)->flags & (MESSAGE_REPLY | MESSAGE_RESTART)) == 0 &&
           !clauses_say(local_image(s->local, &size));
}

bool question_alike(uint32_t local, uint32_t other)
{
    size_t size;
    if (local_get(local)->status != ACTOR_WAITING || local_get(other)->status != ACTOR_WAITING) {
        return false;
    }
    const struct control *one = local_image(local, &size), *two = local_image(other, &size);
    return one->behaviour == two->behaviour && clauses_say(one) && clauses_say(two);
}

/* A reply is taken by the life of the caller that asked; later ones drop it. */
static bool accepts_reply(uint32_t local, const struct message *m)
{
    size_t size;
    const struct local *l = local_get(local);
    if (crashes_explored() && RULE("fault-lives") && m->life != ((const struct control *)local_image(local, &size))->life) {
        return l->status == ACTOR_WAITING || l->status == ACTOR_WAITING_ON_REPLY || l->status == ACTOR_TERMINATED;
    }
    return l->status == ACTOR_WAITING_ON_REPLY && l->waiting_for == m->sender;
}

/* Loads an actor as it is in this local state, to ask code of its own. */
static struct control *load_to_ask(uint32_t local, uint32_t shared, struct conditions under, struct effects *out)
{
    uint32_t actor = local_get(local)->actor;
    around_begin(out, actor, under);
    serving = (struct serving){ .out = out, .quiet = true };
    shared_load(shared);
    image_load(local);
    image_load_own(local);
    struct control *c = arena_control(actor);
    around_loaded(c, local);
    held_set(c->held);
    return c;
}

bool question_accepts(const struct step *s, struct conditions under, struct effects *out)
{
    const struct message *m = message_get(s->message);
    const struct local *l = local_get(s->local);
    effects_clear(out);
    if (l->actor == DRIVER) {
        return true;
    }
    if (m->flags & MESSAGE_REPLY) {
        return accepts_reply(s->local, m);
    }
    if (m->flags & MESSAGE_RESTART) {
        return l->status == (m->flags & MESSAGE_TIMER ? ACTOR_CRASHED : ACTOR_TERMINATED);
    }
    if (l->status == ACTOR_FAILED) {
        return (m->flags & MESSAGE_CALL) != 0;
    }
    if (l->status != ACTOR_WAITING) {
        return false;
    }
    size_t size;
    const struct control *image = local_image(s->local, &size);
    if (clauses_say(image)) { /* nothing can go wrong */
        return handler_would_take(image, m->type);
    }
    struct control *c = load_to_ask(s->local, s->shared, under, out);
    asking.answer = true;
    if (_setjmp(guard.jump) == 0) {
        ask_adapter(c, s, m);
        question_log_answer(out, asking.answer);
    } else {
        around_abandoned(out);
    }
    around_end(out);
    return asking.answer;
}

enum { EMPTY_MAX = 1 }; /* size of a struct without fields: 0 in C, 1 in C++ */

static void event_entry(void)
{
    asking.offered = border.running->adapter->event(border.running->type, border.running->state, asking.event);
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_DONE };
    request_ask();
}

const struct hr_type *question_event(uint32_t local, uint32_t shared, size_t i, struct conditions under, struct effects *out)
{
    const struct local *l = local_get(local);
    size_t size;
    const struct control *image = local_image(local, &size);
    effects_clear(out);
    if (l->actor == DRIVER || l->status != ACTOR_WAITING || image->adapter->event == NULL) {
        return NULL;
    }
    struct control *c = load_to_ask(local, shared, under, out);
    asking.event = i;
    asking.offered = NULL;
    if (_setjmp(guard.jump) == 0) {
        question_run_below(c, room_to_ask(c, 0), event_entry);
        question_check_only_looked(c, local, shared, "an adapter's question", 0);
        if (asking.offered != NULL && (asking.offered->name == NULL || asking.offered->size > EMPTY_MAX)) {
            abandon(KIND_MISUSE, "an adapter's event whose type has fields, or no name", (struct hr_place){ 0 },
                    (uint64_t)(uintptr_t)c->adapter->event);
        }
        question_log_answer(out, (uint64_t)(uintptr_t)asking.offered);
    } else {
        around_abandoned(out);
    }
    around_end(out);
    return asking.offered;
}

static void show_entry(void)
{
    asking.show(border.running->state);
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_DONE };
    request_ask();
}

void question_shows(uint32_t local, uint32_t shared, struct effects *out)
{
    const struct local *l = local_get(local);
    size_t size;
    const struct control *image = local_image(local, &size);
    effects_clear(out);
    bool there = l->actor != DRIVER && (l->status == ACTOR_WAITING || l->status == ACTOR_WAITING_ON_REPLY);
    const struct shows *shows = there ? adapter_shows(image->type) : NULL;
    if (shows == NULL) {
        return;
    }
    struct control *c = load_to_ask(local, shared, (struct conditions){ 0 }, out);
    asking.show = shows->show;
    if (_setjmp(guard.jump) == 0) {
        question_run_below(c, room_to_ask(c, 0), show_entry);
        question_check_only_looked(c, local, shared, "a description", (uint64_t)(uintptr_t)shows->show);
    } else {
        around_abandoned(out);
    }
    around_end(out);
}
