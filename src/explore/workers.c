#include "explore/workers.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "actor/sites.h"
#include "base/lock.h"
#include "base/omission.h"
#include "base/text.h"
#include "explore/exchange.h"
#include "explore/trail.h"
#include "model/ledger.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "step/execute.h"
#include "step/outlines.h"
#include "step/traps.h"
#include "store/plan.h"

enum { TICK_MS = 50, ENDS_TICK_MS = 2 };

enum phase { PHASE_EXPLORES, PHASE_EXPLORED, PHASE_GAVE_UP };

/* What a worker tells the coordinator. */
struct report {
    _Alignas(64) uint64_t states;
    uint64_t deliveries, paths, end_states, depth, blocked, state_bytes, slack_bytes, pending, handler_runs, bytes;
    double cpu_seconds, omissions;
    volatile enum phase phase;
};

static struct common {
    _Alignas(64) int64_t outstanding;
    _Alignas(64) enum limit_kind stop;
    uint32_t locks[LOCK_COUNT];
    uint32_t turn;        /* whose turn it is to write its ends, from 1 */
    bool ends_begun;
    struct report reports[WORKERS_MAX];
} *common;

bool workers_here;
uint32_t workers_me;
int64_t *workers_outstanding;

static uint32_t count;
static bool started;
static uint64_t runs_before, bytes_before; /* of the coordinator, when it started them */
static struct {
    pid_t pid; /* 0: it has ended */
    int fd;
} processes[WORKERS_MAX];

/* ---- before ---- */

const char *workers_prepare(struct search *s)
{
    static const char refused[] = "the system refuses memory that workers share: use --workers 1";
    count = s->job->workers;
    common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (common == MAP_FAILED || !exchange_prepare(count) || !trails_share(count) || !plans_share() || !names_share() ||
        !messages_share() || !locals_share() || !mailboxes_share() || !ledgers_share() || !slots_share() || !components_share() || !sites_share()) {
        return refused;
    }
    workers_outstanding = &common->outstanding;
    common->outstanding = count;
    locks_shared = common->locks;
    return NULL;
}

/* ---- in a worker ---- */

static double cpu_seconds(void)
{
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t); /* past the interposed clock */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void workers_report(struct search *s)
{
    struct report *r = &common->reports[workers_me];
    r->states = s->states;
    r->deliveries = s->deliveries;
    r->paths = s->paths;
    r->end_states = s->end_states;
    r->depth = s->depth;
    r->blocked = s->blocked;
    r->state_bytes = s->state_bytes;
    r->slack_bytes = s->slack_bytes;
    r->pending = s->pending;
    r->omissions = s->omissions;
    r->handler_runs = execute_runs;
    r->bytes = pool_bytes();
    r->cpu_seconds = cpu_seconds();
}

