#include "step/creations.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/pool.h"
#include "model/names.h"
#include "step/around.h"
#include "step/audit.h"
#include "step/guard.h"
#include "step/image.h"
#include "step/memory.h"
#include "step/serve.h"
#include "step/shared.h"
#include "step/unwritten.h"
#include "step/world.h"

/* ---- creating ---- */

uint64_t creation_code(const struct hr_actor_type *type)
{
    const struct hr_clause *init = clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL);
    return (uint64_t)(uintptr_t)(init != NULL ? (const void *)init->function : (const void *)type->run);
}

hr_ref create_actor(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size, uint64_t *clock)
{
    arena_access(child, ARENA_OPEN);
    arena_reset(child);
    struct control *c = arena_control(child);
    /* Field by field: all is zero, and a struct that is assigned may bring anything in its padding, which is state too. */
    c->self = names_get(child)->ref;
    c->actor = child;
    c->status = ACTOR_SUSPENDED;
    c->type = type;
    c->behaviour = &type->behaviour;
    c->adapter = adapter_of(type);
    c->clock = *clock;
    running = c; /* what creation does wrong is the new actor's doing */
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_BORN, .actor = child });
    memory_prepare(c);
    c->state = heap_alloc(&c->heap, size, 16);
    memcpy(c->state, bytes, size);
    c->sp = context_prepare(arena_stack_top(child), actor_create_entry);
    image_fill_stack(child, c->sp, heap_filling.fresh);
    resume(c);
    *clock = c->clock;
    memory_check(c, creation_code(type));
    image_log(serving.out, EFFECT_CREATE, c);
    return c->self;
}

/* ---- again ---- */

struct creation {
    uint32_t child;
    const struct hr_actor_type *type;
    size_t bytes, size; /* in `structs` */
};
static struct pool creations, structs;

void creations_note(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size)
{
    if (creations.base == NULL) {
        pool_init(&creations, (size_t)1 << 30);
        pool_init(&structs, (size_t)1 << 34);
    }
    struct creation *c = pool_take(&creations, sizeof *c);
    *c = (struct creation){ child, type, structs.used, size };
    memcpy(pool_take(&structs, size), bytes, size);
}

static void create_again(const void *what, struct conditions under, struct effects *out)
{
    const struct creation *c = what;
    around_begin(out, NO_ACTOR, under);
    serving = (struct serving){ .out = out, .setting_up = true };
    shared_load(world_local(DRIVER));
    if (_setjmp(guard_jump) == 0) {
        uint64_t clock = 0;
        create_actor(c->child, c->type, structs.base + c->bytes, c->size, &clock);
        if (around_guards()) {
            arena_access(c->child, ARENA_CLOSED);
        }
    } else {
        around_abandoned(out);
    }
    around_end(out);
}

static bool is_well(const struct creation *c, struct effects *once, struct effects *again)
{
    create_again(c, (struct conditions){ 0 }, once);
    if (once->failed) {
        return true; /* it did something that only set-up may do */
    }
    struct audited a = { .run = create_again, .what = c, .actor = c->child, .is_step = true, .code = creation_code(c->type) };
    if (!audit(&a, true, once, again)) {
        return false;
    }
    for (const struct effect *e = effects_next(once, NULL); e != NULL; e = effects_next(once, e)) {
        if (e->kind == EFFECT_CREATE && world_local(e->actor) != 0) {
            unwritten_first(world_local(e->actor), e);
        }
    }
    return true;
}

bool creations_audit(struct finding *out)
{
    static struct effects once, again;
    effects_init(&once);
    effects_init(&again);
    for (size_t i = 0; i < creations.used / sizeof(struct creation); i++) {
        if (audit_question_due() && !is_well((const struct creation *)creations.base + i, &once, &again)) {
            *out = once.finding;
            return false;
        }
    }
    return true;
}
