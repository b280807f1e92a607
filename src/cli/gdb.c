/* The program under the engine, under gdb. */
#include <errno.h>
#include <limits.h>
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

/* What makes gdb know actors: beside the command in a build folder, or where it is installed. False: gdb goes without. */
static bool find_script(char *path, size_t size)
{
    static const char *const places[] = { "", "/../share/harrier" };
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(self, '/');
    for (size_t i = 0; slash != NULL && i < sizeof places / sizeof *places; i++) {
        *slash = '\0';
        if ((size_t)snprintf(path, size, "%s%s/harrier-gdb.py", self, places[i]) < size && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
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
    char stop[100], script[PATH_MAX + 40], *there = NULL;
    char *wrap = run_prepare(r, argv, job, schedule, schedule_size) ? wrapper(r) : NULL;
    if (wrap == NULL || asprintf(&there, place != NULL ? "tbreak %s" : "echo the step begins in the checker\\n", place) < 0) {
        free(wrap);
        return false;
    }
    snprintf(stop, sizeof stop, "tbreak harrier_before_step if $rdi == %u", step); /* its first argument */
    int count = 0;
    while (argv[count] != NULL) {
        count++;
    }
    bool known = find_script(script, sizeof script);
    const char *fixed[] = { "gdb",   "-q",  "-x",  known ? script : "/dev/null",
                            "-ex",   wrap,  "-ex", "set breakpoint pending on",
                            "-ex",   stop,  "-ex", "run",
                            "-ex",   there, "-ex", place != NULL ? "continue" : "echo",
                            "--args" };
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

bool run_in_place(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size)
{
    char number[20];
    if (!run_prepare(r, argv, job, schedule, schedule_size)) {
        return false;
    }
    dup2(r->board_fd, BOARD_FD);
    engine_hand_over(&r->engine);
    snprintf(number, sizeof number, "%d", BOARD_FD);
    setenv(BOARD_ENV, number, 1);
    setenv("LD_PRELOAD", r->engine.preload, 1);
    setenv("LD_BIND_NOW", "1", 1);
    execv(argv[0], argv);
    snprintf(r->error, sizeof r->error, "%s: %s", argv[0], strerror(errno));
    return false;
}
