#include "supervise/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "supervise/board_check.h"
#include "supervise/keeper.h"
#include "supervise/limits.h"

enum { TICK_MS = 100, CLUSTER_TICK_MS = 10, GRACE_MS = 15000, SETUP_MS_LEAST = 10000 };

/* The first Ctrl-C asks the engine to stop, and what was found so far is reported. The second one ends the program, or this command if no
 * program runs. */
static volatile sig_atomic_t interrupts, watching;

static void on_interrupt(int number)
{
    interrupts++;
    if (interrupts > 1 && !watching) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

bool run_interrupted(void)
{
    return interrupts != 0;
}

/* ---- preparing ---- */

static bool fail(struct run *r, const char *what)
{
    snprintf(r->error, sizeof r->error, "%s: %s", what, strerror(errno));
    return false;
}

/* Its size is sealed: if the program could shrink it, reading it here would crash. */
static bool make_board(struct run *r, const struct job *job, const char *schedule, size_t schedule_size)
{
    r->board_fd = memfd_create("harrier-board", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (r->board_fd < 0 || ftruncate(r->board_fd, (off_t)SHARED_BYTES) != 0 ||
        fcntl(r->board_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
        return fail(r, "cannot make shared memory");
    }
    r->board = mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, r->board_fd, 0);
    r->board_size = SHARED_BYTES;
    if (r->board == MAP_FAILED) {
        r->board = NULL;
        return fail(r, "cannot map shared memory");
    }
    r->board->version = BOARD_VERSION;
    memcpy(&r->board->job, job, sizeof *job); /* padding included: it is compared at the end */
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
        return fail(r, program);
    }
    if (!S_ISREG(s.st_mode) || access(program, X_OK) != 0) {
        snprintf(r->error, sizeof r->error, "%s: not an executable program", program);
        return false;
    }
    return true;
}

bool run_prepare(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size)
{
    r->board = NULL;
    r->board_fd = -1;
    r->bell_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); /* without it questions are looked for now and then */
    r->answers = answers_new();
    r->program = argv[0];
    r->link_fd = -1;
    r->status = 0;
    r->error[0] = '\0';
    if (!output_open(&r->output)) {
        r->engine.folder_fd = -1;
        return fail(r, "cannot make a pipe");
    }
    if (!engine_find(&r->engine)) {
        snprintf(r->error, sizeof r->error, "libharrier-check.so is not installed beside this command");
        return false;
    }
    if (schedule_size > BOARD_BYTES / 2) {
        snprintf(r->error, sizeof r->error, "the schedule is too long: %zu MB", schedule_size >> 20);
        return false;
    }
    return check_program(r, argv[0]) && limits_allow(r->error, sizeof r->error) && make_board(r, job, schedule, schedule_size);
}

/* ---- becoming the program ---- */

struct start {
    const struct run *run;
    char **argv;
    int report;
};

static void set_environment(const struct engine_file *engine)
{
    char number[12];
    snprintf(number, sizeof number, "%d", BOARD_FD);
    setenv(BOARD_ENV, number, 1);
    setenv("LD_PRELOAD", engine->preload, 1);
    setenv("LD_BIND_NOW", "1", 1); /* lazy binding would write to what the guards make read-only */
}

/* In the new process: becomes the program, or reports errno through the pipe. */
static void become(void *user)
{
    const struct start *s = user;
    personality(ADDR_NO_RANDOMIZE); /* best effort: nothing that is kept depends on it */
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(s->run->output.write_fd, STDOUT_FILENO);
    dup2(s->run->output.write_fd, STDERR_FILENO);
    dup2(s->run->board_fd, BOARD_FD);
    dup2(s->run->bell_fd, QUESTION_BELL_FD);
    if (s->run->link_fd >= 0) {
        dup2(s->run->link_fd, LINK_FD);
    }
    engine_hand_over(&s->run->engine);
    set_environment(&s->run->engine);
    execv(s->argv[0], s->argv);
    int why = errno;
    ssize_t ignored = write(s->report, &why, sizeof why);
    (void)ignored;
    _exit(127);
}

