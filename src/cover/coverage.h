/* Measures coverage for --output coverage, in any search but cover, which does so itself. */
#ifndef HARRIER_COVER_COVERAGE_H
#define HARRIER_COVER_COVERAGE_H

#include "explore/search.h"
#include "paths/execution.h"

/* coverage_note() adds what an execution covers; coverage_record() writes everything to the log. A stateful search has no executions:
 * for each state that it expands it asks coverage_follows(), then gives the path, as a whole (coverage_enter_path) or, depth first, as
 * its last ordinal after the present path (coverage_enter), and then each delivery that it makes there (coverage_delivery). */
enum { COVERAGE_DEEPEST = 1000 };
struct coverage;
struct coverage *coverage_new(void);
void coverage_note(struct coverage *c, const struct execution *x);
bool coverage_follows(struct coverage *c, const struct search *s, uint64_t depth);
void coverage_enter_path(struct coverage *c, struct path path);
void coverage_enter(struct coverage *c, uint64_t depth, uint32_t last);
void coverage_delivery(struct coverage *c, const struct move *m);
void coverage_record(struct coverage *c, struct search *s);

#endif
