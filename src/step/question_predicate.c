/* Predicates: questions to no actor, which look at several. */
#include "step/question.h"
#include "step/question_parts.h"

#include "actor/context.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/guard.h"
#include "image/image.h"
#include "image/shared.h"
#include "model/names.h"
#include "step/abandon.h"
#include "step/around.h"
#include "step/memory.h"
#include "step/serve.h"

void question_predicate_entry(void)
{
    asking.answer = predicate_call(asking.predicate);
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_DONE };
    request_ask();
}

static void show(uint32_t actor)
{
    if (serving.hurried) {
        sight_show_in_haste(around_sight(), actor, serving.locals[actor]);
    } else {
        sight_show(around_sight(), actor, serving.locals[actor]);
    }
}

static bool exists(uint32_t actor)
{
    return actor < serving.local_count && serving.locals[actor] != 0;
}

static void show_all(void)
{
    for (uint32_t a = 1; a < serving.local_count; a++) {
        if (exists(a)) {
            show(a);
        }
    }
}

static void log_peek(uint64_t ref, uint32_t actor)
{
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_PEEK, .number = ref, .actor = actor });
}

/* Whether the predicate may look at an actor: at all, or at those that were named for it. */
static bool may_look_at(uint64_t ref)
{
    return asking.predicate->count == 0 || predicate_names(asking.predicate, ref);
}

/* A reduction relies on it: what others do is explored in one order only. */
static void tell_unnamed(uint64_t ref, uint32_t actor, struct text *t)
{
    text_add(t, "a predicate looks at ");
    if (actor == NO_ACTOR) {
        text_printf(t, "an actor that does not exist (%lx)", ref);
    } else {
        names_label(actor, t);
    }
    text_add(t, ", which is not named for it: hr_always() and hr_at_end() name all actors that the predicate may look at, or none");
}

static void refuse_unnamed(uint64_t ref, uint32_t actor)
{
    char text[400];
    struct text t = text_in(text, sizeof text);
    if (ref != HR_NOBODY && !may_look_at(ref)) {
        tell_unnamed(ref, actor, &t);
        abandon_misuse(text);
    }
}

/* The predicate looks at an actor. */
static void peek(uint64_t ref, uint32_t actor)
{
    bool there = exists(actor), known = actor != NO_ACTOR;
    refuse_unnamed(ref, actor);
    if (known) {
        sight_note_look(around_sight(), actor);
    }
    if (!there || !sight_shows(around_sight(), actor)) {
        log_peek(ref, actor);
    }
    if (there && !sight_shows(around_sight(), actor)) {
        show(actor);
    }
}

/* The predicate reads an address where nothing is readable yet: if it belongs to an actor, it followed a pointer there, which is a look
 * too. */
static bool peek_at_address(const void *address)
{
    uint32_t actor;
    if (!arena_of(address, &actor) || actor == DRIVER || !exists(actor) || sight_shows(around_sight(), actor)) {
        return false;
    }
    if (!may_look_at(names_get(actor)->ref)) {
        return false; /* that is a finding like any other read of what is not there */
    }
    peek(names_get(actor)->ref, actor);
    return true;
}

void question_begin_to_show(const uint32_t *locals, size_t count, struct conditions under, struct effects *out)
{
    around_begin(out, DRIVER, under);
    serving = (struct serving){ .out = out, .quiet = true, .locals = locals, .local_count = count };
    shared_load(locals[DRIVER]);
}

void question_show(const uint32_t *locals, size_t count, struct effects *out)
{
    question_begin_to_show(locals, count, (struct conditions){ 0 }, out);
    sight_drop(around_sight());
    show_all();
}

/* What the predicate is expected to look at counts as looked at from the start, so that the arenas need not be closed until it does. Those that
 * are not there yet are looked at, too, but there is nothing to read. */
void question_show_expected(const struct predicate_looks *expected)
{
    struct predicate_looks there = { 0 };
    for (uint32_t i = 0; i < expected->count; i++) {
        uint32_t actor = expected->actors[i];
        log_peek(names_get(actor)->ref, actor);
        if (exists(actor)) {
            there.actors[there.count++] = actor;
        }
    }
    sight_begin(around_sight(), there.actors, there.count);
    for (uint32_t i = 0; i < there.count; i++) {
        show(there.actors[i]);
    }
}

uint32_t question_changes(const struct predicate_looks *expected)
{
    return sight_changes(around_sight(), expected->actors, expected->count);
}

bool question_asked_for(uint32_t actor)
{
    return sight_was_asked_for(around_sight(), actor);
}

/* The predicate's clock is not before that of any actor that it may look at. */
static uint64_t latest_clock(const uint32_t *locals, size_t count)
{
    uint64_t latest = 0;
    for (uint32_t a = 1; a < count; a++) {
        size_t size;
        bool seen = locals[a] != 0 && may_look_at(names_get(a)->ref);
        uint64_t clock = seen ? ((const struct control *)local_image(locals[a], &size))->clock : 0;
        latest = clock > latest ? clock : latest;
    }
    return latest;
}

/* Without guards all memory can be read at any time, so that nobody knows what was. */
static void let_look(const struct predicate_looks *expected)
{
    if (around_guards()) {
        question_show_expected(expected);
        serving.peek = peek;
        guard.may_read = peek_at_address;
    } else {
        show_all();
        log_peek(0, DRIVER);
        serving.peek = refuse_unnamed;
    }
}

/* Its stack and heap are those of the driver's arena, empty. */
struct control *question_prepare_predicate(uint64_t clock)
{
    arena_access(DRIVER, ARENA_OPEN);
    image_empty(DRIVER);
    struct control *c = arena_control(DRIVER);
    struct heap heap = c->heap;
    *c = (struct control){ .self = HR_DRIVER, .actor = DRIVER, .heap = heap, .clock = clock };
    memory_prepare(c);
    return c;
}

bool question_predicate(const struct predicate_asked *asked, const uint32_t *locals, size_t count, struct conditions under,
                        struct effects *out)
{
    bool usual = under.memory.fresh == 0 && under.memory.dead == 0 && !under.memory.apart;
    question_begin_to_show(locals, count, under, out);
    if (!usual) {
        sight_forget(around_sight());
    }
    asking.predicate = asked->code;
    asking.answer = false;
    struct control *c = question_prepare_predicate(latest_clock(locals, count));
    let_look(&asked->expected);
    if (_setjmp(guard.jump) == 0) {
        question_run_below(c, arena_stack_top(DRIVER), question_predicate_entry);
        question_check_only_looked(c, 0, locals[DRIVER], "a predicate", (uint64_t)(uintptr_t)asked->code->function);
        if (serving.looks != 0) {
            log_peek(0, DRIVER); /* the clock depends on all actors */
        }
        question_log_answer(out, asking.answer);
    } else {
        around_abandoned(out);
    }
    guard.may_read = NULL;
    if (!usual) {
        sight_blank(around_sight());
    }
    if (out->failed) {
        sight_drop(around_sight());
    }
    around_end(out);
    if (out->failed) {
        around_open_only(NO_ACTOR);
    }
    return asking.answer;
}
