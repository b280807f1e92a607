/* Thread-local variables, and the thread's control block. They cannot be made read-only: modules share pages, and the kernel and libc
 * write there at any time. So they are copied, compared after each step, and put back. */
#ifndef HARRIER_GUARD_THREAD_LOCAL_H
#define HARRIER_GUARD_THREAD_LOCAL_H

#include <stdbool.h>

#include "base/board.h"
#include "process/ranges.h"

/* The pages concerned. Call after objects_find(). */
struct range thread_local_pages(void);
/* Takes their present values as what must be put back after each step. */
void thread_local_begin(void);
/* Where this thread's pthread_setspecific() values are: the part of the control block in which libraries keep data. Empty: not found. */
struct range thread_local_specific(void);
/* Whether no variable of the program, or of one of its libraries, was written so far. */
bool thread_local_is_as_before(void);
/* After a step: puts everything back. True with a finding when the program or one of its libraries wrote a variable of its own. */
bool thread_local_put_back(struct finding *out);

#endif
