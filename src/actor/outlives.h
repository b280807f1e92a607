/* What outlives a crash of an actor: a block in its heap, pointed to by its control block, where crashes are explored. It has the struct
 * that the actor was created with, and says which bytes of the struct the actor declared persistent (hr_persist). The values of these
 * are in the struct itself; step/crash.c says which of them are on the disk. */
#ifndef HARRIER_ACTOR_OUTLIVES_H
#define HARRIER_ACTOR_OUTLIVES_H

#include <string.h>

#include "actor/arena.h"
#include "base/fault.h"

enum { OUTLIVES_OWED = 64 }; /* callers without an answer at a time */

struct outlives {
    uint16_t lives[OUTLIVES_OWED]; /* by the entry in the control block's list `owed`: which life of the caller asked */
    unsigned char first[];         /* the struct as it was created, then a bit for each of its bytes: whether it is persistent */
};

static inline bool crashes_explored(void)
{
    return fault_count(faults.budget, FAULT_CRASH) + fault_count(faults.budget, FAULT_RESTART) != 0;
}
static inline size_t outlives_size(size_t of_struct)
{
    return sizeof(struct outlives) + of_struct + (of_struct + 7) / 8;
}
static inline unsigned char *outlives_bits(struct outlives *o, size_t of_struct)
{
    return o->first + of_struct;
}
/* Gives a new actor such a block, if crashes are explored. Its struct must be there. */
static inline void outlives_begin(struct control *c)
{
    if (!crashes_explored()) {
        return;
    }
    c->outlives = heap_alloc(&c->heap, outlives_size(c->type->size), 16);
    memset(c->outlives, 0, outlives_size(c->type->size));
    memcpy(c->outlives->first, c->state, c->type->size);
}
/* Makes bytes of the actor's struct persistent; false if they are not inside it. */
static inline bool outlives_add(struct control *c, const void *from, size_t size)
{
    size_t of_struct = c->type->size, at = (size_t)((const unsigned char *)from - (const unsigned char *)c->state);
    if (at > of_struct || size > of_struct - at) {
        return false;
    }
    for (size_t i = at; c->outlives != NULL && i < at + size; i++) {
        outlives_bits(c->outlives, of_struct)[i / 8] |= (unsigned char)(1u << i % 8);
    }
    return true;
}

#endif
