/* Predicates of the program over the states of its actors: hr_always, hr_at_end, hr_environment. */
#include "actor/sites.h"
#include "check/parts.h"

#include <string.h>

#include "audit/audit.h"
#include "base/text.h"
#include "model/component.h"
#include "model/depend.h"
#include "model/names.h"

bool checks_declare(struct checks *c, enum hr_when when, const char *name, const struct predicate_code *code, struct hr_place place)
{
    if (c->predicate_count == PREDICATES_MAX) {
        return false;
    }
    struct predicate *p = &c->predicates[c->predicate_count++];
    *p = (struct predicate){ .when = when, .name = name, .code = *code, .place = place, .tree = looks_tree(&c->looks) };
    for (uint32_t i = 0; i < code->count; i++) {
        p->named[i] = names_find(code->named[i]);
    }
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

bool checks_any_unnamed(const struct checks *c)
{
    for (size_t i = 0; i < c->predicate_count; i++) {
        if (c->predicates[i].when == HR_ALWAYS && c->predicates[i].code.count == 0) {
            return true;
        }
    }
    return false;
}

void checks_each_named(const struct checks *c, void (*visit)(void *user, uint32_t actor), void *user)
{
    for (size_t i = 0; i < c->predicate_count; i++) {
        const struct predicate *p = &c->predicates[i];
        for (uint32_t n = 0; p->when == HR_ALWAYS && n < p->code.count; n++) {
            visit(user, p->named[n]);
        }
    }
}

/* The number of the first predicate that is the same but for the actors. */
static uint32_t kind_of(const struct checks *c, const struct predicate *p)
{
    uint32_t kind = 0;
    while (c->predicates[kind].when != p->when || c->predicates[kind].code.function != p->code.function ||
           c->predicates[kind].code.count != p->code.count) {
        kind++;
    }
    return kind;
}

void checks_each_claim(const struct checks *c, void (*visit)(void *user, uint32_t kind, const uint32_t *actors, uint32_t count), void *user)
{
    for (size_t i = 0; i < c->predicate_count; i++) {
        const struct predicate *p = &c->predicates[i];
        if (p->code.count != 0) {
            visit(user, kind_of(c, p), p->named, p->code.count);
        }
    }
}

void checks_group(const struct checks *c)
{
    for (size_t i = 0; i < c->predicate_count; i++) {
        const struct predicate *p = &c->predicates[i];
        for (uint32_t n = 1; p->when == HR_ALWAYS && n < p->code.count; n++) {
            depend_join(p->named[0], p->named[n]);
        }
    }
}

/* What a predicate looked at when it was first asked, it will mostly look at again. */
static void expect_the_same(struct predicate_looks *always, const struct effects *done)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL && always->count < PREDICATE_LOOKS_MAX; e = effects_next(done, e)) {
        if (e->kind == EFFECT_PEEK && e->actor != DRIVER && e->actor != NO_ACTOR) {
            always->actors[always->count++] = e->actor;
        }
    }
}

void check_expect_less(struct checks *c, struct predicate *p)
{
    struct predicate_looks *always = &p->always;
    uint32_t kept = 0, before = always->count;
    for (uint32_t i = 0; i < before; i++) {
        if (question_asked_for(always->actors[i])) {
            always->actors[kept++] = always->actors[i];
        }
    }
    always->count = kept;
    if (kept < before) {
        p->tree = looks_tree(&c->looks);
        c->grouped = false;
    }
}

/* The tree begins with what is expected: other expectations, another tree. It happens at most once for each actor. */
static void learn(struct checks *c, struct predicate *p)
{
    if (p->asked) {
        check_expect_less(c, p);
        return;
    }
    p->asked = true;
    c->grouped = false;
    expect_the_same(&p->always, &c->done);
    if (p->always.count != 0) {
        p->tree = looks_tree(&c->looks);
    }
}

