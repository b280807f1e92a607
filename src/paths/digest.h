/* A digest of an execution: of its messages, events, clocks, actors and pasts. Two executions at the same point have the same one, so it shows
 * whether a step back has restored everything. Slow: for debug builds (base/debug.h). */
#ifndef HARRIER_PATHS_DIGEST_H
#define HARRIER_PATHS_DIGEST_H

#include "paths/execution.h"

uint64_t digest_of(const struct execution *x);

#endif
