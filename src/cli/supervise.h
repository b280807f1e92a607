/* Running the program under the engine and watching over it. Whatever happens to the process, what is on the board counts. */
#ifndef HARRIER_CLI_SUPERVISE_H
#define HARRIER_CLI_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/board.h"

struct run {
    struct board *board; /* valid until run_close */
    int board_fd, output_fd;
    char *setup_output;  /* what the program printed before hr_run(); allocated */
    int status;          /* as waitpid gives it */
    char error[300];     /* why it could not be started, or "" */
};

/* Called a few times per second while the program runs. */
typedef void (*run_progress)(const struct board *board, void *user);

/* Runs `argv` with this job (and schedule, for JOB_FOLLOW) to its end. False with run->error when it could not be started. */
bool run_program(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size,
                 run_progress progress, void *user);
/* The same under gdb, on the terminal: stops before the given step, then goes on to `place` (a gdb location; NULL: nowhere). */
bool run_in_gdb(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size, uint32_t step,
                const char *place);
void run_close(struct run *r);

#endif
