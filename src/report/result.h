/* The result of one check, as all reports see it. */
#ifndef HARRIER_REPORT_RESULT_H
#define HARRIER_REPORT_RESULT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "dwarf/debuginfo.h"

enum verdict { VERDICT_PASS, VERDICT_VIOLATION, VERDICT_INCONCLUSIVE, VERDICT_NONDETERMINISTIC };
const char *verdict_name(enum verdict v);

struct result {
    const char *program;       /* as typed */
    char *const *arguments;    /* after it, NULL at the end */
    const char *test;          /* "" when the program has none */
    const struct board *board; /* of the search */
    enum verdict verdict;
    struct debuginfo *debug;
    char trace[PATH_MAX]; /* file of the first violation's schedule, "" when none */
    uint64_t found_steps; /* its length as the search met it */
    bool shortest;        /* no shorter one exists */
    double shorten_seconds;
};

/* Where a finding is, from its own place or from debug information: `file:line`, or "" when unknown. `function` may be NULL. */
void finding_place(const struct result *r, const struct finding *f, char *place, size_t size, char *function, size_t function_size);
/* What happened, with names in place of addresses. */
void finding_text(const struct result *r, const struct finding *f, char *out, size_t size);
/* How strong the verdict is: one sentence. */
void result_strength(const struct result *r, char *out, size_t size);
/* How it was explored that time passes; "" of a program in which nobody looked at the clock. */
void result_time(const struct result *r, char *out, size_t size);

#endif
