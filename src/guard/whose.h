/* Whose the memory is that can be written to in this process: every mapping, as the kernel says, is somebody's. */
#ifndef HARRIER_GUARD_WHOSE_H
#define HARRIER_GUARD_WHOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"
#include "guard/ranges.h"

struct whose {
    const struct board *board;
    struct ranges early; /* mapped before main() began */
    struct range main_stack;
    struct ranges silent;     /* libc's and the like; of libraries that the user says are caches */
    struct ranges own;        /* of libraries of which every actor has a copy: data, */
    struct ranges own_locals; /* and thread-local variables */
    struct ranges others;     /* the program's, its libraries', and what main() mapped; not the engine's, nor arenas */
    struct ranges executable; /* whatever of all this is code too */
};

/* Before main(). */
void whose_init(struct whose *w, const struct board *board);
/* Call after objects_find(). False when the kernel does not say. */
bool whose_find(struct whose *w, uintptr_t on_main_stack);
/* Data of libraries that the user says are shared, as ranges to declare. Those of libraries that are loaded now. */
void whose_each_shared_library(void (*declare)(void *from, size_t size));

#endif
