/* Which part of the process each writable mapping belongs to. The list of mappings comes from the kernel, so that none is missed. */
#ifndef HARRIER_GUARD_WHOSE_H
#define HARRIER_GUARD_WHOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/board.h"
#include "process/ranges.h"

struct whose {
    const struct board *board;
    struct ranges early; /* mapped before main() began */
    struct range main_stack;
    struct ranges silent;     /* data of libc and the like, and of libraries with --library NAME=restored */
    struct ranges own;        /* data of libraries with --library NAME=own */
    struct ranges own_locals; /* thread-local variables of the same libraries */
    struct ranges others;     /* data of the program and of other libraries, and what main() mapped; not the engine's data, nor arenas */
    struct ranges executable; /* which of all these are executable too */
};

/* Call before main(). */
void whose_init(struct whose *w, const struct board *board);
/* Call after objects_find(). False when the kernel does not tell. */
bool whose_find(struct whose *w, uintptr_t on_main_stack);
/* Calls `declare` for the data of all loaded libraries with --library NAME=shared. */
void whose_each_shared_library(void (*declare)(void *from, size_t size));

#endif
