/* Coverage as a measurement, of any search but cover, for --output coverage. */
#ifndef HARRIER_COVER_COVERAGE_H
#define HARRIER_COVER_COVERAGE_H

#include "explore/search.h"
#include "paths/execution.h"

/* With --output coverage: adds what an execution covers, and writes all of it to the log. Not for the search cover, which does so
 * itself. A stateful search says of each state that it expands how deep it is; if its path is followed, what that is: as a whole, or depth
 * first by its last ordinal, the rest being part of the path before; and then each of the deliveries that it makes there. */
enum { COVERAGE_DEEPEST = 1000 };
struct coverage;
struct coverage *coverage_new(void);
void coverage_note(struct coverage *c, const struct execution *x);
bool coverage_follows(struct coverage *c, const struct search *s, uint64_t depth);
void coverage_enter_path(struct coverage *c, struct path path);
void coverage_enter(struct coverage *c, uint64_t depth, uint32_t last);
void coverage_delivery(struct coverage *c, const struct move *m);
void coverage_write(struct coverage *c, struct search *s);

#endif
