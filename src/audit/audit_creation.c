/* The audit of creation: what main() created before hr_run() is created again. */
#include "actor/arena.h"
#include "audit/audit.h"
#include "guard/guard.h"
#include "image/shared.h"
#include "image/unwritten.h"
#include "model/names.h"
#include "step/around.h"
#include "step/creations.h"
#include "step/serve.h"

struct again {
    const struct creation *creation;
    uint32_t shared; /* shared memory when exploration begins */
};

static void create_again(const void *what, struct conditions under, struct effects *out)
{
    const struct again *c = what;
    around_begin(out, NO_ACTOR, under);
    serving = (struct serving){ .out = out, .setting_up = true };
    shared_load(c->shared);
    if (_setjmp(guard.jump) == 0) {
        creations_repeat(c->creation);
        if (around_guards()) {
            arena_access(c->creation->child, ARENA_CLOSED);
        }
    } else {
        around_abandoned(out);
    }
    around_end(out);
}

static bool is_well(const struct creation *c, uint32_t (*local_of)(uint32_t actor), struct effects *once, struct effects *again)
{
    struct again what = { c, local_of(DRIVER) };
    create_again(&what, (struct conditions){ 0 }, once);
    if (once->failed) {
        return true; /* creation did something that is allowed in set-up only */
    }
    struct audited a = { .run = create_again, .what = &what, .actor = c->child, .is_step = true, .code = creation_code(c->type) };
    if (!audit(&a, true, once, again)) {
        return false;
    }
    for (const struct effect *e = effects_next(once, NULL); e != NULL; e = effects_next(once, e)) {
        if (e->kind == EFFECT_CREATE && local_of(e->actor) != 0) {
            unwritten_first(local_of(e->actor), e);
        }
    }
    return true;
}

bool audit_creations(uint32_t (*local_of)(uint32_t actor), struct finding *out)
{
    struct effects once = { 0 }, again = { 0 };
    bool well = true;
    effects_init(&once);
    effects_init(&again);
    for (size_t i = 0; i < creations_count() && well; i++) {
        well = !audit_question_due() || is_well(creations_at(i), local_of, &once, &again);
    }
    *out = once.finding;
    pool_close(&once.log);
    pool_close(&again.log);
    return well;
}
