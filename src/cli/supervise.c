#include "cli/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 100, GRACE_MS = 15000, SETUP_OUTPUT_MAX = 64 << 10 };

static volatile sig_atomic_t interrupts;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupts++;
}

/* ---- preparing ---- */

/* The engine's library: beside the command (a build tree), in ../lib (a relocated install), or where it was installed. */
static bool find_engine(char *out, size_t size)
{
    char self[400];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    static const char *const places[] = { "", "../lib/", "../lib/x86_64-linux-gnu/", "../lib/aarch64-linux-gnu/", "../lib64/" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(out, size, "%s/%slibharrier-check.so", self, places[i]);
        if (access(out, R_OK) == 0) {
            return true;
        }
    }
    snprintf(out, size, "%s/libharrier-check.so", HARRIER_LIBDIR);
    return access(out, R_OK) == 0;
}

static bool make_board(struct run *r, const struct job *job, const char *schedule, size_t schedule_size)
{
    r->board_fd = memfd_create("harrier-board", MFD_CLOEXEC);
    r->output_fd = memfd_create("harrier-output", MFD_CLOEXEC);
    if (r->board_fd < 0 || r->output_fd < 0 || ftruncate(r->board_fd, (off_t)BOARD_BYTES) != 0) {
        snprintf(r->error, sizeof r->error, "cannot make shared memory: %s", strerror(errno));
        return false;
    }
    r->board = mmap(NULL, BOARD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, r->board_fd, 0);
    if (r->board == MAP_FAILED) {
        r->board = NULL;
        snprintf(r->error, sizeof r->error, "cannot map shared memory: %s", strerror(errno));
        return false;
    }
    r->board->version = BOARD_VERSION;
    r->board->job = *job;
    r->board->job.schedule_size = schedule_size;
    if (schedule_size != 0) {
        memcpy(r->board->log, schedule, schedule_size);
        r->board->log_size = schedule_size;
    }
    return true;
}

static bool check_program(struct run *r, const char *program)
{
    struct stat s;
    if (stat(program, &s) != 0) {
        snprintf(r->error, sizeof r->error, "%s: %s", program, strerror(errno));
    } else if (!S_ISREG(s.st_mode) || access(program, X_OK) != 0) {
        snprintf(r->error, sizeof r->error, "%s: not an executable program", program);
    } else {
        return true;
    }
    return false;
}

/* Tables that never move have their addresses reserved, far more than is ever used of them. A limit on that is meant for what is used. */
static bool check_address_space(struct run *r)
{
    const rlim_t needed = (rlim_t)4 << 40;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= needed) {
        return true;
    }
    limit.rlim_cur = limit.rlim_max;
    if (limit.rlim_max >= needed && setrlimit(RLIMIT_AS, &limit) == 0) {
        return true;
    }
    snprintf(r->error, sizeof r->error, "the address space is limited to %lu MB (ulimit -v), of which the checker reserves 4 TB without using it: "
             "run it without that limit; --memory limits what is used", (unsigned long)(limit.rlim_max >> 20));
    return false;
}

static void set_environment(const char *engine)
{
    char number[12];
    snprintf(number, sizeof number, "%d", BOARD_FD);
    setenv(BOARD_ENV, number, 1);
    setenv("LD_PRELOAD", engine, 1);
    setenv("LD_BIND_NOW", "1", 1); /* lazy binding would write to what the guards make read-only */
}

/* In the child: becomes the program, or reports errno through the pipe. */
static void become(struct run *r, char **argv, const char *engine, int report)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* Ctrl-C is for the command, which asks the engine to stop */
    personality(ADDR_NO_RANDOMIZE); /* best effort: nothing that is kept depends on it */
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(r->output_fd, STDOUT_FILENO);
    dup2(r->output_fd, STDERR_FILENO);
    dup2(r->board_fd, BOARD_FD);
    set_environment(engine);
    execv(argv[0], argv);
    int why = errno;
    ssize_t ignored = write(report, &why, sizeof why);
    (void)ignored;
    _exit(127);
}

/* ---- watching ---- */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void watch(struct run *r, pid_t child, run_progress progress, void *user)
{
    int fd = (int)syscall(SYS_pidfd_open, child, 0);
    double end = now_ms() + (double)r->board->job.time_max_ms + GRACE_MS;
    interrupts = 0;
    struct sigaction action = { .sa_handler = on_interrupt }, before_int, before_term;
    sigaction(SIGINT, &action, &before_int);
    sigaction(SIGTERM, &action, &before_term);
    for (;;) {
        struct pollfd p = { .fd = fd, .events = POLLIN };
        if (fd >= 0) {
            poll(&p, 1, TICK_MS);
        } else {
            usleep(10000);
        }
        if (waitpid(child, &r->status, WNOHANG) == child) {
            break;
        }
        if (interrupts != 0) {
            r->board->stop = 1;
        }
        if (interrupts > 1 || now_ms() > end) {
            if (r->board->state == RUN_STARTED) {
                snprintf(r->error, sizeof r->error, "main() did not come to hr_run() within %.0f s",
                         ((double)r->board->job.time_max_ms + GRACE_MS) / 1000);
            }
            kill(child, SIGKILL);
        }
        if (progress != NULL) {
            progress(r->board, user);
        }
    }
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    if (fd >= 0) {
        close(fd);
    }
}

