/* The ranges of memory that the program, or an adapter, declares as shared between actors. Their content is one more component of the
 * state (image/shared.h). */
#ifndef HARRIER_PROCESS_DECLARED_H
#define HARRIER_PROCESS_DECLARED_H

#include <stdbool.h>
#include <stddef.h>

enum { DECLARED_MAX = 1 << 30 }; /* bytes of all ranges together */

/* Why this cannot be shared memory: it is not writable, or is thread-local. NULL: it can. */
const char *declared_refusal(const void *from, size_t size);
/* Declares a range. False when there are too many bytes. */
bool declared_add(void *from, size_t size);
bool declared_any(void);
size_t declared_bytes(void);

struct declared {
    unsigned char *from;
    size_t size;
};
/* All ranges, in the order of their declaration. */
size_t declared_count(void);
struct declared declared_at(size_t i);

#endif
