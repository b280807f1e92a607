/* Predicates of the program over the states of its actors: hr_always, hr_at_end, hr_environment. */
#include "check/check.h"
#include "check/predicates.h"

#include <string.h>

#include "base/intern.h"
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

bool checks_any_at_end(void)
{
    return any(HR_AT_END);
}

bool checks_own_environment(void)
{
    return any(HR_OWN_ENVIRONMENT);
}

/* A predicate is a function of the local states, like a step: asked once for each combination of them, as long as that takes
 * little memory. */
enum { REMEMBER_BYTES = 64 << 20 };
static struct intern combinations; /* the tag is the predicate's number */
static struct pool answers;        /* uint64_t by combination: 0 not known, 1 it holds, 2 it does not */

static bool ask(size_t number, const uint32_t *locals, size_t actors, struct effects *done)
{
    if (combinations.slots == NULL) {
        intern_init(&combinations, (size_t)1 << 33);
        pool_init(&answers, (size_t)1 << 33);
        pool_take(&answers, sizeof(uint64_t));
    }
    if (combinations.bytes.used > REMEMBER_BYTES) {
        return execute_predicate(predicates[number].function, locals, actors, done);
    }
    bool fresh;
    uint32_t which = intern_put(&combinations, (uint32_t)number, locals, actors * sizeof *locals, &fresh);
    if (fresh) {
        pool_take(&answers, sizeof(uint64_t));
    }
    if (((const uint64_t *)answers.base)[which] == 0) {
        bool holds = execute_predicate(predicates[number].function, locals, actors, done);
        ((uint64_t *)answers.base)[which] = done->failed ? 0 : holds ? 1 : 2;
        return holds;
    }
    return ((const uint64_t *)answers.base)[which] == 1;
}

static void tell_broken(const struct predicate *p, const struct teller *t)
{
    struct finding f = { .kind = p->when == HR_OWN_ENVIRONMENT ? KIND_DEADLOCK : KIND_INVARIANT, .line = p->place.line };
    struct text text = text_in(f.text, sizeof f.text);
    text_printf(&text, p->when == HR_ALWAYS ? "%s does not hold in this state"
                       : p->when == HR_AT_END ? "%s does not hold at this end"
                                              : "%s says that the program must not end like this", p->name);
    text = text_in(f.file, sizeof f.file);
    text_add(&text, p->place.file);
    tell(t, &f);
}

void check_predicates(enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t)
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
        if (predicates[i].when != when) {
            continue;
        }
        effects_clear(&done);
        bool holds = ask(i, of, actors, &done);
        effects_reach_sites(&done);
        if (done.failed) {
            tell(t, &done.finding);
        } else if (!holds) {
            tell_broken(&predicates[i], t);
        }
    }
}
