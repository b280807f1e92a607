/* The actors as predicates see them: loaded, and readable. They stay so from one predicate to the next, as long as nothing else runs. An actor
 * that is still in the same local state need not be loaded again then, and most predicates are asked without any system call. What was loaded is
 * still there when steps of other actors have run meanwhile. */
#ifndef HARRIER_STEP_SIGHT_H
#define HARRIER_STEP_SIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

struct sight {
    struct pool seen;     /* struct seen, by actor */
    struct pool readable; /* uint32_t: the actors that are readable now */
    size_t readable_count;
};

/* A predicate begins, which may read these actors from the start, and no others. */
void sight_begin(struct sight *s, const uint32_t *actors, size_t count);
/* How many actors would have to become readable for that, or stop being so. */
uint32_t sight_changes(const struct sight *s, const uint32_t *actors, size_t count);
/* The actor with this local state becomes readable. */
void sight_show(struct sight *s, uint32_t actor, uint32_t local);
/* The same for one that is asked in a hurry: it may become writable, too. Then somebody has to ask, before anything else is done, whether it was written: if it was, to
 * sight_forget(), and to distrust all arenas. */
void sight_show_in_haste(struct sight *s, uint32_t actor, uint32_t local);
/* Whether the actors that are shown are as they were; whether all else that became writable is. */
bool sight_is_untouched(const struct sight *s);
bool sight_is_blank(const struct sight *s);
/* Whether the predicate may read it. */
bool sight_shows(const struct sight *s, uint32_t actor);
/* Whether the predicate asked for it by its reference, as sight_note_look() was told. */
bool sight_was_asked_for(const struct sight *s, uint32_t actor);
void sight_note_look(struct sight *s, uint32_t actor);
/* To be called around a predicate that runs over other bytes, while heaps.filling says so: nothing counts as loaded before it, and after
 * it what was filled is blank again. */
void sight_forget(struct sight *s);
void sight_blank(struct sight *s);
/* Nothing is readable any more. */
void sight_drop(struct sight *s);
/* The same before a step of this actor, whose arena is opened next. */
void sight_leave_to(struct sight *s, uint32_t actor);
/* After a step of this actor: its arena is still open, and will be closed, or shown, when a predicate begins. */
void sight_take(struct sight *s, uint32_t actor);

#endif
