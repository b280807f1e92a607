/* The result of one check, as all reports see it. */
#ifndef HARRIER_REPORT_RESULT_H
#define HARRIER_REPORT_RESULT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "dwarf/debuginfo.h"

/* Of a job, unless the user says otherwise: a command that runs it again names what differs. */
enum { DEFAULT_ARENA = 1 << 20, DEFAULT_STACK = 1 << 20, DEFAULT_WATCHDOG_MS = 1000 };

struct timeline;

enum verdict { VERDICT_PASS, VERDICT_VIOLATION, VERDICT_INCONCLUSIVE, VERDICT_NONDETERMINISTIC };
const char *verdict_name(enum verdict v);

struct result {
    const char *self;                /* the harrier command, as typed: what to type to call it again */
    char *const *typed;              /* all words that were typed; NULL: not known */
    const char *program;             /* as typed */
    char *const *arguments;          /* after it, NULL at the end */
    const char *test;                /* "" when the program has none */
    const struct board *board;       /* of the search */
    const struct board *recorded;    /* the execution that leads to the first violation (JOB_FOLLOW); NULL: not recorded */
    const struct board *explained;   /* what is known about why it does (JOB_EXPLAIN); NULL: nothing */
    const struct board *passing;     /* the nearest execution that passes (JOB_FOLLOW); NULL: not recorded */
    const struct timeline *timeline; /* how the search went on; NULL: not known */
    enum verdict verdict;
    bool known; /* all its violations are known (--known): no failure */
    struct debuginfo *debug;
    char trace[PATH_MAX];       /* file of the first violation's schedule, "" when none */
    char *traces[FINDINGS_MAX]; /* of the others', by the number of their findings; NULL when none */
    uint64_t found_steps;       /* its length as the search met it */
    bool shortest;              /* no shorter one exists */
    double shorten_seconds;
    char grows[200]; /* what the step changes that shows what grows (board->autos.growth); "" when unknown */
};

/* Where a finding is, from its own place or from debug information: `file:line`, or "" when unknown. `function` may be NULL. */
void finding_place(const struct result *r, const struct finding *f, char *place, size_t size, char *function, size_t function_size);
/* The same with the file's whole name; false when it is unknown. */
bool finding_source(const struct result *r, const struct finding *f, struct source_place *out);
/* Whether all violations were looked for, or there was nothing to look for: one schedule was followed. */
bool result_all_known(const struct result *r);
/* What happened, with names in place of addresses. */
void finding_text(const struct result *r, const struct finding *f, char *out, size_t size);
/* Both in one line: `file:line: what  [kind]`. */
void finding_in_a_line(const struct result *r, const struct finding *f, char *out, size_t size);
/* What was checked, in one line: the test, or the program and its arguments; allocated. */
char *result_subject(const struct result *r);
/* The file of the schedule that leads to the i-th finding; NULL when there is none. */
const char *result_trace(const struct result *r, uint32_t i);
void result_forget_traces(struct result *r);
/* How strong the verdict is: one sentence. */
/* How many classes of orders there are, as far as random descents can tell, and how many of them were explored; nothing, if nobody
 * knows. */
void result_estimate(const struct board *b, char *out, size_t size);
void result_strength(const struct result *r, char *out, size_t size);
/* How it was explored that time passes; "" of a program in which nobody looked at the clock. */
void result_time(const struct result *r, char *out, size_t size);
/* Which faults were explored, and which of them never struck; "" if there were none to explore. */
void result_faults(const struct result *r, char *out, size_t size);

#endif
