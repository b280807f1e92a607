#include "audit/audit.h"

#include "audit/blame.h"
#include "audit/compare.h"
#include "audit/leftover.h"
#include "base/text.h"
#include "guard/guard.h"
#include "guard/leftovers.h"
#include "image/image.h"

enum { FIRST = 500 };        /* so many are all audited */
enum { RARER_AFTER = 8000 }; /* questions: with each so many, audits become rarer */

static struct {
    uint32_t every;     /* afterwards every n-th is; 0: none at all */
    uint64_t questions; /* so far */
    uint64_t turn;      /* selects the conditions to try when not thorough */
    bool turn_apart;
    struct effects base;    /* of a run with `apart`, over zeros */
    struct effects inverse; /* of a run with the inverse of a filling */
} state;

void audit_init(struct board *board)
{
    state.every = board->job.audit_every;
}

bool audit_step_due(void)
{
    return state.every != 0 && (execute_runs < FIRST || execute_runs % state.every == 0);
}

bool audit_is_early(void)
{
    return execute_runs < FIRST;
}

bool audit_questions_are_early(void)
{
    return state.questions <= FIRST;
}

/* The same few functions answer all questions, and an audited answer costs many times what an answer costs. */
static bool is_due(uint64_t n)
{
    uint64_t every = state.every * (1 + n / RARER_AFTER);
    /* one of each so many, and each time the next one of them: where four predicates are asked in turn, not always the same */
    return state.every != 0 && (n < FIRST || n % every == n / every % every);
}

bool audit_question_due(void)
{
    return is_due(state.questions++);
}

bool audit_questions_due(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (is_due(state.questions + i)) {
            return true;
        }
    }
    state.questions += count;
    return false;
}

/* Whether a run says nothing about the program: it took too long, or there was no room for the audit's conditions. */
bool audit_says_nothing(const struct effects *done)
{
    return done->no_room || (done->failed && done->finding.kind == KIND_HANG);
}

/* Whether the second run has a finding that needs no comparison: damage that only shows over bytes that are not zero, or a block that
 * is freed twice. */
static bool finds_damage(const struct effects *once, const struct effects *again)
{
    return !once->failed && again->failed && again->finding.kind == KIND_MEMORY;
}

/* Both runs fail; over other bytes the failure may be noticed earlier. */
static bool both_fail(const struct effects *once, const struct effects *again)
{
    return once->failed && again->failed && (again->finding.kind == KIND_MEMORY || again->finding.kind == KIND_CRASH);
}

static bool take_over(struct effects *once, const struct effects *again)
{
    once->failed = true;
    once->finding = again->finding;
    return false;
}

void audit_rerun(const struct audited *a, struct conditions under, struct effects *out)
{
    uint64_t runs = execute_runs;
    a->run(a->what, under, out);
    execute_runs = runs;
}

/* Only the saved stack differs. If a run over the same bytes gives the same stack, the difference is in dead slots; otherwise it is a
 * hidden input. */
static bool stack_is_garbage(const struct audited *a, const struct effects *once, struct effects *again, struct text *why)
{
    struct compared also;
    audit_rerun(a, (struct conditions){ 0 }, again);
    bool same = audit_says_nothing(again) || (compare_effects(once, again, 0, &also, why) && !also.stack_differs);
    text_add(why, same ? "" : "its saved stack differs");
    return same;
}

/* Some bytes hold the filling in some bits only. Partly written bit-fields do so with any filling. A number that was computed from
 * the filling does not: with one of four fillings it has a bit set that the filling does not have. */
static bool same_bits(const struct audited *a, struct conditions under, struct effects *once, const struct effects *again)
{
    struct effects *inverse = &state.inverse;
    if (inverse->log.base == NULL) {
        effects_init(inverse);
    }
    unsigned char with = under.memory.fresh, other = with == AUDIT_NEGATIVE ? AUDIT_POSITIVE : AUDIT_NEGATIVE;
    const unsigned char fillings[] = { other, (unsigned char)~other, (unsigned char)~with }; /* the effects of the last are used below */
    struct compared also;
    for (size_t i = 0; i < sizeof fillings; i++) {
        char why[300];
        struct text t = text_in(why, sizeof why);
        under.memory.fresh = under.memory.dead = fillings[i];
        audit_rerun(a, under, inverse);
        if (audit_says_nothing(inverse)) {
            return true;
        }
        if (finds_damage(once, inverse)) {
            return take_over(once, inverse);
        }
        if (!compare_effects(once, inverse, fillings[i], &also, &t)) {
            return blame(a, under, once, once, inverse, why);
        }
    }
    if (a->is_step && !also.stack_differs) {
        compare_unwritten(once, again, inverse, with);
    }
    return true;
}

