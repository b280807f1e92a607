/* Arenas: all memory of one actor, at an address that depends only on the actor. An arena is a control block, a heap and a
 * stack:
 *
 *     | guard | <- stack | guard | control | gap | heap ->          |
 *
 * The stack lies between two guards, so that writing beyond its end, in either direction, faults before it damages anything else.
 * While no actor runs, all arenas are inaccessible. */
#ifndef HARRIER_ACTOR_ARENA_H
#define HARRIER_ACTOR_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "actor/heap.h"
#include "actor/short_list.h"
#include "base/axes.h"
#include "harrier.h"
#include "model/local.h"
#include "model/message.h"

/* An open arena takes four mappings, two of them guards, and the kernel allows some 65,000 in a process. */
enum { ARENAS_MOST = 15000 };

/* What the C libraries hold for an actor, see guard/held.h. */
enum { HELD_WORDS = 3 };
struct held {
    uint64_t words[HELD_WORDS];
};

/* The engine's part of an actor's state. It is compared with other states like everything else in the arena, so whatever is not
 * needed any more is set back to zero. */
struct control {
    hr_ref self;
    uint32_t actor;
    enum actor_status status;
    const struct hr_actor_type *type;
    const struct hr_behaviour *behaviour;
    const struct hr_adapter *adapter;
    void *state; /* the user's struct */
    void *sp;    /* its stack pointer while its code waits inside a step, else NULL */
    int fail_reason;
    int call_error;
    /* the message being handled */
    hr_ref sender;
    const struct hr_type *message_type;
    void *message;    /* its content, unpacked */
    void *loans;      /* heap blocks that live until the handler ends or the process asks for the next message */
    bool from_caller; /* a reply to `sender` is owed */
    bool looked_at_clock;
    uint16_t caller_life; /* which life of `sender` asked, see below */
    uint32_t late_looks;  /* how many of its looks at the clock came late */
    uint64_t clock;       /* the time of its next look, at least what actors in its past have seen; 0: none of these has looked */
    /* what it waits for */
    hr_ref waiting_for;
    const struct hr_type *reply_type;
    void *reply;
    const struct hr_type *const *wanted;
    bool (*predicate)(void *context, const struct hr_received *m);
    void *predicate_context;
    /* bookkeeping */
    uint32_t children;
    struct short_list owed;       /* callers whose message was handled without a reply so far */
    uint64_t timers;              /* slots in use, as bits */
    struct short_list far_timers; /* timers with a delay of at least --late, see step/clock.h */
    struct short_list excluded;   /* see actor/exclude.h */
    struct held held;
    struct outlives *outlives; /* what outlives a crash, see actor/outlives.h; NULL: crashes are not explored */
    uint64_t life;             /* how often it was restarted after a crash */
    struct heap heap;
};

_Static_assert(TIMERS_MAX <= 64, "the slots of timers are the bits of a number");

/* Sizes are per arena. `handles_faults`: arena_fault() is asked when a signal comes. Returns false when there is not enough address space. */
bool arenas_init(size_t heap_bytes, size_t stack_bytes, bool handles_faults);
uint32_t arenas_max(void); /* how many actors have room */

struct control *arena_control(uint32_t actor);
unsigned char *arena_stack_top(uint32_t actor);
unsigned char *arena_stack_bottom(uint32_t actor);
unsigned char *arena_heap_end(uint32_t actor);
size_t arena_stride(void);
/* Makes an arena inaccessible, readable, or readable and writable. */
enum arena_access { ARENA_CLOSED, ARENA_READ, ARENA_OPEN, ARENA_WINDOW };
void arena_access(uint32_t actor, enum arena_access access);
/* Makes a window of it: its control block and at least so many bytes of its heap are readable and writable, and nothing else is accessible. */
void arena_window(uint32_t actor, size_t heap_bytes);
bool arena_is_window(uint32_t actor);
unsigned char *arena_window_end(uint32_t actor);
/* How many times it was made writable, or emptied: as long as that number stays, and it is not writable, so does what is in it. */
uint64_t arena_openings(uint32_t actor);
/* From here to its top a stack is open when its arena is. The rest, the deep part, is opened when it is used. */
unsigned char *arena_stack_near(uint32_t actor);
void arena_deepen(uint32_t actor);
unsigned char *arena_stack_lowest(uint32_t actor); /* from here on it is open now; nothing below was used */
/* In a signal handler: opens the deep part if the address is in it. False when the fault is something else. */
bool arena_fault(const void *address);
/* Makes the stack zero below this address, where only the deep part may have been used, and closes that if it can. */
void arena_empty_stack(uint32_t actor, unsigned char *below);
/* Which actor's arena an address is in; false when in none. */
bool arena_of(const void *address, uint32_t *actor);
bool arena_is_stack_guard(const void *address);
bool arena_is_above_stack(const void *address, bool *nearer_to_stack); /* in the guard between stack and control block */
/* Whether a control block can be this actor's: its addresses point to where they must. A wild write may have damaged it. */
bool arena_sane(const struct control *c, uint32_t actor);
/* All address space of arenas, and of the driver's heap. */
void arenas_extent(uintptr_t *from, uintptr_t *to);
void driver_heap_extent(uintptr_t *from, uintptr_t *to);
void system_heap_extent(uintptr_t *from, uintptr_t *to);

/* Makes an arena empty, as if it had just been created. */
void arena_reset(uint32_t actor);

/* The heap for what main() allocates, and the one for what the C library allocates for it, which the library may write to later, in a
 * step. */
struct heap *driver_heap(void);
struct heap *system_heap(void);
/* The same for libraries whose data are each actor's own, or shared (--library). */
struct heap *library_heap(enum library_kind of);
void library_heap_extent(enum library_kind of, uintptr_t *from, uintptr_t *to);
/* Which of these heaps an address is in; NULL: none. */
struct heap *outer_heap_of(const void *address);
bool driver_heap_has(const void *address);
bool system_heap_has(const void *address);

#endif
