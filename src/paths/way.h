/* The path of an execution, for findings, in the form of explore/search.h. */
#ifndef HARRIER_PATHS_WAY_H
#define HARRIER_PATHS_WAY_H

#include "explore/search.h"
#include "paths/execution.h"

/* All deliveries. Valid until the next path of the same execution. */
struct path path_of_execution(const struct execution *x);
/* The path to the last delivery, without earlier deliveries that failed: they only ended their actors, so nothing later depends on
 * them. */
struct path path_to_last(const struct execution *x);
struct way way_of_execution(struct execution *x);

#endif
