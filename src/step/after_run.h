/* What main() does after hr_run(): with --after-run, at an end, a copy of this process returns from hr_run() with all actors as they
 * are there. */
#ifndef HARRIER_STEP_AFTER_RUN_H
#define HARRIER_STEP_AFTER_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"

/* Lets main() go on in a copy, with these local states (0: no such actor), and waits for its end. True with a finding when it does
 * not end well: a failed assertion, a crash, an exit status other than 0. */
bool after_run(const struct job *job, const uint32_t *locals, size_t count, struct finding *out);

#endif
