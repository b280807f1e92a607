#include "supervise/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 10 };

/* ---- in the keeper ---- */

/* Kills every child that there is now; false when the system does not tell which there are. */
static bool kill_children(void)
{
    FILE *list = fopen("/proc/thread-self/children", "re");
    int child;
    if (list == NULL) {
        return false;
    }
    while (fscanf(list, "%d", &child) == 1) {
        kill(child, SIGKILL);
    }
    fclose(list);
    return true;
}

/* The children of those that are killed become ours, and are killed in the next round, until there are none. */
static void end_all(pid_t program, int *status, bool *ended)
{
    int any;
    for (;;) {
        if (!kill_children() && !*ended) {
            kill(-program, SIGKILL);
            kill(program, SIGKILL);
        }
        pid_t child = waitpid(-1, &any, 0);
        if (child == program) {
            *status = any;
            *ended = true;
        } else if (child < 0 && errno != EINTR) {
            return;
        }
    }
}

static void close_all_but(int a, int b)
{
    unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);
    syscall(SYS_close_range, 3, low - 1, 0);
    syscall(SYS_close_range, low + 1, high - 1, 0);
    syscall(SYS_close_range, high + 1, ~0u, 0);
}

/* Until the program has ended or the lifeline is cut. */
static void keep(pid_t program, int lifeline, int result) __attribute__((noreturn));
static void keep(pid_t program, int lifeline, int result)
{
    int status = 0;
    bool ended = false, cut = false;
    close_all_but(lifeline, result);
    int fd = (int)syscall(SYS_pidfd_open, program, 0);
    while (!ended && !cut) {
        struct pollfd p[2] = { { .fd = lifeline, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
        poll(p, 2, fd < 0 ? LOOK_MS : -1);
        cut = p[0].revents != 0;
        ended = waitpid(program, &status, WNOHANG) == program;
    }
    end_all(program, &status, &ended);
    ssize_t ignored = write(result, &status, sizeof status);
    (void)ignored;
    _exit(0);
}

static void become_program(pid_t keeper, const sigset_t *signals, void (*become)(void *user), void *user)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == keeper) { /* else the keeper died before PR_SET_PDEATHSIG was in force */
        setpgid(0, 0);
        sigprocmask(SIG_SETMASK, signals, NULL);
        become(user);
    }
    _exit(127);
}

/* The command handles signals. The keeper blocks them, and has its own process group, so that a terminal sends it none. */
static void be_keeper(int lifeline, int result, void (*become)(void *user), void *user)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    setpgid(0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t self = getpid(), program = fork();
    if (program == 0) {
        become_program(self, &before, become, user);
    }
    if (program > 0) {
        keep(program, lifeline, result);
    }
    int why = -errno;
    ssize_t ignored = write(result, &why, sizeof why);
    (void)ignored;
    _exit(1);
}

/* ---- in the command ---- */

bool keeper_start(struct keeper *k, void (*become)(void *user), void *user)
{
    int lifeline[2], result[2];
    if (pipe2(lifeline, O_CLOEXEC) != 0) {
        return false;
    }
    if (pipe2(result, O_CLOEXEC) != 0) {
        close(lifeline[0]);
        close(lifeline[1]);
        return false;
    }
    fflush(NULL);
    k->pid = fork();
    if (k->pid == 0) {
        close(lifeline[1]); /* else the keeper itself would keep the pipe open */
        close(result[0]);
        be_keeper(lifeline[0], result[1], become, user);
    }
    close(lifeline[0]);
    close(result[1]);
    k->lifeline = lifeline[1];
    k->result = result[0];
    if (k->pid < 0) {
        close(k->lifeline);
        close(k->result);
    }
    return k->pid > 0;
}

void keeper_kill(struct keeper *k)
{
    if (k->lifeline >= 0) {
        close(k->lifeline);
        k->lifeline = -1;
    }
}

int keeper_status(struct keeper *k)
{
    int status;
    ssize_t n;
    while ((n = read(k->result, &status, sizeof status)) < 0 && errno == EINTR) {}
    if (n != sizeof status) {
        status = SIGKILL; /* the keeper itself was killed, and the program with it */
    }
    keeper_kill(k);
    close(k->result);
    while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR) {}
    return status;
}
