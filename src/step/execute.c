#include "step/execute.h"

#include <errno.h>
#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/text.h"
#include "model/names.h"
#include "model/pack.h"
#include "step/fence.h"
#include "step/garbage.h"
#include "step/guard.h"
#include "step/image.h"
#include "step/own_data.h"
#include "step/put_back.h"
#include "step/serve.h"
#include "step/shared.h"

uint64_t execute_runs;

static struct board *board;
static uint32_t opened = NO_ACTOR; /* the one arena that is open; it stays so while the same actor goes on running */

/* ---- faults of the heap ---- */

static const char *const heap_texts[] = {
    [HEAP_FULL] = "out of arena: the actor has allocated all its memory (--arena gives more room)",
    [HEAP_BAD_POINTER] = "free or realloc of a pointer that is not allocated: freed twice, or never from malloc",
    [HEAP_CORRUPT] = "heap corruption: something wrote beyond the end of an allocated block",
};

static void heap_fault(const struct heap *h, enum heap_fault fault, const void *pointer)
{
    (void)pointer;
    if (h == driver_heap() && !in_program) {
        guard_broken(heap_texts[fault]);
    }
    if (in_program) {
        finding(KIND_MEMORY, heap_texts[fault], (struct hr_place){ 0 }, (uint64_t)(uintptr_t)__builtin_return_address(0));
    }
    /* On behalf of the program: for a new actor's struct, or for a message that is being put before it. */
    fail(KIND_MEMORY, heap_texts[fault], (struct hr_place){ 0 }, request.kind == REQUEST_SPAWN ? request.pc : 0);
}

void execute_init(struct board *b)
{
    board = b;
    serve_init(b);
    heap_on_fault = heap_fault;
}

/* ---- putting a message in front of an actor ---- */

/* A copy of the message that lives on the actor's heap until it is done with it. */
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
        fail(KIND_MISUSE, text, (struct hr_place){ 0 }, 0);
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
    if (m->flags & MESSAGE_REPLY) {
        accept_reply(c, m);
        c->status = ACTOR_ACTIVE;
        return;
    }
    c->sender = names_get(m->sender)->ref;
    c->message_type = m->type;
    c->from_caller = (m->flags & MESSAGE_CALL) != 0;
    c->clock += c->looked_at_clock; /* logical time counts receives */
    if (m->flags & MESSAGE_TIMER) {
        c->timers &= ~((uint64_t)1 << (m->timer - 1));
        c->clock = c->looked_at_clock && m->due > c->clock ? m->due : c->clock;
    }
    c->status = ACTOR_ACTIVE;
    if (c->sp != NULL) {
        c->message = lend(c, m); /* it waits inside its code */
        return;
    }
    /* The content goes to the top of the fresh stack: it is gone when the handler is. */
    unsigned char *top = arena_stack_top(c->actor);
    if (m->size > (size_t)(top - arena_stack_bottom(c->actor)) / 2) {
        c->message = lend(c, m);
    } else if (m->type != NULL) {
        top -= (m->size + 15) & ~(size_t)15;
        memcpy(top, m->data, m->size);
        unpack(m->type, top);
        c->message = top;
    }
    c->sp = context_prepare(top, actor_deliver_entry);
}

/* A failed actor runs no code any more, but its callers get an answer. */
static void answer_for_failed(const struct control *c, const struct message *m, struct effects *out)
{
    struct message head = { .sender = c->actor, .flags = MESSAGE_REPLY | MESSAGE_FAILURE, .size = sizeof c->fail_reason };
    memcpy(effects_add(out, &(struct effect){ .kind = EFFECT_SEND, .actor = m->sender, .size = head.size, .head = head }),
           &c->fail_reason, sizeof c->fail_reason);
}

/* ---- executing ---- */

static void open_only(uint32_t actor)
{
    if (!board->job.guards || opened == actor) {
        return;
    }
    if (opened != NO_ACTOR) {
        arena_access(opened, ARENA_CLOSED);
    }
    if (actor != NO_ACTOR) {
        arena_access(actor, ARENA_OPEN);
    }
    opened = actor;
}

static void begin(struct effects *out, uint32_t actor)
{
    effects_clear(out);
    guard_step++;
    guard_stepping = true;
    guard_overdue = false;
    garbage_begin();
    errno = 0;
    context_reset_fpu();
    open_only(actor);
}

static void end(void)
{
    guard_put_back(NULL);
    running = NULL;
    in_program = false;
    guard_stepping = false;
    heap_poison = 0;
}

static void abandon(struct effects *out)
{
    struct control *who = running;
    out->failed = true;
    out->finding = guard_finding;
    if (serve_packing) {
        serve_packing = false;
        out->finding.line = request.place.line;
        struct text t = text_in(out->finding.file, sizeof out->finding.file);
        text_add(&t, request.place.file);
    }
    if (who != NULL && who->type != NULL) {
        struct text t = text_in(out->finding.actor, sizeof out->finding.actor);
        names_label(who->actor, &t);
        if (board->job.guards && who->actor != opened) {
            arena_access(who->actor, ARENA_CLOSED); /* it was being created, and its creator closed meanwhile */
            opened = NO_ACTOR;
        }
    }
}