const uint32_t *check_locals(struct checks *c, const uint32_t *state, size_t actors)
{
    uint32_t *locals = (uint32_t *)c->locals.base;
    for (size_t a = 0; a < actors; a++) {
        locals[a] = state[a] == 0 ? 0 : component_get(state[a])->local;
    }
    return locals;
}

/* Asks the program. */
static enum looks_answer ask(struct checks *c, struct predicate *p, const uint32_t *state, size_t actors)
{
    const uint32_t *locals = check_locals(c, state, actors);
    effects_clear(&c->done);
    c->predicate_runs++;
    struct predicate_asked asked = { .code = &p->code, .expected = p->always };
    enum looks_answer answer = audit_predicate(&asked, locals, actors, &c->done, &c->again) ? LOOKS_HOLDS : LOOKS_BROKEN;
    sites_reach_by(&c->done);
    if (c->done.failed) {
        return LOOKS_UNKNOWN;
    }
    looks_keep(&c->looks, p->tree, state, actors, &c->done, answer);
    learn(c, p);
    return answer;
}

static void tell_broken(const struct predicate *p, const struct teller *t)
{
    struct finding f = { .kind = p->when == HR_OWN_ENVIRONMENT ? KIND_DEADLOCK : KIND_INVARIANT, .line = p->place.line };
    struct text text = text_in(f.text, sizeof f.text);
    text_add(&text, p->name);
    for (uint32_t i = 0; i < p->code.count; i++) {
        text_add(&text, i == 0 ? "(" : ", ");
        names_label(p->named[i], &text);
    }
    text_printf(&text, "%s%s", p->code.count == 0 ? "" : ")",
                p->when == HR_ALWAYS   ? " does not hold in this state"
                : p->when == HR_AT_END ? " does not hold at this end"
                                       : " says that the program must not end like this");
    text = text_in(f.file, sizeof f.file);
    text_add(&text, p->place.file);
    tell(t, &f);
}

/* Whether a predicate holds; tells it if not. */
static bool check_one(struct checks *c, struct predicate *p, const uint32_t *state, size_t actors, const struct teller *t)
{
    uint32_t sites;
    enum looks_answer answer = looks_find(&c->looks, p->tree, state, actors, &sites);
    if (answer == LOOKS_UNKNOWN) {
        answer = ask(c, p, state, actors);
        sites = sites_bits(&c->done);
    }
    c->sites |= sites;
    if (answer == LOOKS_UNKNOWN) {
        tell(t, &c->done.finding);
    } else if (answer == LOOKS_BROKEN) {
        tell_broken(p, t);
    }
    return answer == LOOKS_HOLDS;
}

void check_predicates(struct checks *c, enum hr_when when, const uint32_t *state, size_t actors, const struct teller *t)
{
    bool in_every_state = when == HR_ALWAYS, hold = true;
    uint32_t sites = c->sites;
    if (in_every_state && looks_held(&c->looks, state, actors)) {
        return;
    }
    c->sites = 0;
    uint64_t known = check_together(c, when, state, actors);
    for (size_t i = 0; i < c->predicate_count; i++) {
        if (c->predicates[i].when == when && (known >> i & 1) == 0) {
            hold = check_one(c, &c->predicates[i], state, actors, t) && hold;
        }
    }
    if (in_every_state && hold && c->sites == 0) { /* what is reached is told each time */
        looks_all_hold(&c->looks, state, actors);
    }
    c->sites |= sites;
}

static bool names(const struct predicate *p, uint32_t actor)
{
    for (uint32_t i = 0; i < p->code.count; i++) {
        if (p->named[i] == actor) {
            return true;
        }
    }
    return false;
}

void check_named(struct checks *c, uint32_t actor, const uint32_t *state, size_t actors, const struct teller *t)
{
    for (size_t i = 0; i < c->predicate_count; i++) {
        struct predicate *p = &c->predicates[i];
        if (p->when == HR_ALWAYS && names(p, actor)) {
            check_one(c, p, state, actors, t);
        }
    }
}

void check_at_end(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t)
{
    check_predicates(c, HR_AT_END, state, actors, t);
}
