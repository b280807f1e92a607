/* The border between an actor's code and the engine, built like a system call: the public functions fill in the request and
 * switch to the engine's stack. So an actor's stack holds frames of its own program only, and what the engine does leaves
 * no trace in it. */
#ifndef HARRIER_ACTOR_REQUEST_H
#define HARRIER_ACTOR_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "actor/arena.h"
#include "actor/context.h"
#include "base/axes.h"
#include "base/predicate.h"
#include "harrier.h"

enum request_kind {
    REQUEST_SPAWN,
    REQUEST_SEND,
    REQUEST_CALL,
    REQUEST_REPLY,
    REQUEST_AFTER,
    REQUEST_CANCEL,
    REQUEST_RESTART,
    REQUEST_CHOOSE,
    REQUEST_WAIT,
    REQUEST_DONE,
    REQUEST_STOP,
    REQUEST_FAIL,
    REQUEST_FINDING,
    REQUEST_NOTE,
    REQUEST_REACHED,
    REQUEST_PEEK,
    REQUEST_LOOK,
    REQUEST_SYNC,
};

struct request {
    enum request_kind kind;
    hr_ref to;
    const struct hr_type *type;
    const void *data; /* the program's; also a text for FINDING and NOTE */
    size_t size;
    struct hr_place place;
    const struct hr_actor_type *actor_type;
    const struct hr_site *site;
    enum finding_kind finding;
    uint64_t number; /* ms, n, reason, timer; of a FINDING: the code that allocated the block in question */
    uint64_t pc;     /* the caller's address, where there is no source place */
    uint64_t result;
};

/* What hr_peek() returns for an actor that a predicate was expected to look at. */
struct shown {
    hr_ref ref;
    const struct hr_actor_type *type; /* NULL: it is not there, or has ended */
    const void *state;
    bool looked_at;
};

/* Which actor runs, and what it asks for. A global because the program's calls and signal handlers pass no context. */
extern struct border {
    struct request request;
    struct control *running;           /* its control block, NULL: the driver. Predicates run as a pseudo-actor in arena 0 */
    const struct hr_behaviour *became; /* what hr_become() was given last: nothing else changes a behaviour */
    void *engine_sp;                   /* the engine's stack pointer while an actor runs */
    uint64_t driver_clock;             /* logical too, because a replay runs main() again and must see the same times */
    struct context_modes modes;        /* of floating point, as main() left them: steps begin with these */
    volatile bool in_program;          /* set exactly while a step runs code of the program: only then may a signal end the step */
    struct shown *shown;               /* of these actors, predicates know without a request; for others they ask */
    uint32_t shown_count;
    volatile bool main_goes_on;          /* in a copy of the process, where main() continues after hr_run() */
    void (*engine_failed)(const char *); /* called when an assertion of the engine fails; set by the layers above. Does not return */
} border;
/* A predicate looks at this actor; NULL: it is none of those that are shown. */
static inline struct shown *shown_find(hr_ref ref)
{
    for (struct shown *s = border.shown, *end = s + border.shown_count; s < end; s++) {
        if (s->ref == ref) {
            s->looked_at = true;
            return s;
        }
    }
    return NULL;
}
/* hr_run and hr_settle, and what a driver may declare; set by the layers above. */
struct driver_calls {
    void (*request)(void); /* serves a request of the driver */
    int (*run)(void);
    void (*settle)(void);
    void (*predicate)(enum hr_when when, const char *name, const struct predicate_code *predicate, struct hr_place place);
    void (*shared)(void *from, size_t size);
    void (*channel)(const char *name);
    void (*library)(const char *name, const char *what);
    void (*faults)(const char *what);
    void (*skip)(const char *why);
    int (*tests)(struct hr_test *first);
};
extern struct driver_calls driver_calls;

/* What malloc() and its family ask of the layers above. */
extern struct memory_calls {
    /* The heap for what this code allocates while main() runs: the C library and the like, and libraries named by --library, have
     * heaps of their own. NULL: not known yet. */
    struct heap *(*heap_for)(uintptr_t code);
    /* Called when this code allocated a block in a step; may be NULL. */
    void (*allocated)(void *block, size_t size, size_t align, const void *caller);
} memory_calls;
/* Blocks that constructors of libraries allocated before `heap_for` was set, and which code did. They are in the system's heap. */
struct early_block {
    void *block;
    size_t size;
    uintptr_t code;
};
size_t memory_early_blocks(const struct early_block **out);
/* Says for whom a library allocates from now on (actor/interpose_allocating.c), and that it does so no longer. The first returns what the
 * second takes. */
const void *memory_allocate_for(const void *caller);
void memory_allocated_for(const void *before);
/* Switches to the engine to serve `request`. */
void request_ask(void);
/* Ends the step with a finding; does not return. */
void request_finding(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc) __attribute__((noreturn));

/* Entry of a fresh stack: delivers self->message through the adapter, then reports DONE. */
void actor_deliver_entry(void);
void actor_create_entry(void);

/* Frees the messages that were lent to the actor. */
void loans_end(struct control *self);

/* What the clock functions return: the running actor's logical time, in ms, which advances with each look. */
uint64_t logical_now(void);
void logical_sleep(uint64_t ms);
void logical_sleep_until(uint64_t clock);
/* The driver's clock: what its next look shows. Until hr_run() it learns what actors have seen, because main() goes on after them. */
uint64_t logical_driver_clock(void);
void logical_driver_learns(uint64_t clock);
/* The sum of a time and a duration, without overflow. */
static inline uint64_t logical_later(uint64_t clock, uint64_t ms)
{
    const uint64_t end_of_time = UINT64_MAX >> 8; /* all later times are equal */
    return ms > end_of_time || clock > end_of_time - ms ? end_of_time : clock + ms;
}

#endif
