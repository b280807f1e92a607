/* Notes on what an actor allocates, for findings. Taken on its stack, which is part of its state: they leave no trace there. */
#ifndef HARRIER_ACTOR_NOTES_H
#define HARRIER_ACTOR_NOTES_H

#include <stddef.h>
#include <stdint.h>

enum { NOTES_MOST = 256, NOTES_WORDS = 24 };

struct note {
    const void *block;
    size_t size;
    uint64_t code;               /* that asked for it */
    uint64_t stack[NOTES_WORDS]; /* from its caller's frame on: when the code is a library's, who called that */
};

/* Those of the execution under way; what does not fit is not noted. */
extern struct notes {
    struct note list[NOTES_MOST];
    size_t count;
    const void *caller; /* the code that called malloc or one of its family last */
} notes;

#endif