/* What was written where no protection reaches is found afterwards: `code` is all that is known of the place. */
static void check_put_back(struct control *c, uint64_t code)
{
    struct finding written;
    if (guard_put_back(&written)) {
        written.pc = code;
        guard_finding = written;
        running = c;
        _longjmp(guard_jump, 1);
    }
}

static void run(const struct step *s, struct control *c, const struct message *m, struct effects *out)
{
    if (c->status == ACTOR_FAILED) {
        answer_for_failed(c, m, out);
    } else {
        running = c; /* for whatever goes wrong from here on */
        put_message(c, m);
        if (heap_poison != 0) {
            image_fill_stack(c->actor, c->sp, heap_poison);
        }
        execute_runs++;
        resume(c);
        garbage_free(c);
    }
    (void)s;
    check_put_back(c, (uint64_t)(uintptr_t)c->adapter->describe(c, m->type));
    if (!heap_tail_clean(&c->heap)) {
        running = c;
        fail(KIND_MEMORY, heap_texts[HEAP_CORRUPT], (struct hr_place){ 0 }, (uint64_t)(uintptr_t)c->adapter->describe(c, m->type));
    }
    image_log(out, EFFECT_STATE, c);
    shared_log(out);
}

void execute_step(const struct step *s, struct conditions under, struct effects *out)
{
    const struct message *m = message_get(s->message);
    uint32_t actor = local_get(s->local)->actor;
    begin(out, actor);
    serving = (struct serving){ .out = out, .choices = s->choices, .choice_count = s->choice_count };
    shared_load(s->shared);
    image_load(s->local);
    image_load_own(s->local);
    heap_poison = under.poison;
    if (under.leftovers) {
        put_back_leftovers();
    }
    if (_setjmp(guard_jump) == 0) {
        run(s, arena_control(actor), m, out);
    } else {
        abandon(out);
    }
    end();
}

/* ---- questions ---- */

static struct offer offer;
static bool answer;
static bool (*asked_predicate)(void);

static void accepts_entry(void)
{
    answer = running->adapter->accepts(running, &offer) == ACCEPTED;
    context_after_program();
    request = (struct request){ .kind = REQUEST_DONE };
    ask();
}

/* Room on the actor's stack for a question and `size` bytes above it: below everything that is live, the red zone included. */
static unsigned char *room_to_ask(const struct control *c, size_t size)
{
    unsigned char *top = c->sp != NULL ? (unsigned char *)c->sp - 256 : arena_stack_top(c->actor);
    top = (unsigned char *)((uintptr_t)(top - size) & ~(uintptr_t)15);
    if (top < arena_stack_bottom(c->actor) + 8192) {
        fail(KIND_STACK, "no room on the stack to ask a constraint", (struct hr_place){ 0 }, 0);
    }
    return top;
}

/* Whether a question changed the actor that answered it: its struct and heap, what waits on its stack, its behaviour, its exclusions, its copy
 * of libraries' data. */
static bool changed_by_question(const struct control *c, uint32_t local)
{
    size_t size;
    const struct control *before = local_image(local, &size);
    const struct image_parts p = image_parts(before, size);
    const unsigned char *own;
    return c->heap.top != before->heap.top || memcmp(c->heap.start, image_heap(before), p.heap) != 0 ||
           memcmp(arena_stack_top(c->actor) - p.stack, image_stack(before, p), p.stack) != 0 || c->behaviour != before->behaviour ||
           c->excluded.count != before->excluded.count || own_data_taken(&own) != p.own || memcmp(own, image_own(before, p), p.own) != 0;
}

/* After a question: whoever answers must only look. `pc`: its code, as far as it is known. */
static void check_only_looked(struct control *c, uint32_t local, uint32_t shared, const char *who, uint64_t pc)
{
    char text[200];
    struct text t = text_in(text, sizeof text);
    check_put_back(c, pc);
    if (local != 0 && changed_by_question(c, local)) {
        text_printf(&t, "%s that changes its actor: it must only look", who);
        fail(KIND_MISUSE, text, (struct hr_place){ 0 }, pc);
    }
    if (!shared_is(shared)) {
        text_printf(&t, "%s that writes shared memory: it must only look", who);
        fail(KIND_MISUSE, text, (struct hr_place){ 0 }, pc);
    }
}

/* Who says whether a message is accepted. */
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
    offer = (struct offer){ .type = m->type, .data = top, .sender = names_get(m->sender)->ref, .flags = m->flags };
    c->sp = context_prepare(top, accepts_entry);
    running = c;
    resume(c);
    running = c;
    check_only_looked(c, s->local, s->shared, "a constraint", constraint);
}