void workers_stop(enum limit_kind why)
{
    enum limit_kind none = LIMIT_NONE;
    __atomic_compare_exchange_n(&common->stop, &none, why, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

enum limit_kind workers_stopping(void)
{
    return __atomic_load_n(&common->stop, __ATOMIC_ACQUIRE);
}

bool workers_ends_begun(void)
{
    bool begun = common->ends_begun;
    common->ends_begun = true;
    return begun;
}

static void leave(enum phase phase) __attribute__((noreturn));
static void leave(enum phase phase)
{
    __atomic_store_n(&common->reports[workers_me].phase, phase, __ATOMIC_RELEASE);
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}

void workers_finish(struct search *s)
{
    workers_report(s);
    if (s->job->record_ends) {
        __atomic_store_n(&common->reports[workers_me].phase, PHASE_EXPLORED, __ATOMIC_RELEASE);
        for (uint32_t turn; (turn = __atomic_load_n(&common->turn, __ATOMIC_ACQUIRE)) != workers_me + 1;) {
            syscall(SYS_futex, &common->turn, FUTEX_WAIT, turn, NULL, NULL, 0);
        }
        ends_write(s);
    }
    leave(PHASE_EXPLORED);
}

void workers_give_up(struct search *s, enum limit_kind limit)
{
    workers_stop(limit);
    workers_report(s);
    leave(PHASE_GAVE_UP);
}

/* ---- in the coordinator ---- */

static void add_up(struct search *s)
{
    struct search sum = { .board = s->board, .job = s->job, .root = s->root, .root_hash = s->root_hash, .stopped = s->stopped };
    for (uint32_t w = 0; w < count; w++) {
        const struct report *r = &common->reports[w];
        sum.states += r->states;
        sum.deliveries += r->deliveries;
        sum.paths += r->paths;
        sum.end_states += r->end_states;
        sum.depth = r->depth > sum.depth ? r->depth : sum.depth;
        sum.blocked += r->blocked;
        sum.state_bytes += r->state_bytes;
        sum.slack_bytes += r->slack_bytes;
        sum.pending += r->pending;
        sum.omissions += r->omissions;
    }
    if (s->job->store == STORE_FINGERPRINT) {
        sum.omissions = fingerprint_omission(sum.states); /* whose a state is follows from its fingerprint: as if all were in one store */
    }
    *s = sum;
}

static uint64_t bytes_together(void)
{
    uint64_t sum = bytes_before;
    for (uint32_t w = 0; w < count; w++) {
        uint64_t bytes = common->reports[w].bytes;
        sum += bytes > bytes_before ? bytes - bytes_before : 0;
    }
    return sum;
}

void workers_totals(volatile struct counts *c)
{
    if (!started) {
        return;
    }
    c->handler_runs = runs_before;
    for (uint32_t w = 0; w < count; w++) {
        const struct report *r = &common->reports[w];
        c->handler_runs += r->handler_runs > runs_before ? r->handler_runs - runs_before : 0;
        c->worker_cpu_seconds[w] = r->cpu_seconds;
        c->cpu_seconds += r->cpu_seconds;
    }
    c->peak_bytes = bytes_together() > c->peak_bytes ? bytes_together() : c->peak_bytes;
}

static void kill_all(void)
{
    for (uint32_t w = 0; w < count; w++) {
        if (processes[w].pid != 0) {
            syscall(SYS_kill, processes[w].pid, SIGKILL);
            while (syscall(SYS_wait4, processes[w].pid, NULL, 0, NULL) < 0 && errno == EINTR) { /* the heartbeat */
            }
            processes[w].pid = 0;
        }
    }
}

/* A worker ended as it should not: what it knew is lost, so the search is over. What was found is on the board. */
static void lose(struct search *s, uint32_t worker, int status)
{
    kill_all();
    locks_shared = NULL; /* whoever held one is gone */
    if (common->reports[worker].phase == PHASE_GAVE_UP) {
        return;
    }
    __atomic_store_n(&common->stop, LIMIT_WORKER, __ATOMIC_RELEASE);
    if (s->board->state == RUN_BROKEN) {
        return; /* it told why */
    }
    struct text t = text_in(s->board->why, sizeof s->board->why);
    text_printf(&t, "worker %u of %u ", worker + 1, count);
    if (WIFSIGNALED(status)) {
        text_printf(&t, "was ended by signal %d%s", WTERMSIG(status), WTERMSIG(status) == SIGKILL ? " (killed; out of memory?)" : "");
    } else {
        text_printf(&t, "ended unexpectedly with status %d", WEXITSTATUS(status));
    }
}

/* Waits a moment; returns how many workers are still there. */
static uint32_t look_after(struct search *s, int wait_ms)
{
    struct pollfd fds[WORKERS_MAX];
    uint32_t left = 0;
    for (uint32_t w = 0; w < count; w++) {
        if (processes[w].pid != 0) {
            fds[left++] = (struct pollfd){ .fd = processes[w].fd, .events = POLLIN };
        }
    }
    syscall(SYS_ppoll, fds, left, &(struct timespec){ .tv_nsec = wait_ms * 1000000L }, NULL, 0);
    for (uint32_t w = 0; w < count; w++) {
        int status;
        if (processes[w].pid != 0 && syscall(SYS_wait4, processes[w].pid, &status, WNOHANG, NULL) == processes[w].pid) {
            processes[w].pid = 0;
            left--;
            if (status != 0 || common->reports[w].phase != PHASE_EXPLORED) {
                lose(s, w, status);
                return 0;
            }
        }
    }
    return left;
}

static void look_at_limits(struct search *s)
{
    add_up(s);
    search_publish(s);
    if (s->board->stop) {
        workers_stop(LIMIT_INTERRUPT);
    } else if (s->board->counts.seconds * 1000 > (double)s->job->time_max_ms) {
        workers_stop(LIMIT_TIME);
    } else if (bytes_together() > s->job->memory_max) {
        workers_stop(LIMIT_MEMORY);
    }
}

static bool all_explored(void)
{
    for (uint32_t w = 0; w < count; w++) {
        if (common->reports[w].phase == PHASE_EXPLORES) {
            return false;
        }
    }
    return true;
}

/* Lets one after the other write its ends: the log has one place for them. */
static void collect_ends(struct search *s)
{
    for (uint32_t w = 0; w < count; w++) {
        __atomic_store_n(&common->turn, w + 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &common->turn, FUTEX_WAKE, (int)count, NULL, NULL, 0);
        while (processes[w].pid != 0 && look_after(s, ENDS_TICK_MS) != 0) {
        }
    }
}

static void coordinate(struct search *s)
{
    bool ends = s->job->record_ends;
    while (!(ends && all_explored()) && look_after(s, ends ? ENDS_TICK_MS : TICK_MS) != 0) {
        look_at_limits(s);
    }
    add_up(s);
    enum limit_kind why = workers_stopping();
    if (why != LIMIT_NONE) {
        search_stop(s, why);
    }
}

bool workers_end(struct search *s)
{
    if (!started) {
        return false;
    }
    if (s->job->record_ends) {
        collect_ends(s);
        if (workers_stopping() == LIMIT_WORKER) {
            search_stop(s, LIMIT_WORKER);
        }
    }
    return true;
}

/* In a new process: what a fork does not take along. */
static void begin(struct search *s, uint32_t worker, pid_t coordinator)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (syscall(SYS_getppid) != coordinator) {
        syscall(SYS_exit_group, 0);
    }
    workers_here = true;
    workers_me = worker;
    outlines_slot(worker + 1);
    traps_arm();
    exchange_open(s->job->store == STORE_FINGERPRINT || s->job->store == STORE_BITSTATE);
}

bool workers_start(struct search *s)
{
    pid_t coordinator = (pid_t)syscall(SYS_getpid);
    started = true;
    runs_before = execute_runs;
    bytes_before = pool_bytes();
    for (uint32_t w = 0; w < count; w++) {
        pid_t pid = _Fork();
        if (pid == 0) {
            begin(s, w, coordinator);
            return true;
        }
        if (pid < 0) {
            kill_all();
            struct text t = text_in(s->board->why, sizeof s->board->why);
            text_printf(&t, "worker %u of %u could not be started (error %d): use fewer", w + 1, count, errno);
            common->stop = LIMIT_WORKER;
            break;
        }
        processes[w].pid = pid;
        processes[w].fd = (int)syscall(SYS_pidfd_open, pid, 0);
    }
    coordinate(s);
    return false;
}