/* False when the program could not be executed. */
static bool start(struct run *r, struct keeper *k, char **argv)
{
    int report[2], why = 0;
    if (pipe2(report, O_CLOEXEC) != 0) {
        return fail(r, "cannot make a pipe");
    }
    bool kept = keeper_start(k, become, &(struct start){ r, argv, report[1] });
    why = kept ? 0 : errno;
    close(report[1]);
    close(r->output.write_fd);
    r->output.write_fd = -1;
    if (kept && read(report[0], &why, sizeof why) == sizeof why) {
        keeper_status(k);
    }
    close(report[0]);
    errno = why;
    return why == 0 || fail(r, argv[0]);
}

/* ---- watching ---- */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* How long main() may take until hr_run(): as long as a search, and at least some seconds, because a slow machine is not the program's fault. */
static double setup_ms(const struct job *job)
{
    return job->time_max_ms > SETUP_MS_LEAST ? (double)job->time_max_ms : SETUP_MS_LEAST;
}

struct watch {
    const struct job *job;
    struct run_beside beside;
    int interrupts_before;
    double end;     /* the engine should have stopped by then, by its own limits */
    bool exploring; /* main() has come to hr_run() */
};

static void look_after(struct run *r, struct keeper *k, struct watch *w)
{
    bool in_main = r->board->state == RUN_STARTED;
    bool rebuilding = w->beside.kept != NULL && checkpoint_rebuilds(w->beside.kept, r->board); /* which is not limited */
    if (!in_main && (!w->exploring || rebuilding)) {
        w->exploring = true;
        w->end = now_ms() + (double)w->job->time_max_ms + GRACE_MS;
    }
    int asked = interrupts - w->interrupts_before;
    r->board->stop = asked != 0;
    bool late = now_ms() > w->end;
    if (in_main && late && r->error[0] == '\0') {
        snprintf(r->error, sizeof r->error, "main() did not come to hr_run() within %.3g s", setup_ms(w->job) / 1000);
    }
    if (asked > (in_main ? 0 : 1) || late) {
        keeper_kill(k);
    }
}

/* The time that answering takes is not counted as the program's. */
static void answer(struct run *r, struct watch *w)
{
    uint64_t rings;
    double before = now_ms();
    ssize_t ignored = read(r->bell_fd, &rings, sizeof rings); /* only a hint to look: the number does not matter */
    (void)ignored;
    if (answers_give(r->answers, board_questions(r->board), w->job->workers + (size_t)1)) {
        w->end += now_ms() - before;
    }
}

static void look_beside(const struct run *r, const struct run_beside *beside)
{
    if (beside->kept != NULL) {
        checkpoint_look(beside->kept, r->board);
    }
    if (beside->cluster != NULL) {
        cluster_look(beside->cluster, r->board);
    }
}

static void watch(struct run *r, struct keeper *k, const struct job *job, run_progress progress, void *user, struct run_beside beside)
{
    struct watch w = { .job = job, .beside = beside, .interrupts_before = interrupts, .end = now_ms() + setup_ms(job) };
    bool printing = true;
    for (;;) {
        struct pollfd p[3] = { { .fd = k->result, .events = POLLIN },
                               { .fd = printing ? r->output.read_fd : -1, .events = POLLIN },
                               { .fd = r->bell_fd, .events = POLLIN } };
        poll(p, 3, beside.cluster != NULL ? CLUSTER_TICK_MS : TICK_MS);
        answer(r, &w);
        if (p[1].revents != 0) {
            printing = output_take(&r->output);
        } else if (p[0].revents != 0) {
            break; /* looked at last: what was printed before the end is taken */
        }
        look_after(r, k, &w);
        look_beside(r, &beside);
        if (progress != NULL) {
            progress(r->board, user);
        }
    }
}

