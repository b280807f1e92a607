/* The path of an execution, for findings: as explore/search.h wants it. */
#ifndef HARRIER_PATHS_WAY_H
#define HARRIER_PATHS_WAY_H

#include "explore/search.h"
#include "paths/execution.h"

/* All its deliveries. Valid until the next path of the same execution. */
struct path path_of_execution(const struct execution *x);
/* What leads to its last delivery. Earlier violations are left out: they ended their actors and did nothing else, so nothing that
 * came later depends on them. */
struct path path_to_last(const struct execution *x);
struct way way_of_execution(struct execution *x);

#endif
