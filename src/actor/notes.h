/* Notes on which code allocated which block, for findings. The code that takes them runs on the actor's stack, which is part of the
 * state, and must leave no trace there. */
#ifndef HARRIER_ACTOR_NOTES_H
#define HARRIER_ACTOR_NOTES_H

#include <stddef.h>
#include <stdint.h>

enum { NOTES_MOST = 256, NOTES_WORDS = 24 };

struct note {
    const void *block;
    size_t size;
    uint64_t code;               /* the code that called malloc */
    uint64_t stack[NOTES_WORDS]; /* the stack from there on: where the code is a library's, its callers are looked for in it */
};

/* The notes of the running step; allocations that do not fit are not noted. */
extern struct notes {
    struct note list[NOTES_MOST];
    size_t count;
    const void *caller; /* the code that called malloc or one of its family last */
} notes;

#endif
