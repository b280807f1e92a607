/* The audit of questions: to constraints, adapters, predicates. */
#include "audit/audit.h"
#include "model/names.h"

/* The answer that an execution logged; `otherwise` when it failed before. */
static uint64_t answer_in(const struct effects *done, uint64_t otherwise)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        if (e->kind == EFFECT_ANSWER) {
            return e->number;
        }
    }
    return otherwise;
}

static void run_accepts(const void *what, struct conditions under, struct effects *out)
{
    question_accepts(what, under, out);
}

bool audit_accepts(const struct step *s, struct effects *once, struct effects *again)
{
    if (!question_is_the_programs(s) || !audit_question_due()) {
        return question_accepts(s, (struct conditions){ 0 }, once);
    }
    struct audited a = { .run = run_accepts, .what = s, .actor = local_get(s->local)->actor, .code = question_code(s->local) };
    audit(&a, audit_questions_are_early(), once, again);
    return once->failed || answer_in(once, true) != 0;
}

struct asked_event {
    uint32_t local, shared;
    size_t i;
};

static void run_event(const void *what, struct conditions under, struct effects *out)
{
    const struct asked_event *e = what;
    question_event(e->local, e->shared, e->i, under, out);
}

const struct hr_type *audit_event(uint32_t local, uint32_t shared, size_t i, struct effects *once, struct effects *again)
{
    struct asked_event what = { local, shared, i };
    if (!audit_question_due()) {
        return question_event(local, shared, i, (struct conditions){ 0 }, once);
    }
    struct audited a = { .run = run_event, .what = &what, .actor = local_get(local)->actor };
    audit(&a, audit_questions_are_early(), once, again);
    return once->failed ? NULL : (const struct hr_type *)(uintptr_t)answer_in(once, 0);
}

struct asked_in_state {
    const struct predicate_asked *predicate;
    const uint32_t *locals;
    size_t count;
};

static void run_predicate(const void *what, struct conditions under, struct effects *out)
{
    const struct asked_in_state *p = what;
    question_predicate(p->predicate, p->locals, p->count, under, out);
}

bool audit_predicate(const struct predicate_asked *predicate, const uint32_t *locals, size_t count, struct effects *once,
                     struct effects *again)
{
    struct asked_in_state what = { predicate, locals, count };
    if (!audit_question_due()) {
        return question_predicate(predicate, locals, count, (struct conditions){ 0 }, once);
    }
    struct audited a = { .run = run_predicate, .what = &what, .actor = DRIVER, .code = (uint64_t)(uintptr_t)predicate->code->function };
    audit(&a, audit_questions_are_early(), once, again);
    return !once->failed && answer_in(once, false) != 0;
}
