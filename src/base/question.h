/* Questions of the engine to the command, beside the board: how a type of the program is laid out, what a field is called, whether a handler
 * fits its actor. The command can read debug information; the engine, inside the program, cannot. Each process of the engine has a slot of
 * its own, so that none waits for another. The command answers every question, if only with "unknown"; where there is no command (under a
 * debugger) nothing is asked. */
#ifndef HARRIER_BASE_QUESTION_H
#define HARRIER_BASE_QUESTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"

enum question_kind {
    ASK_TYPE,  /* the outline of `struct name` of `size` bytes, as `file` defines it */
    ASK_PART,  /* the outline of what the pointer at `offset` of an earlier answer's type points to: elements of `size` bytes */
    ASK_FIELD, /* the program's name for the byte at `offset` of an earlier answer's type */
    ASK_SELF,  /* whether the function at `offset` of `file` first takes a pointer to `struct name` of `size` bytes; if not: `text`,
                  place */
};

/* The outline of a type: what its bytes can be. Bytes that no run covers are data which is no pointer. */
enum run_kind {
    RUN_POINTERS, /* words that can hold an address, one after the other */
    RUN_PADDING,  /* bytes in which only the bits of `mask` are data, the others are padding */
    RUN_LOOSE,    /* bytes that are data in some members of a union and padding in others */
    RUN_TEXT,     /* an array of char: the bytes after its terminating 0 need not have been written */
};

struct outline_run {
    uint32_t at, size; /* in bytes */
    uint16_t kind;     /* enum run_kind; runs are sorted by it */
    uint16_t mask;
};

enum { OUTLINE_RUNS_MAX = 1 << 15, OUTLINE_BYTES_MAX = 4 << 20, QUESTION_FILE_MAX = 4096 };

struct question {
    uint32_t asked;    /* counts questions; the engine's */
    uint32_t answered; /* counts answers; the command's. Equal to `asked` when there is nothing to do */
    /* the question */
    uint32_t kind;
    uint32_t holder; /* ASK_PART, ASK_FIELD: the number of the earlier answer */
    uint64_t size, offset;
    char name[200];
    char file[QUESTION_FILE_MAX]; /* as /proc/self/maps names it */
    /* the answer */
    uint32_t known;  /* 0: nothing is known */
    uint32_t number; /* the answer's own number, for later questions about it */
    uint32_t line;
    uint32_t run_count;
    char text[400];
    char place[200]; /* the file of `line` */
    struct outline_run runs[OUTLINE_RUNS_MAX];
};

/* The first slot is the coordinator's, the others are the workers'. They come after the board, in the same memory. */
struct questions {
    struct question slots[WORKERS_MAX + 1];
};

enum { QUESTION_BELL_FD = 196 }; /* an eventfd that says that something was asked. Without it the command looks ten times a second */

#endif
