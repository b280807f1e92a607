/* Predicates that are asked together: see question_predicates(). What may differ between that and asking each alone is looked for here, and all of it
 * makes the attempt void. After each predicate: whether it asked for anything, was interrupted, allocated, wrote its control block, shared memory, or
 * anything else that a finding would be about. Its stack is cleared then, so that the next one finds what it would find alone. What the C library
 * keeps for itself, which no finding is about, is compared once, after the last.
 *
 * The actors that are looked at are in windows (image/window.h), where they can be written: that they were not is seen after each predicate, too. One that writes to an actor and
 * puts back what was there, before it ends, is not noticed here. It is told when it is asked alone, as each is at first, and now and then later. */
#include "step/question.h"
#include "step/question_parts.h"

#include <errno.h>
#include <string.h>

#include "actor/context.h"
#include "actor/request.h"
#include "guard/fence.h"
#include "guard/guard.h"
#include "guard/leftovers.h"
#include "guard/own_data.h"
#include "guard/printed.h"
#include "image/image.h"
#include "image/shared.h"
#include "model/names.h"
#include "step/abandon.h"
#include "step/around.h"
#include "step/serve.h"

enum { SHALLOW = 4 << 10 }; /* what most predicates use of a stack: so much is cleared after each */

/* What was before the first predicate, and must be so after each. */
struct before {
    struct control control;
    uint64_t allocations, trapped, noticed;
    size_t printed;
};

bool question_predicates_possible(void)
{
    return around_guards() && !guard.board->job.gdb; /* somebody who looks on wants to see each once */
}

/* ---- what hr_peek() is told ---- */

static struct shown shown_of(uint32_t actor)
{
    struct shown s = { .ref = names_get(actor)->ref };
    uint32_t local = actor < serving.local_count ? serving.locals[actor] : 0;
    if (local != 0 && local_get(local)->status < ACTOR_DESTROYED) {
        const struct control *c = arena_control(actor);
        s.type = c->type;
        s.state = c->state;
    }
    return s;
}

static bool is_in(const struct shown *list, uint32_t count, hr_ref ref)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].ref == ref) {
            return true;
        }
    }
    return false;
}

static void tell_shown(const struct predicate_looks *expected, struct shown *list)
{
    border.shown = list;
    border.shown_count = 0;
    for (uint32_t i = 0; i < expected->count; i++) {
        struct shown s = shown_of(expected->actors[i]);
        if (!is_in(list, border.shown_count, s.ref)) {
            list[border.shown_count++] = s;
        }
    }
}

static void look_at_none(void)
{
    for (uint32_t i = 0; i < border.shown_count; i++) {
        border.shown[i].looked_at = false;
    }
}

static bool looked_at_all(void)
{
    bool all = true;
    for (uint32_t i = 0; i < border.shown_count; i++) {
        all = all && border.shown[i].looked_at;
    }
    return all;
}

static void note_looks(void)
{
    for (uint32_t i = 0; i < border.shown_count; i++) {
        if (border.shown[i].looked_at) {
            sight_note_look(around_sight(), names_find(border.shown[i].ref));
        }
    }
}

/* ---- after each ---- */

static struct before now(const struct control *c)
{
    const char *text;
    struct before b = { .control = *c,
                        .allocations = heaps.allocations,
                        .trapped = guard.trapped,
                        .noticed = leftovers_noticed(),
                        .printed = printed_so_far(&text) };
    return b;
}

/* Whether a finding would be told if it had been alone, or it did what the next one might see. */
static bool only_looked(const struct control *c, const struct before *b)
{
    struct heap_problem problem;
    return heaps.allocations == b->allocations && guard.trapped == b->trapped && memcmp(c, &b->control, sizeof *c) == 0 &&
           heap_check(&c->heap, &problem) && shared_is(serving.locals[DRIVER]) && fence_is_intact() && sight_is_untouched(around_sight());
}

/* Whether nothing was left in what is compared once: the C library's data, what was printed, the deeper part of the stack. Puts it back. */
static bool left_nothing(const struct before *b)
{
    struct finding unused;
    const unsigned char *own;
    const char *text;
    unsigned char *from = arena_stack_near(DRIVER), *to = arena_stack_top(DRIVER) - SHALLOW;
    bool written = guard_put_back(&unused);
    return !written && leftovers_noticed() == b->noticed && own_data_taken(&own) == 0 && printed_so_far(&text) == b->printed &&
           heap_filled(from, (size_t)(to - from), 0) && sight_is_blank(around_sight());
}

static enum predicates_answer run_one(struct control *c, const struct predicate_code *code, const struct before *b)
{
    unsigned char *top = arena_stack_top(DRIVER);
    guard.step++; /* the watchdog gives each its own time */
    errno = 0;
    context_reset_fpu();
    look_at_none();
    asking.predicate = code;
    asking.answer = false;
    question_run_below(c, top, question_predicate_entry);
    c->sp = NULL;
    memset(top - SHALLOW, 0, SHALLOW);
    if (!only_looked(c, b)) {
        return PREDICATES_UNUSUAL;
    }
    return !asking.answer ? PREDICATES_BROKEN : looked_at_all() ? PREDICATES_HOLD : PREDICATES_LESS;
}

static void run_all(struct control *c, const struct predicates_asked *asked, const struct before *b, struct predicates_outcome *outcome)
{
    for (outcome->at = 0; outcome->at < asked->count; outcome->at++) {
        outcome->answer = PREDICATES_UNUSUAL; /* until it has ended */
        enum predicates_answer answer = run_one(c, asked->codes[outcome->at], b);
        if (answer == PREDICATES_LESS) {
            note_looks();
        }
        if (answer != PREDICATES_HOLD || (asked->look_after_each && !left_nothing(b))) {
            outcome->answer = answer != PREDICATES_HOLD ? answer : PREDICATES_UNUSUAL;
            return;
        }
    }
    outcome->answer = asked->look_after_each || left_nothing(b) ? PREDICATES_HOLD : PREDICATES_UNUSUAL;
}

void question_predicates(const struct predicates_asked *asked, const uint32_t *locals, size_t count, struct effects *out,
                         struct predicates_outcome *outcome)
{
    question_begin_to_show(locals, count, (struct conditions){ 0 }, out);
    leftovers_begin(false);
    serving.hurried = true;
    struct control *c = question_prepare_predicate(0); /* a look at the clock is a request */
    question_show_expected(&asked->expected);
    struct shown list[PREDICATE_LOOKS_MAX];
    tell_shown(&asked->expected, list);
    const struct before before = now(c);
    if (_setjmp(guard.jump) == 0) {
        run_all(c, asked, &before, outcome);
        bool answered = outcome->answer == PREDICATES_BROKEN || outcome->answer == PREDICATES_LESS;
        if (answered && !sight_is_blank(around_sight())) {
            outcome->answer = PREDICATES_UNUSUAL;
        }
        if (outcome->answer == PREDICATES_UNUSUAL) {
            sight_forget(around_sight());
            image_distrust();
        }
    } else {
        around_abandoned(out);
        sight_drop(around_sight());
    }
    border.shown = NULL;
    border.shown_count = 0;
    around_end(out);
    if (outcome->answer == PREDICATES_UNUSUAL) {
        printed_forget_after(before.printed);
    }
    if (out->failed) {
        around_open_only(NO_ACTOR);
    }
}
