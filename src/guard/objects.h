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
    OBJECT_SYSTEM, /* libc, the loader, libm, libgcc, libstdc++: what they write is put back in silence */
    OBJECT_ENGINE,
};

struct object {
    enum object_kind kind;
    const char *path;     /* the loader's; empty for the program */
    struct range data[4]; /* writable segments, in whole pages; empty ones at the end */
    struct range tls;     /* this thread's block; empty: none */
    bool own_code;        /* counts as the program's in a list of callers */
    bool put_back, shared,
        own; /* of a library: the user says that what it writes is put back in silence, part of the state, or each actor's own */
};

/* What the user says of libraries, as `struct job` has it. What is said later, and more precisely, counts. False when it is too much. */
bool objects_settings(const char *text);
/* After a write to a library's data: what can be done about it. */
void object_advice(const struct object *o, struct text *t);
/* Looks up what is loaded now. Thread-local blocks that the loader would make later are made now. Returns the program's load bias. */
uintptr_t objects_find(void);
size_t objects_count(void);
const struct object *object_at(size_t i);
/* Whose data an address is in; NULL: nobody's. */
const struct object *object_of_data(uintptr_t address);
/* Whether an address is code of the program or of a library that came with it; or of the system. */
bool objects_own_code(uintptr_t address);
bool objects_system_code(uintptr_t address);
/* From which heap what this code allocates for main() is to come. */
struct heap *objects_heap_for(uintptr_t address);
/* Whether it is code whose data are put back in silence, and that allocates for itself: the C library, libraries that the user says are caches.
 * Not the C++ library, whose operator new allocates for others. */
bool objects_silent_code(uintptr_t address);
/* Variables of system libraries that live in the program's own data, because the program names them and is linked so (optind, stdout). */
const struct ranges *objects_copied(void);

#endif
