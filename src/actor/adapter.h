/* The adapter boundary: what a style of actors, or a whole actor library, has to provide. The core knows nothing of
 * handlers, processes or any library; it creates, asks, delivers and describes through this table. Handlers
 * (actor/handler.c) and processes (actor/process.c) are its first two users; docs/extending.md walks through a third.
 *
 * Order of calls for one actor: create once; then accepts, any number of times and without effects, and deliver. create and
 * deliver run on the actor's own stack with nothing else of the program reachable, and may wait (adapter_wait). */
#ifndef HARRIER_ACTOR_ADAPTER_H
#define HARRIER_ACTOR_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "actor/arena.h"
#include "base/axes.h"

enum acceptance {
    REFUSED, /* stays pending */
    ACCEPTED,
};

/* What is pending, or being delivered: flags are those of model/message.h. */
struct offer {
    const struct hr_type *type;
    const void *data; /* unpacked, readable while the call lasts */
    hr_ref sender;
    unsigned flags;
};

struct adapter {
    const char *name;
    /* The actor's struct is in place; run what belongs to creation. */
    void (*create)(struct control *self);
    /* May this message be delivered in this state? Runs with the actor's memory reachable; must not change it. */
    enum acceptance (*accepts)(struct control *self, const struct offer *offer);
    /* Handle the message in self->message. Called when no code of the actor is under way; an actor that waits inside its
     * code is resumed instead. */
    void (*deliver)(struct control *self);
    /* The function that handles this message, for the trace: a code address, or NULL. `self` may be a copy: do not follow
     * self->state. */
    const void *(*describe)(const struct control *self, const struct hr_type *type);
    /* Events of its own (a timer, a completion, a wake-up): the i-th one that this state offers, or NULL. It is delivered
     * like a message without content whose type names it. May be NULL. */
    const struct hr_type *(*event)(struct control *self, size_t i);
    /* Further memory that belongs to the state of the whole program: the i-th range, false when there is none. May be NULL. */
    bool (*memory)(size_t i, void **from, size_t *size);
};

extern const struct adapter adapter_handlers, adapter_process;
const struct adapter *adapter_of(const struct hr_actor_type *type);
extern bool adapter_events; /* some actor so far has an adapter with events of its own */

/* What happens to a message without a handler where the actor does not say; set from --unhandled. */
extern enum unhandled_kind unhandled_default;

/* For adapters, on an actor's stack: wait for a message. Returns when one was delivered. */
void adapter_wait(struct control *self);

/* First clause of a kind in a behaviour (and for HR_CLAUSE_ON of a type); NULL: none. */
const struct hr_clause *clause_find(const struct hr_behaviour *b, enum hr_clause_kind kind, const struct hr_type *type);

#endif
