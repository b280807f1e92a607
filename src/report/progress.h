/* `--output progress`: how a search went, as a table (CSV) with a row for about each tenth of a second. */
#ifndef HARRIER_REPORT_PROGRESS_H
#define HARRIER_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/board.h"

struct progress_file {
    FILE *out;
    uint64_t written; /* which publication of the counters the last row has; 0: none of this run's */
    double next;      /* no row before this second */
};

/* Both false, with errno, when it cannot be written. */
bool progress_open(struct progress_file *p, const char *file);
bool progress_close(struct progress_file *p);
/* While a search runs: a row, if there is something new and it is time. */
void progress_row(struct progress_file *p, const struct board *b, const char *test);
/* When it has ended: the last row. */
void progress_last_row(struct progress_file *p, const struct board *b, const char *test);

#endif
