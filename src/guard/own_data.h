/* Libraries with a copy of their data for each actor (--library NAME=own): writable data and thread-local variables. Between steps
 * memory holds them as main() left them. Before a step the actor's copy is put there; after it, what differs from main's becomes part
 * of the actor's image, and main's is put back. So an actor sees what main() left until it first writes there itself.
 *
 * A page is write-protected until some step writes it: pages that never change are never compared. */
#ifndef HARRIER_GUARD_OWN_DATA_H
#define HARRIER_GUARD_OWN_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/ranges.h"

/* Says which ranges there are: data in whole pages, and blocks of thread-local variables. Ranges that are known already are kept.
 * Then own_data_begin() takes their present content as main's, and protects the pages, unless `open`. */
void own_data_know(const struct ranges *pages, const struct ranges *locals);
void own_data_begin(bool open);
/* Ends the protection. */
void own_data_open(void);
bool own_data_any(void);
/* In a signal handler: a write to this address failed. True if it is on one of these pages, which is now writable. */
bool own_data_touched(uintptr_t address);

/* Before a step: puts an actor's copy into memory, given as what differs from main's. */
void own_data_load(const unsigned char *differing, size_t size);
/* After a step: takes what differs from main's, and puts main's back. */
void own_data_take(void);
/* What was taken last: bytes, in words of 8. Equal copies give equal bytes. */
size_t own_data_taken(const unsigned char **bytes);
/* When a step creates another actor: puts the creator's copy away, and brings it back afterwards. */
size_t own_data_suspend(void);
void own_data_go_on(size_t suspended);
/* After an abandoned step: discards what was put away. */
void own_data_forget(void);

/* Whether main() changed something since own_data_begin(). Then each actor's differences must be computed anew, so that its copy
 * stays the same: own_data_rebase() does that. */
bool own_data_changed(void);
size_t own_data_rebase(const unsigned char *differing, size_t size, const unsigned char **bytes);
/* Calls `visit` for all of this memory, which may hold pointers into the running actor's heap. */
void own_data_each(void (*visit)(void *user, const void *from, size_t size), void *user);

#endif
