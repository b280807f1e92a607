/* Creating an actor for another one, or for the driver. */
#include <string.h>

#include "actor/request.h"
#include "guard/guard.h"
#include "image/outlines.h"
#include "model/names.h"
#include "step/abandon.h"
#include "step/clock.h"
#include "step/creations.h"
#include "step/serve_parts.h"

/* Handlers that were written for another type of actor would misinterpret this one's struct. */
void serve_refuse_misfits(const struct hr_actor_type *type, const struct hr_behaviour *behaviour)
{
    struct finding f;
    if (outline_misfit(type, behaviour, &f)) {
        border.in_program = false;
        guard.finding = f;
        _longjmp(guard.jump, 1);
    }
}

void serve_spawn(void)
{
    const struct hr_actor_type *type = border.request.actor_type;
    size_t size = border.request.size;
    if (size != type->size || size > server.scratch.reserved) {
        abandon_misuse("an actor type that is declared differently in two source files");
    }
    memcpy(server.scratch.base, border.request.data, size);
    const struct outline *outline = outline_of_actor(type);
    outline_clear(outline, server.scratch.base, 1);
    serve_refuse_pointers(outline, server.scratch.base, size, type->behaviour.name);
    serve_refuse_misfits(type, &type->behaviour);

    struct control *parent = border.running;
    uint32_t child = names_child(serve_self(), parent != NULL ? ++parent->children : ++server.driver_children, type);
    if (child >= arenas_max()) {
        server.limit(LIMIT_ACTORS);
    }
    uint32_t parent_index = serve_self();
    uint64_t clock = parent != NULL ? parent->clock : 0;
    if (parent == NULL) {
        creations_note(child, type, server.scratch.base, size);
    }
    if (parent != NULL && server.board->job.guards) {
        arena_access(parent_index, ARENA_CLOSED); /* from here on not even the parent's control block can be read */
    }
    hr_ref ref = creations_create(child, type, server.scratch.base, size, &clock);
    if (server.board->job.guards) {
        arena_access(child, ARENA_CLOSED);
        if (parent != NULL) {
            arena_access(parent_index, ARENA_OPEN);
        }
    }
    border.running = parent;
    if (parent != NULL && clock != 0) {
        clock_raise(parent, clock); /* the parent goes on after what the new actor did */
    }
    border.request.result = ref;
}