bool execute_accepts(const struct step *s, struct effects *out)
{
    const struct message *m = message_get(s->message);
    const struct local *l = local_get(s->local);
    effects_clear(out);
    if (l->actor == DRIVER) {
        return true;
    }
    if (m->flags & MESSAGE_REPLY) {
        return l->status == ACTOR_WAITING_ON_REPLY && l->waiting_for == m->sender;
    }
    if (m->flags & MESSAGE_RESTART) {
        return l->status == ACTOR_TERMINATED;
    }
    if (l->status == ACTOR_FAILED) {
        return (m->flags & MESSAGE_CALL) != 0;
    }
    if (l->status != ACTOR_WAITING) {
        return false;
    }
    begin(out, l->actor);
    serving = (struct serving){ .out = out, .quiet = true };
    shared_load(s->shared);
    image_load(s->local);
    image_load_own(s->local);
    answer = true;
    if (_setjmp(guard_jump) == 0) {
        ask_adapter(arena_control(l->actor), s, m);
    } else {
        abandon(out);
    }
    end();
    return answer;
}

static size_t asked_event;
static const struct hr_type *offered_event;

static void event_entry(void)
{
    offered_event = running->adapter->event(running, asked_event);
    context_after_program();
    request = (struct request){ .kind = REQUEST_DONE };
    ask();
}

const struct hr_type *execute_event(uint32_t local, uint32_t shared, size_t i, struct effects *out)
{
    const struct local *l = local_get(local);
    size_t size;
    const struct control *image = local_image(local, &size);
    effects_clear(out);
    if (l->actor == DRIVER || l->status != ACTOR_WAITING || image->adapter->event == NULL) {
        return NULL;
    }
    begin(out, l->actor);
    serving = (struct serving){ .out = out, .quiet = true };
    shared_load(shared);
    image_load(local);
    image_load_own(local);
    struct control *c = arena_control(l->actor);
    asked_event = i;
    offered_event = NULL;
    if (_setjmp(guard_jump) == 0) {
        c->sp = context_prepare(room_to_ask(c, 0), event_entry);
        running = c;
        resume(c);
        running = c;
        check_only_looked(c, local, shared, "an adapter's question", 0);
    } else {
        abandon(out);
    }
    end();
    return offered_event;
}

static void predicate_entry(void)
{
    answer = asked_predicate();
    context_after_program();
    request = (struct request){ .kind = REQUEST_DONE };
    ask();
}

static void open_all(const uint32_t *locals, size_t count, enum arena_access access)
{
    for (uint32_t a = 1; a < count; a++) {
        if (locals[a] != 0 && board->job.guards) {
            arena_access(a, access);
        }
    }
}

void execute_show(const uint32_t *locals, size_t count, struct effects *out)
{
    begin(out, DRIVER);
    serving = (struct serving){ .out = out, .quiet = true, .locals = locals, .local_count = count };
    shared_load(locals[DRIVER]);
    open_all(locals, count, ARENA_OPEN);
    for (uint32_t a = 1; a < count; a++) {
        if (locals[a] != 0) {
            image_load(locals[a]);
        }
    }
    open_all(locals, count, ARENA_READ);
}

bool execute_predicate(bool (*predicate)(void), const uint32_t *locals, size_t count, struct effects *out)
{
    arena_access(DRIVER, ARENA_OPEN);
    execute_show(locals, count, out);
    arena_reset(DRIVER);
    struct control *c = arena_control(DRIVER);
    struct heap heap = c->heap;
    *c = (struct control){ .self = HR_DRIVER, .actor = DRIVER, .heap = heap };
    c->sp = context_prepare(arena_stack_top(DRIVER), predicate_entry);
    asked_predicate = predicate;
    answer = false;
    if (_setjmp(guard_jump) == 0) {
        running = c;
        resume(c);
        running = c;
        check_only_looked(c, 0, locals[DRIVER], "a predicate", (uint64_t)(uintptr_t)predicate);
    } else {
        abandon(out);
    }
    open_all(locals, count, ARENA_CLOSED);
    end();
    open_only(NO_ACTOR);
    return answer;
}

/* ---- the driver ---- */

/* What an init function wrote where no protection reaches. */
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
    guard_step++;
    guard_stepping = true;
    serving = (struct serving){ .out = out, .setting_up = true };
    if (_setjmp(guard_jump) == 0) {
        serve();
        if (fence_is_raised()) {
            check_put_back_of_driver(out);
        }
    } else {
        struct control *who = running;
        out->failed = true;
        out->finding = guard_finding;
        if (who != NULL) {
            struct text t = text_in(out->finding.actor, sizeof out->finding.actor);
            names_label(who->actor, &t);
        }
        running = NULL;
        in_program = false;
    }
    if (fence_is_raised()) {
        end();
    }
    guard_stepping = false;
}