/* A run with other bytes in all unwritten and freed memory. Questions leave no memory behind to be compared, so they run with `apart`
 * at once. */
static bool same_filled(const struct audited *a, unsigned char with, struct effects *once, struct effects *again)
{
    struct conditions under = { .memory = { .fresh = with, .dead = with, .apart = !a->is_step } };
    audit_rerun(a, under, again);
    if (audit_says_nothing(again) || both_fail(once, again)) {
        return true;
    }
    if (finds_damage(once, again)) {
        return take_over(once, again);
    }
    char why[300];
    struct text t = text_in(why, sizeof why);
    struct compared also;
    bool same = compare_effects(once, again, with, &also, &t);
    if (same && also.partly_written) {
        return same_bits(a, under, once, again);
    }
    if (same && !also.stack_differs) {
        if (a->is_step) {
            compare_unwritten(once, again, NULL, with);
        }
        return true;
    }
    if (same && stack_is_garbage(a, once, again, &t)) {
        return true;
    }
    return blame(a, under, once, once, again, why);
}

/* A run with other bytes in freed memory must do the same as `base`; both with `apart`. */
static bool same_freed(const struct audited *a, unsigned char with, const struct effects *base, struct effects *once, struct effects *again)
{
    struct conditions filled = { .memory = { .apart = true, .dead = with } };
    audit_rerun(a, filled, again);
    if (audit_says_nothing(again)) {
        return true;
    }
    if (finds_damage(base, again)) {
        return take_over(once, again);
    }
    char why[300];
    struct text t = text_in(why, sizeof why);
    struct compared also;
    if (compare_effects(base, again, 0, &also, &t)) {
        return true; /* a different stack is ignored: what malloc leaves in dead slots depends on the filling */
    }
    return blame(a, filled, base, once, again, why);
}

/* Finds uses of freed memory and of old messages. */
static bool same_apart(const struct audited *a, bool thorough, struct effects *once, struct effects *again)
{
    struct effects *base = &state.base;
    if (base->log.base == NULL) {
        effects_init(base);
    }
    audit_rerun(a, (struct conditions){ .memory = { .apart = true } }, base);
    bool no_room = base->failed && base->finding.kind == KIND_STACK; /* with `apart` the message is lower on the stack */
    if (audit_says_nothing(base) || no_room) {
        return true;
    }
    if (finds_damage(once, base)) {
        return take_over(once, base);
    }
    state.turn_apart = !state.turn_apart;
    if ((thorough || state.turn_apart) && !same_freed(a, AUDIT_NEGATIVE, base, once, again)) {
        return false;
    }
    if ((thorough || !state.turn_apart) && !same_freed(a, AUDIT_POSITIVE, base, once, again)) {
        return false;
    }
    return !base->failed || blame_apart(a, once, base);
}

/* Runs on top of what earlier steps left behind in libc: all that is kept, or one in turn. */
static bool same_after_others(const struct audited *a, bool thorough, struct effects *once, struct effects *again)
{
    uint32_t count = leftovers_count();
    for (uint32_t i = 0; i < (thorough || count == 0 ? count : 1); i++) {
        uint32_t which = (uint32_t)((state.turn + i) % count) + 1;
        char why[300];
        struct text t = text_in(why, sizeof why);
        if (audit_leftover_matters(a, which, once, again, &t)) {
            return audit_leftover_blame(a, which, once, why);
        }
    }
    return true;
}

bool audit(const struct audited *a, bool thorough, struct effects *once, struct effects *again)
{
    uint64_t allocations = heaps.allocations;
    a->run(a->what, (struct conditions){ 0 }, once);
    if (guard.untrusted || audit_says_nothing(once) || (once->failed && !a->is_step)) {
        return true; /* it was abandoned, perhaps inside a library whose locks are held: a second run would say nothing */
    }
    bool moves = a->is_step && !once->failed && (heaps.allocations != allocations || a->keeps_pointers);
    image_measure_stack(a->actor);
    uint64_t turn = ++state.turn;
    if ((thorough || turn % 2 == 0) && !same_filled(a, AUDIT_POSITIVE, once, again)) {
        return false;
    }
    if ((thorough || turn % 2 == 1) && !same_filled(a, AUDIT_NEGATIVE, once, again)) {
        return false;
    }
    if (moves && (thorough || turn % 4 <= 1) && !same_apart(a, thorough, once, again)) {
        return false;
    }
    return same_after_others(a, thorough, once, again);
}
