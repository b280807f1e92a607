/* Running the program under the engine and watching over it. Whatever happens to the process, what is on the board counts. */
#ifndef HARRIER_SUPERVISE_SUPERVISE_H
#define HARRIER_SUPERVISE_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/board.h"
#include "checkpoint/checkpoint.h"
#include "cluster/cluster.h"
#include "supervise/answer.h"
#include "supervise/engine_file.h"
#include "supervise/program_output.h"

struct run {
    struct board *board; /* valid until run_close; after run_program it is ours alone, and makes sense (supervise/board_check.h) */
    size_t board_size;   /* of what is mapped */
    int board_fd;
    int bell_fd;             /* rung by the engine when it asks something */
    struct answers *answers; /* to the engine's questions */
    struct engine_file engine;
    struct program_output output; /* what the program printed before hr_run() */
    const char *program;          /* its path */
    int link_fd;                  /* of a cluster; -1: none */
    int status;                   /* as waitpid gives it */
    char error[PATH_MAX + 300];   /* why there is no result, or "" */
};

/* The job for a question about a result, not the user's own: everything is explored by one worker, without a reduction, one delivery a step,
 * until the first violation. */
static inline void run_ask_plainly(struct job *job)
{
    job->reduction = REDUCTION_NONE;
    job->sleep = job->commute = false;
    job->order_given = false;
    job->step = STEP_LITTLE;
    job->workers = 1;
    job->identity = IDENTITY_EXACT;
    job->keep_going = false;
}

/* Called a few times per second while the program runs. */
typedef void (*run_progress)(const struct board *board, void *user);

/* Runs `argv` with this job (and schedule, for JOB_FOLLOW) to its end. False with run->error when it could not be started, or left a board
 * that makes no sense. */
bool run_program(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size, run_progress progress,
                 void *user);
/* What looks at the board while the program runs; NULL where there is no such thing. */
struct run_beside {
    struct checkpoint *kept; /* the search is kept in checkpoints or resumed from one */
    struct cluster *cluster; /* this is a rank of a cluster */
};
bool run_program_beside(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size,
                        run_progress progress, void *user, struct run_beside beside);
/* The same up to the point where the program would be started, for callers that start it in another way (gdb). */
bool run_prepare(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size);
/* The user has asked to stop (Ctrl-C), in this run or one before it. */
bool run_interrupted(void);
void run_close(struct run *r);

/* Under gdb, on the terminal: stops before the given step, then goes on to `place` (a gdb location; NULL: nowhere). */
bool run_in_gdb(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size, uint32_t step,
                const char *place);
/* This process becomes the program, under the engine: for debuggers that start it themselves. Returns only if that is not possible. */
bool run_in_place(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size);

#endif
