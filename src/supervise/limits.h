/* Limits of the machine (ulimit). Soft limits are raised as far as the checker needs, because it reserves far more than it uses. Where a hard
 * limit is too low, an error message says so. */
#ifndef HARRIER_SUPERVISE_LIMITS_H
#define HARRIER_SUPERVISE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

/* First thing of the command. */
void limits_raise(void);
/* False with the reason when the program cannot be checked under these limits. */
bool limits_allow(char *why, size_t size);
/* Whether it was a limit on CPU time that ended a process by this signal. */
bool limits_end_by(int signal);

#endif
