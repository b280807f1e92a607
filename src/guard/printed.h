/* What the program prints inside steps: it goes into the report, not to the terminal. */
#ifndef HARRIER_GUARD_PRINTED_H
#define HARRIER_GUARD_PRINTED_H

#include <stddef.h>

/* Gives stdout and stderr buffers that the engine owns, whatever main() gave them. */
void printed_take_streams(void);
/* Adds what a step wrote to descriptor 1 or 2. */
void printed_add(const void *bytes, size_t size);
/* Adds what a step wrote to stdout and stderr and is still in stdio's buffers. */
void printed_capture(void);
/* All that was printed since the last printed_clear(), stdio's buffers included. */
size_t printed_so_far(const char **text);
void printed_clear(void);
/* Forgets all but the first bytes of it, as if the rest had not been printed. */
void printed_forget_after(size_t size);

#endif
