/* Locks between the workers of a parallel search, which are processes. With one worker there are no locks: taking one only reads a
 * pointer. A process may take a lock that it holds already. */
#ifndef HARRIER_BASE_LOCK_H
#define HARRIER_BASE_LOCK_H

#include <stddef.h>
#include <stdint.h>

/* LOCK_TABLES is held only briefly. LOCK_BOARD may be held while handlers run, because writing down a path runs them. LOCK_TASKS is
 * for workers/tasks.c alone. */
enum lock_name { LOCK_TABLES, LOCK_BOARD, LOCK_TASKS, LOCK_COUNT };

extern struct locks {
    uint32_t *shared;          /* in memory that all workers see; NULL: there is only one worker */
    uint32_t held[LOCK_COUNT]; /* how many times this process holds each */
} locks;
void lock_take_shared(enum lock_name name);
void lock_give_shared(enum lock_name name);

static inline void lock_take(enum lock_name name)
{
    if (__builtin_expect(locks.shared != NULL, 0)) {
        lock_take_shared(name);
    }
}

static inline void lock_give(enum lock_name name)
{
    if (__builtin_expect(locks.shared != NULL, 0)) {
        lock_give_shared(name);
    }
}

#endif