static void read_setup_output(struct run *r)
{
    off_t size = lseek(r->output_fd, 0, SEEK_END);
    size = size < 0 ? 0 : size > SETUP_OUTPUT_MAX ? SETUP_OUTPUT_MAX : size;
    r->setup_output = calloc(1, (size_t)size + 1);
    if (r->setup_output != NULL && pread(r->output_fd, r->setup_output, (size_t)size, 0) < 0) {
        r->setup_output[0] = '\0';
    }
}

static bool start(struct run *r, char **argv, const struct job *job, const char *schedule, size_t size, char engine[500])
{
    *r = (struct run){ .board_fd = -1, .output_fd = -1 };
    if (!find_engine(engine, 500)) {
        snprintf(r->error, sizeof r->error, "libharrier-check.so is not installed beside this command");
        return false;
    }
    return check_program(r, argv[0]) && check_address_space(r) && make_board(r, job, schedule, size);
}

bool run_program(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size,
                 run_progress progress, void *user)
{
    char engine[500];
    int report[2];
    if (!start(r, argv, job, schedule, schedule_size, engine) || pipe2(report, O_CLOEXEC) != 0) {
        return false;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        become(r, argv, engine, report[1]);
    }
    close(report[1]);
    int why;
    if (child < 0 || read(report[0], &why, sizeof why) == sizeof why) {
        snprintf(r->error, sizeof r->error, "%s: %s", argv[0], strerror(child < 0 ? errno : why));
        close(report[0]);
        if (child > 0) {
            waitpid(child, &r->status, 0);
        }
        return false;
    }
    close(report[0]);
    watch(r, child, progress, user);
    read_setup_output(r);
    return true;
}

bool run_in_gdb(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size, uint32_t step,
                const char *place)
{
    char engine[500], preload[600], board[60], stop[100], there[400];
    if (!start(r, argv, job, schedule, schedule_size, engine)) {
        return false;
    }
    snprintf(preload, sizeof preload, "set environment LD_PRELOAD %s", engine);
    snprintf(board, sizeof board, "set environment %s %d", BOARD_ENV, BOARD_FD);
    snprintf(stop, sizeof stop, "tbreak harrier_before_step if step == %u", step);
    snprintf(there, sizeof there, place != NULL ? "tbreak %s" : "# the step begins in the checker", place);
    int count = 0;
    while (argv[count] != NULL) {
        count++;
    }
    /* Only the program gets the preload, not gdb or the shell that it would start it with. */
    const char *fixed[] = { "gdb", "-q", "-ex", "set startup-with-shell off", "-ex", preload, "-ex", board, "-ex",
                            "set environment LD_BIND_NOW 1", "-ex", "set breakpoint pending on", "-ex", stop, "-ex", "run",
                            "-ex", there, "-ex", place != NULL ? "continue" : there, "--args" };
    size_t fixed_count = sizeof fixed / sizeof *fixed;
    char **all = calloc(fixed_count + (size_t)count + 1, sizeof *all);
    for (size_t i = 0; i < fixed_count; i++) {
        all[i] = (char *)(uintptr_t)fixed[i];
    }
    memcpy(all + fixed_count, argv, (size_t)count * sizeof *all);
    pid_t child = fork();
    if (child == 0) {
        dup2(r->board_fd, BOARD_FD);
        execvp("gdb", all);
        _exit(127);
    }
    free(all);
    signal(SIGINT, SIG_IGN); /* gdb's */
    waitpid(child, &r->status, 0);
    signal(SIGINT, SIG_DFL);
    if (WIFEXITED(r->status) && WEXITSTATUS(r->status) == 127) {
        snprintf(r->error, sizeof r->error, "gdb is not installed");
        return false;
    }
    return true;
}

void run_close(struct run *r)
{
    if (r->board != NULL) {
        munmap(r->board, BOARD_BYTES);
    }
    if (r->board_fd >= 0) {
        close(r->board_fd);
    }
    if (r->output_fd >= 0) {
        close(r->output_fd);
    }
    free(r->setup_output);
    *r = (struct run){ .board_fd = -1, .output_fd = -1 };
}
