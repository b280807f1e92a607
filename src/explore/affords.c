#include "explore/affords.h"

/* As lines of schedules call them. */
static const char *const words[FAULT_KINDS] = { [FAULT_LOSS] = "lost",       [FAULT_TWICE] = "twice", [FAULT_CRASH] = "crash",
                                                [FAULT_RESTART] = "restart", [FAULT_SPLIT] = "split", [FAULT_HEAL] = "heal" };

static bool strikes(struct answer a)
{
    return answer_is_fault(a) && a.value != 0;
}

static uint32_t named(const struct schedule_step *want, enum fault_kind kind)
{
    uint32_t count = 0;
    for (size_t i = 0; i < want->choice_count; i++) {
        count += strikes(want->choices[i]) && answer_fault(want->choices[i]) == kind;
    }
    return count;
}

/* Counted one kind after the other: a line may name more than the sum of all kinds has room for. */
bool affords(uint32_t *spent, const struct schedule_step *want, const char *in_force, struct text *why)
{
    for (enum fault_kind kind = 0; kind < FAULT_BUDGETED; kind++) {
        uint32_t count = fault_count(*spent, kind) + named(want, kind), most = fault_count(faults.budget, kind);
        if (named(want, kind) != 0 && count > most) {
            text_printf(why, "with it the execution has '%s' %u time%s, and --faults %s allows %u%s", words[kind], count,
                        count == 1 ? "" : "s", in_force[0] != '\0' ? in_force : "none", most,
                        kind == FAULT_CRASH ? " (crashes for good: those of crash=N beyond restart=N)" : "");
            return false;
        }
    }
    *spent += answers_cost(want->choices, want->choice_count);
    return true;
}

static bool has_struck(const struct effects *done, uint32_t place)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        if (e->kind == EFFECT_FAULT && e->place == place) {
            return e->number != 0;
        }
    }
    return false;
}

bool affords_struck(const struct effects *done, const struct schedule_step *want, struct text *why)
{
    for (size_t i = 0; i < want->choice_count; i++) {
        struct answer a = want->choices[i];
        if (strikes(a) && !has_struck(done, a.look)) {
            text_printf(why, "the step has no place where '%s %u' could strike, with the faults that --faults allows",
                        words[answer_fault(a)], answer_place(a));
            return false;
        }
    }
    return true;
}

bool affords_none(struct schedule_step *want)
{
    size_t kept = 0, before = want->choice_count;
    for (size_t i = 0; i < before; i++) {
        if (!answer_is_fault(want->choices[i])) {
            want->choices[kept++] = want->choices[i];
        }
    }
    want->choice_count = kept;
    return kept < before;
}
