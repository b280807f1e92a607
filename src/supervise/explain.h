/* Why a schedule leads to a violation: the critical step and a schedule that passes (critical/critical.c), found by running the program again. */
#ifndef HARRIER_SUPERVISE_EXPLAIN_H
#define HARRIER_SUPERVISE_EXPLAIN_H

#include "report/result.h"
#include "supervise/supervise.h"

/* What is kept of these runs, as long as reports need it. Begins as zeros. */
struct explaining {
    struct run found, passing;
    bool begun, recorded;
    bool patient; /* the job says how long it may take, and nothing else limits it */
};

/* Finds out why the schedule leads to the violation, for the result. */
void explain(struct result *r, struct explaining *x, const struct finding *f, char **argv, const struct job *given, const char *schedule,
             size_t size);
/* The same for the schedule that r->board has followed. */
void explain_followed(struct result *r, struct explaining *x, char **argv, const struct job *given);
void explain_close(struct explaining *x);

#endif
