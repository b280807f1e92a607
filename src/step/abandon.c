#include "step/abandon.h"

#include "actor/request.h"
#include "base/text.h"
#include "guard/guard.h"

void abandon_with(const struct finding *what)
{
    border.in_program = false;
    struct finding f = *what;
    if (border.running != NULL && border.running->sp != NULL && f.line == 0) {
        guard_callers(border.running->actor, (uint64_t)(uintptr_t)border.running->sp, f.callers);
    }
    guard.finding = f;
    _longjmp(guard.jump, 1);
}

struct finding abandon_finding(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc)
{
    struct finding f = { .kind = kind, .line = place.line, .pc = pc };
    struct text t = text_in(f.text, sizeof f.text);
    text_add(&t, text);
    if (place.file != NULL) {
        t = text_in(f.file, sizeof f.file);
        text_add(&t, place.file);
    }
    return f;
}

void abandon(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc)
{
    struct finding f = abandon_finding(kind, text, place, pc);
    abandon_with(&f);
}

void abandon_misuse(const char *text)
{
    abandon(KIND_MISUSE, text, border.request.place, border.request.pc);
}
