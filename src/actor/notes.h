/* Notes on which code allocated which block, for findings. The code that takes them runs on the actor's stack, which is part of the
 * state, and must leave no trace there. */
#ifndef HARRIER_ACTOR_NOTES_H
#define HARRIER_ACTOR_NOTES_H

#include <stddef.h>
#include <stdint.h>

enum { NOTES_MOST = 4096, NOTES_WORDS = 24 };

struct note {
    const void *block;
    size_t size;
    uint64_t code;               /* the code that called malloc */
    uint64_t stack[NOTES_WORDS]; /* the stack from there on: where the code is a library's, its callers are looked for in it */
};

/* The notes of the running step. Allocations that do not fit are counted, and a finding about one says that it cannot be told where it
 * was allocated. */
extern struct notes {
    struct note list[NOTES_MOST];
    size_t count, missed;
    const void *caller; /* the code that called malloc or one of its family last */
    const void *behalf; /* in main(): the code for which a library allocates now; NULL: it is the one that calls malloc */
} notes;

#endif
