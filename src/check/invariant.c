/* Predicates of the program over the states of its actors: hr_always, hr_at_end, hr_environment. */
#include "actor/sites.h"
#include "check/parts.h"

#include <string.h>

#include "audit/audit.h"
#include "base/text.h"
#include "model/component.h"

bool checks_declare(struct checks *c, enum hr_when when, const char *name, bool (*function)(void), struct hr_place place)
{
    if (c->predicate_count == PREDICATES_MAX) {
        return false;
    }
    c->predicates[c->predicate_count++] = (struct predicate){ when, name, function, place };
    return true;
}

bool checks_any(const struct checks *c, enum hr_when when)
{
    for (size_t i = 0; i < c->predicate_count; i++) {
        if (c->predicates[i].when == when) {
            return true;
        }
    }
    return false;
}

/* A predicate's answer depends on the local states only, so it is asked once per combination of them, as long as remembering the
 * answers takes little memory. */
enum { REMEMBER_BYTES = 64 << 20 };

static bool ask(struct checks *c, size_t number, const uint32_t *locals, size_t actors)
{
    bool (*predicate)(void) = c->predicates[number].function;
    if (c->combinations.bytes.used > REMEMBER_BYTES) {
        return audit_predicate(predicate, locals, actors, &c->done, &c->again);
    }
    bool fresh;
    uint32_t which = intern_put(&c->combinations, (uint32_t)number, locals, actors * sizeof *locals, &fresh);
    if (fresh) {
        pool_take(&c->answers, sizeof(uint64_t));
    }
    uint64_t *answer = (uint64_t *)c->answers.base + which;
    if (*answer == 0) {
        bool holds = audit_predicate(predicate, locals, actors, &c->done, &c->again);
        *answer = c->done.failed ? 0 : holds ? 1 : 2;
        return holds;
    }
    return *answer == 1;
}

static void tell_broken(const struct predicate *p, const struct teller *t)
{
    struct finding f = { .kind = p->when == HR_OWN_ENVIRONMENT ? KIND_DEADLOCK : KIND_INVARIANT, .line = p->place.line };
    struct text text = text_in(f.text, sizeof f.text);
    text_printf(&text,
                p->when == HR_ALWAYS   ? "%s does not hold in this state"
                : p->when == HR_AT_END ? "%s does not hold at this end"
                                       : "%s says that the program must not end like this",
                p->name);
    text = text_in(f.file, sizeof f.file);
    text_add(&text, p->place.file);
    tell(t, &f);
}

void check_predicates(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t)
{
    uint32_t *locals = (uint32_t *)c->locals.base;
    for (size_t a = 0; a < actors; a++) {
        locals[a] = state[a] == 0 ? 0 : component_get(state[a])->local;
    }
    for (size_t i = 0; i < c->predicate_count; i++) {
        if (c->predicates[i].when != when) {
            continue;
        }
        effects_clear(&c->done);
        bool holds = ask(c, i, locals, actors);
        sites_reach_by(&c->done);
        if (c->done.failed) {
            tell(t, &c->done.finding);
        } else if (!holds) {
            tell_broken(&c->predicates[i], t);
        }
    }
}

void check_at_end(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t)
{
    check_predicates(c, HR_AT_END, state, actors, t);
}