/* The board's content in memory that nothing else can change. */
static void *copy_board(int fd, size_t size)
{
    unsigned char *copy = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t done = 0; copy != MAP_FAILED && done < size;) {
        ssize_t n = pread(fd, copy + done, size - done, (off_t)done);
        if (n <= 0) {
            munmap(copy, size);
            return MAP_FAILED;
        }
        done += (size_t)n;
    }
    return copy;
}

/* Takes the board over as the program left it. It must not change between the check and its use. None of the program's processes runs any
 * more, so it is sealed; but the kernel refuses that while anybody has a reference to its pages, itself included. Then it is copied. */
static bool take_board(struct run *r, const struct job *job, size_t schedule_size)
{
    size_t log_size = r->board->log_size, most = BOARD_BYTES - sizeof *r->board;
    munmap(r->board, r->board_size);
    r->board = NULL;
    bool sealed = fcntl(r->board_fd, F_ADD_SEALS, F_SEAL_WRITE) == 0;
    r->board_size = sizeof *r->board + (log_size < most ? log_size : most);
    r->board = sealed ? mmap(NULL, r->board_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, r->board_fd, 0)
                      : copy_board(r->board_fd, r->board_size);
    if (r->board == MAP_FAILED) {
        r->board = NULL;
        return fail(r, "cannot map shared memory");
    }
    struct job given;
    memcpy(&given, job, sizeof given);
    given.schedule_size = schedule_size;
    bool kept = memcmp(&r->board->job, &given, sizeof given) == 0; /* the engine only reads it */
    r->board->job = given;
    const char *wrong = kept ? board_check(r->board) : "what it was asked to do";
    if (wrong != NULL) {
        snprintf(r->error, sizeof r->error,
                 "the program overwrote the checker's memory (%s), so that there is no result: a write through a wild "
                 "pointer, or beyond an array, in main() or in a handler",
                 wrong);
    }
    return wrong == NULL;
}

bool run_program_beside(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size,
                        run_progress progress, void *user, struct run_beside beside)
{
    struct checkpoint *kept = beside.kept;
    struct keeper k;
    struct sigaction action = { .sa_handler = on_interrupt };
    if (!run_prepare(r, argv, job, schedule, schedule_size)) {
        return false;
    }
    if (kept != NULL && !checkpoint_begin(kept, r->board)) {
        snprintf(r->error, sizeof r->error, "the checkpoint is damaged");
        return false;
    }
    r->link_fd = beside.cluster != NULL ? beside.cluster->link_fd : -1;
    if (!start(r, &k, argv)) {
        return false;
    }
    watching = true;
    sigaction(SIGINT, &action, NULL); /* and stays: an interrupt between two runs counts, too */
    sigaction(SIGTERM, &action, NULL);
    watch(r, &k, job, progress, user, beside);
    watching = false;
    r->status = keeper_status(&k);
    if (kept != NULL) {
        checkpoint_end(kept, r->board);
    }
    if (beside.cluster != NULL) {
        cluster_ended(beside.cluster, r->board);
    }
    while (output_take(&r->output) && r->output.size + 1 < sizeof r->output.text) {}
    if (r->status < 0) {
        errno = -r->status;
        return fail(r, argv[0]);
    }
    return take_board(r, job, schedule_size);
}

bool run_program(struct run *r, char **argv, const struct job *job, const char *schedule, size_t schedule_size, run_progress progress,
                 void *user)
{
    return run_program_beside(r, argv, job, schedule, schedule_size, progress, user, (struct run_beside){ NULL, NULL });
}

void run_close(struct run *r)
{
    if (r->board != NULL) {
        munmap(r->board, r->board_size);
    }
    if (r->board_fd >= 0) {
        close(r->board_fd);
    }
    if (r->bell_fd >= 0) {
        close(r->bell_fd);
    }
    answers_free(r->answers);
    engine_close(&r->engine);
    output_close(&r->output);
    r->board = NULL;
    r->answers = NULL;
    r->board_fd = r->bell_fd = -1;
}
