/* Abandoning an execution with a finding: how all code in this folder reports faults of the program. */
#ifndef HARRIER_STEP_ABANDON_H
#define HARRIER_STEP_ABANDON_H

#include "base/board.h"
#include "harrier.h"

struct finding abandon_finding(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc);
void abandon(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc) __attribute__((noreturn));
/* Looks up the callers, unless the finding has a line. */
void abandon_with(const struct finding *what) __attribute__((noreturn));
/* Reports a request that makes no sense, at the place that the request names. */
void abandon_misuse(const char *text) __attribute__((noreturn));

#endif
