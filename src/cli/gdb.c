/* The program under the engine, under gdb. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/print.h"
#include "supervise/supervise.h"

/* The program is started by a shell, so that its arguments arrive as they are, and through `env`, so that neither that shell nor gdb gets
 * the preload. */
static char *wrapper(const struct run *r)
{
    char *text = NULL, *variable = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL || asprintf(&variable, "LD_PRELOAD=%s", r->engine.preload) < 0) {
        return NULL;
    }
    print(out, "set exec-wrapper env %s=%d LD_BIND_NOW=1 ", BOARD_ENV, BOARD_FD);
    print_word(out, variable);
    fclose(out);
    free(variable);
    return text;
}

static void become_gdb(const struct run *r, char *const *argv)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* when gdb ends, so does the program */
    dup2(r->board_fd, BOARD_FD);
    engine_hand_over(&r->engine);
    setenv("SHELL", "/bin/sh", 1);
    execvp("gdb", argv);
    _exit(127);
}

bool run_in_gdb(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size, uint32_t step,
                const char *place)
{
    char stop[100], *there = NULL;
    char *wrap = run_prepare(r, argv, job, schedule, schedule_size) ? wrapper(r) : NULL;
    if (wrap == NULL || asprintf(&there, place != NULL ? "tbreak %s" : "# the step begins in the checker", place) < 0) {
        free(wrap);
        return false;
    }
    snprintf(stop, sizeof stop, "tbreak harrier_before_step if step == %u", step);
    int count = 0;
    while (argv[count] != NULL) {
        count++;
    }
    const char *fixed[] = { "gdb", "-q",  "-ex", wrap,  "-ex", "set breakpoint pending on",        "-ex",   stop,
                            "-ex", "run", "-ex", there, "-ex", place != NULL ? "continue" : there, "--args" };
    size_t fixed_count = sizeof fixed / sizeof *fixed;
    char **all = calloc(fixed_count + (size_t)count + 1, sizeof *all);
    for (size_t i = 0; all != NULL && i < fixed_count; i++) {
        all[i] = (char *)(uintptr_t)fixed[i];
    }
    memcpy(all + fixed_count, argv, (size_t)count * sizeof *all);
    pid_t child = fork();
    if (child == 0) {
        become_gdb(r, all);
    }
    free(all);
    free(wrap);
    free(there);
    signal(SIGINT, SIG_IGN); /* gdb's */
    waitpid(child, &r->status, 0);
    signal(SIGINT, SIG_DFL);
    if (WIFEXITED(r->status) && WEXITSTATUS(r->status) == 127) {
        snprintf(r->error, sizeof r->error, "gdb is not installed");
        return false;
    }
    return true;
}
