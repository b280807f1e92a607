/* What the engine adds to the adapter boundary of harrier/adapter.h: the two adapters that come with it, handlers
 * (actor/handler.c) and processes (actor/process.c), and the calls through an adapter's table. */
#ifndef HARRIER_ACTOR_ADAPTER_H
#define HARRIER_ACTOR_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "actor/arena.h"
#include "base/axes.h"
#include "harrier/adapter.h"

extern const struct hr_adapter adapter_handlers, adapter_process;
/* Whether an actor of this style, if it has no constraint, would take a message of this type now. `self` may be in an image. */
bool handler_would_take(const struct control *self, const struct hr_type *message);
const struct hr_adapter *adapter_of(const struct hr_actor_type *type);
/* Whether some actor created so far has an adapter with events of its own. Asked of the names, which all processes of a search know: which of
 * them created the actor does not matter. */
bool adapter_events(void);

/* How actors of a type are shown: see hr_shows(). */
struct shows {
    const struct hr_actor_type *type;
    void (*show)(const void *state);
    bool whole;
};
enum { SHOWS_MAX = 64 };
extern struct adapters {
    uint32_t looked; /* at so many names, by adapter_events() */
    bool events;     /* one of these has events */
    bool whole;      /* some descriptions are whole */
    size_t shows_count;
    struct shows shows[SHOWS_MAX];
} adapters;
const struct shows *adapter_shows(const struct hr_actor_type *type); /* NULL: by its fields */

/* Why actors of this type cannot be created: their adapter lacks something. NULL: they can. */
const char *adapter_unfit(const struct hr_actor_type *type);

/* The code that would handle a message of this type, NULL when the adapter does not say. The control block may be a copy. */
const void *adapter_describe(const struct control *c, const struct hr_type *message);

/* What happens to a message without a handler, unless the actor's behaviour says; set from --unhandled. */
extern enum unhandled_kind unhandled_default;

/* On an actor's stack: wait for a message. Returns when one was delivered. */
void adapter_wait(struct control *self);

/* First clause of a kind in a behaviour (and for HR_CLAUSE_ON of a type); NULL: none. */
const struct hr_clause *clause_find(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type);

#endif
