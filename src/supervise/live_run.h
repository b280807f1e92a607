/* Starts the program itself, live, and makes it follow a schedule. */
#ifndef HARRIER_SUPERVISE_LIVE_RUN_H
#define HARRIER_SUPERVISE_LIVE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/forced.h"

struct live_run {
    bool started, timed_out, followed;
    int status; /* as from waitpid */
    double seconds;
    char misfit[FORCED_LINE];    /* "": none */
    char violation[FORCED_LINE]; /* the first one; "": none */
    char error[300];             /* why it was not started */
};

/* Runs argv[0] until it ends, or for `limit_ms`. With `quiet` what it prints is not shown. */
void live_run(struct live_run *r, char **argv, const char *schedule, uint64_t limit_ms, bool quiet);

#endif
