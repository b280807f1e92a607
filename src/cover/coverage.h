/* Coverage as a measurement, of any search but cover, for --output coverage. */
#ifndef HARRIER_COVER_COVERAGE_H
#define HARRIER_COVER_COVERAGE_H

#include "explore/search.h"
#include "paths/execution.h"

/* With --output coverage: adds what an execution covers, and writes all of it to the log. Not for the search cover, which does so
 * itself. A stateful search says of each state that it expands how deep it is; if its path is followed, what that is: as a whole, or depth
 * first by its last ordinal, the rest being part of the path before; and then each of the deliveries that it makes there. */
enum { COVERAGE_DEEPEST = 1000 };
void coverage_note(const struct execution *x);
bool coverage_follows(const struct search *s, uint64_t depth);
void coverage_enter_path(struct path path);
void coverage_enter(uint64_t depth, uint32_t last);
void coverage_delivery(const struct move *m);
void coverage_write(struct search *s);

#endif
