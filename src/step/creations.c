#include "step/creations.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/outlives.h"
#include "actor/request.h"
#include "base/pool.h"
#include "guard/guard.h"
#include "guard/held.h"
#include "guard/own_data.h"
#include "image/image.h"
#include "model/names.h"
#include "step/around.h"
#include "step/memory.h"
#include "step/resume.h"
#include "step/serve.h"

/* ---- creating ---- */

uint64_t creation_code(const struct hr_actor_type *type)
{
    const struct hr_clause *init = clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL);
    return (uint64_t)(uintptr_t)(init != NULL ? (const void *)init->function : (const void *)type->run);
}

hr_ref creations_create(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size, uint64_t *clock)
{
    arena_access(child, ARENA_OPEN);
    arena_reset(child);
    struct control *c = arena_control(child);
    /* Field by field: assigning a whole struct could bring random bytes into the padding, which is part of the state. */
    c->self = names_get(child)->ref;
    c->actor = child;
    c->status = ACTOR_SUSPENDED;
    c->type = type;
    c->behaviour = &type->behaviour;
    c->adapter = adapter_of(type);
    c->clock = *clock;
    border.running = c; /* faults during creation are the new actor's */
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_BORN, .actor = child });
    memory_prepare(c);
    c->state = heap_alloc(&c->heap, size, 16);
    memcpy(c->state, bytes, size);
    outlives_begin(c);
    c->sp = context_prepare(arena_stack_top(child), actor_create_entry);
    image_fill_stack(child, c->sp, heaps.filling.fresh);
    size_t suspended = own_data_suspend();
    struct held of_creator = held_now();
    held_set((struct held){ 0 });
    resume_actor(c);
    around_ran(c);
    own_data_take();
    *clock = c->clock;
    memory_check(c, creation_code(type));
    image_log(serving.out, EFFECT_CREATE, c);
    own_data_go_on(suspended);
    held_set(of_creator);
    return c->self;
}

/* ---- what main() creates is noted, to be done again ---- */

/* A global because main() passes no context. */
static struct {
    struct pool all;     /* struct creation */
    struct pool structs; /* the initial struct of each */
} creations;

void creations_note(uint32_t child, const struct hr_actor_type *type, const void *bytes, size_t size)
{
    if (creations.all.base == NULL) {
        pool_init(&creations.all, (size_t)1 << 30);
        pool_init(&creations.structs, (size_t)1 << 34);
    }
    struct creation *c = pool_take(&creations.all, sizeof *c);
    *c = (struct creation){ child, type, creations.structs.used, size };
    memcpy(pool_take(&creations.structs, size), bytes, size);
}

size_t creations_count(void)
{
    return creations.all.used / sizeof(struct creation);
}

const struct creation *creations_at(size_t i)
{
    return (const struct creation *)creations.all.base + i;
}

void creations_repeat(const struct creation *c)
{
    uint64_t clock = 0;
    creations_create(c->child, c->type, creations.structs.base + c->bytes, c->size, &clock);
}
