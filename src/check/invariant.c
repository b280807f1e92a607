/* Predicates of the program over the states of its actors: hr_always, hr_at_end, hr_environment. */
#include "check/check.h"
#include "check/predicates.h"

#include <string.h>

#include "base/pool.h"
#include "base/text.h"
#include "model/component.h"
#include "step/execute.h"

enum { PREDICATES_MAX = 64 };

static struct predicate {
    enum hr_when when;
    const char *name;
    bool (*function)(void);
    struct hr_place place;
} predicates[PREDICATES_MAX];
static size_t predicate_count;

bool checks_declare(enum hr_when when, const char *name, bool (*function)(void), struct hr_place place)
{
    if (predicate_count == PREDICATES_MAX) {
        return false;
    }
    predicates[predicate_count++] = (struct predicate){ when, name, function, place };
    return true;
}

static bool any(enum hr_when when)
{
    for (size_t i = 0; i < predicate_count; i++) {
        if (predicates[i].when == when) {
            return true;
        }
    }
    return false;
}

bool checks_any_always(void)
{
    return any(HR_ALWAYS);
}

bool checks_own_environment(void)
{
    return any(HR_OWN_ENVIRONMENT);
}

bool predicates_hold(enum hr_when when, const uint32_t *state, size_t actors, struct finding *out)
{
    static struct pool locals;
    static struct effects done;
    if (locals.base == NULL) {
        pool_init(&locals, (size_t)1 << 30);
        effects_init(&done);
    }
    uint32_t *of = (uint32_t *)locals.base;
    for (size_t a = 0; a < actors; a++) {
        of[a] = state[a] == 0 ? 0 : component_get(state[a])->local;
    }
    for (size_t i = 0; i < predicate_count; i++) {
        const struct predicate *p = &predicates[i];
        if (p->when != when) {
            continue;
        }
        bool holds = execute_predicate(p->function, of, actors, &done);
        if (done.failed) {
            *out = done.finding;
            return false;
        }
        if (!holds) {
            *out = (struct finding){ .kind = when == HR_OWN_ENVIRONMENT ? KIND_DEADLOCK : KIND_INVARIANT, .line = p->place.line };
            struct text t = text_in(out->text, sizeof out->text);
            text_printf(&t, when == HR_ALWAYS ? "%s does not hold in this state"
                          : when == HR_AT_END ? "%s does not hold at this end"
                                              : "%s says that the program must not end like this", p->name);
            t = text_in(out->file, sizeof out->file);
            text_add(&t, p->place.file);
            return false;
        }
    }
    return true;
}
