/* The program and its libraries, as the loader knows them: their code, their data, their thread-local variables. */
#ifndef HARRIER_GUARD_OBJECTS_H
#define HARRIER_GUARD_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "guard/ranges.h"

enum object_kind {
    OBJECT_PROGRAM,
    OBJECT_LIBRARY,
    OBJECT_SYSTEM, /* libc, the loader, libm, libgcc, libstdc++: what they write is put back without a finding */
    OBJECT_ENGINE,
};

struct object {
    enum object_kind kind;
    const char *path;     /* the loader's; empty for the program */
    uintptr_t bias;       /* its load bias */
    struct range data[4]; /* writable segments, in whole pages; empty ones at the end */
    struct range tls;     /* this thread's block of thread-local variables; empty: none */
    bool own_code;        /* its code is shown in lists of callers, like the program's */
    bool put_back, shared,
        own; /* of a library, by --library: what it writes is put back without a finding, part of the state, or each actor's own */
};

/* Settings of --library, in the form of `libraries` in struct job. Later and more precise ones win. False when there are too many. */
bool objects_settings(const char *text);
/* Adds advice on what to do about a write to a library's data. */
void object_advice(const struct object *o, struct text *t);
/* Looks up what is loaded now, and makes the loader allocate all thread-local blocks that it would allocate later. Returns the
 * program's load bias. */
uintptr_t objects_find(void);
size_t objects_count(void);
const struct object *object_at(size_t i);
/* The object whose data an address is in; NULL: none. */
const struct object *object_of_data(uintptr_t address);
/* Whether an address is code of the program or of a library that came with it, and whether it is code of the system. */
bool objects_own_code(uintptr_t address);
bool objects_system_code(uintptr_t address);
/* The heap for what this code allocates while main() runs. */
struct heap *objects_heap_for(uintptr_t address);
/* Whether this is code whose data are put back without a finding, and that allocates for itself: the C library, and libraries with
 * --library NAME=restored. Not the C++ library, whose operator new allocates for others. */
bool objects_silent_code(uintptr_t address);
/* Variables of system libraries that the linker placed in the program's own data (copy relocations: optind, stdout). */
const struct ranges *objects_copied(void);

#endif
