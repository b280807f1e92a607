/* Libraries of whose data every actor has its own copy (--library NAME=own): their writable data and thread-local variables. In memory they
 * are as main() left them. Before a step the actor's copy is put there; after it, whatever differs from main's is taken, as part of the
 * actor's image, and main's is put back. So an actor sees what main() left until it first writes there itself.
 *
 * A page is write-protected until some step writes it: pages that never change are never compared. */
#ifndef HARRIER_GUARD_OWN_DATA_H
#define HARRIER_GUARD_OWN_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guard/ranges.h"

/* What there is: data in whole pages, and blocks of thread-local variables. Ranges that are known already stay as they are, with what was
 * remembered of them. Then own_data_begin(): pages are protected, unless `open`, and as they are now is how main() left them. */
void own_data_know(const struct ranges *pages, const struct ranges *locals);
void own_data_begin(bool open);
/* Nothing is protected any more. */
void own_data_open(void);
bool own_data_any(void);
/* In a signal handler: a write to this address failed. True if it is one of these pages, which can now be written to. */
bool own_data_touched(uintptr_t address);

/* Before a step: an actor's copy, as what differs. */
void own_data_load(const unsigned char *differing, size_t size);
/* After it: takes what differs, and puts main's back. */
void own_data_take(void);
/* What was taken last: bytes, in words of 8. Equal copies give equal bytes. */
size_t own_data_taken(const unsigned char **bytes);
/* In the middle of a step another actor is created: what the creator has is put away, and brought back. */
size_t own_data_suspend(void);
void own_data_go_on(size_t suspended);
/* After a step that was abandoned. */
void own_data_forget(void);

/* Whether main() changed something since own_data_begin(). Then what actors differ by is another thing: this makes it the same copy again. */
bool own_data_changed(void);
size_t own_data_rebase(const unsigned char *differing, size_t size, const unsigned char **bytes);
/* Calls `visit` for all that may hold a pointer of the running actor's. */
void own_data_each(void (*visit)(void *user, const void *from, size_t size), void *user);

#endif
