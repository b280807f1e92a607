#include "workers/workers.h"

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
#include "base/journal.h"
#include "base/lock.h"
#include "base/omission.h"
#include "base/text.h"
#include "check/check.h"
#include "guard/traps.h"
#include "image/outlines.h"
#include "model/ledger.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/place.h"
#include "step/execute.h"
#include "workers/keep.h"
#include "workers/lineage.h"

enum { TICK_MS = 50, ENDS_TICK_MS = 2, PAUSE_TICK_MS = 5 };

enum phase { PHASE_EXPLORES, PHASE_EXPLORED, PHASE_GAVE_UP };

/* What a worker tells the coordinator. */
struct report {
    _Alignas(64) struct tally tally;
    uint64_t handler_runs, predicate_runs, bytes;
    double cpu_seconds;
    volatile enum phase phase;
};

struct common {
    _Alignas(64) enum limit_kind stop;
    uint32_t locks[LOCK_COUNT];
    uint32_t turn; /* the worker, from 1, that may write its ends now */
    bool ends_begun;
    struct report reports[WORKERS_MAX];
};

static struct workers *of(const struct crew *crew)
{
    return (struct workers *)crew;
}

static struct report *report_of(const struct workers *w, uint32_t worker)
{
    return &w->common->reports[worker];
}

/* ---- in a worker ---- */

static double cpu_seconds(void)
{
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t); /* the clock functions are interposed for the program */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void report(struct search *s)
{
    struct report *r = report_of(workers_of(s), workers_of(s)->me);
    r->tally = s->tally;
    r->handler_runs = execute_runs;
    r->predicate_runs = s->checks->predicate_runs;
    r->bytes = pool_bytes();
    r->cpu_seconds = cpu_seconds();
}

static void stop(const struct crew *crew, enum limit_kind why)
{
    enum limit_kind none = LIMIT_NONE;
    __atomic_compare_exchange_n(&of(crew)->common->stop, &none, why, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static enum limit_kind stopping(const struct crew *crew)
{
    return __atomic_load_n(&of(crew)->common->stop, __ATOMIC_ACQUIRE);
}

bool workers_stopped(struct search *s)
{
    enum limit_kind why = s->crew->stopping(s->crew);
    if (why != LIMIT_NONE && workers_of(s)->link != NULL) {
        search_stop(s, why); /* a rank of a cluster has a board of its own, which must say it */
    }
    s->stopped = s->stopped || why != LIMIT_NONE;
    return s->stopped;
}

static bool ends_begun(const struct crew *crew)
{
    bool begun = of(crew)->common->ends_begun;
    of(crew)->common->ends_begun = true;
    return begun;
}

static void leave(const struct workers *w, enum phase phase) __attribute__((noreturn));
static void leave(const struct workers *w, enum phase phase)
{
    __atomic_store_n(&report_of(w, w->me)->phase, phase, __ATOMIC_RELEASE);
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}

void workers_finish(struct search *s)
{
    struct workers *w = workers_of(s);
    report(s);
    if (s->job->record_ends) {
        __atomic_store_n(&report_of(w, w->me)->phase, PHASE_EXPLORED, __ATOMIC_RELEASE);
        for (uint32_t turn; (turn = __atomic_load_n(&w->common->turn, __ATOMIC_ACQUIRE)) != w->me + 1;) {
            syscall(SYS_futex, &w->common->turn, FUTEX_WAIT, turn, NULL, NULL, 0);
        }
        ends_record(s);
    }
    leave(w, PHASE_EXPLORED);
}

void workers_give_up(struct search *s, enum limit_kind limit)
{
    stop(s->crew, limit);
    report(s);
    leave(workers_of(s), PHASE_GAVE_UP);
}

/* ---- in the coordinator ---- */

void workers_add_up(struct search *s)
{
    const struct workers *w = workers_of(s);
    struct tally sum = { 0 };
    for (uint32_t i = 0; i < w->count; i++) {
        tally_add(&sum, &report_of(w, i)->tally);
    }
    if (s->job->store == STORE_FINGERPRINT) {
        sum.omissions = fingerprint_omission(sum.states); /* as if all were in one store: what is in different ones is not confused */
    }
    s->tally = sum;
}

static uint64_t bytes_together(const struct workers *w)
{
    uint64_t sum = w->bytes_before;
    for (uint32_t i = 0; i < w->count; i++) {
        uint64_t bytes = report_of(w, i)->bytes;
        sum += bytes > w->bytes_before ? bytes - w->bytes_before : 0;
    }
    return sum;
}

static void totals(const struct crew *crew, volatile struct counts *c)
{
    const struct workers *w = of(crew);
    if (!w->started) {
        return;
    }
    c->handler_runs = w->runs_before;
    uint64_t asked_before = c->predicate_runs; /* as often as each worker when it began */
    for (uint32_t i = 0; i < w->count; i++) {
        const struct report *r = report_of(w, i);
        c->handler_runs += r->handler_runs > w->runs_before ? r->handler_runs - w->runs_before : 0;
        c->predicate_runs += r->predicate_runs > asked_before ? r->predicate_runs - asked_before : 0;
        c->worker_cpu_seconds[i] = r->cpu_seconds;
        c->cpu_seconds += r->cpu_seconds;
    }
    c->peak_bytes = bytes_together(w) > c->peak_bytes ? bytes_together(w) : c->peak_bytes;
}

static void kill_all(struct workers *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        if (w->processes[i].pid != 0) {
            syscall(SYS_kill, w->processes[i].pid, SIGKILL);
            while (syscall(SYS_wait4, w->processes[i].pid, NULL, 0, NULL) < 0 && errno == EINTR) { /* interrupted by the heartbeat */
            }
            w->processes[i].pid = 0;
        }
    }
}

/* A worker died: what it knew is lost, so the search is over. What was found is on the board. */
static void lose(struct search *s, uint32_t worker, int status)
{
    struct workers *w = workers_of(s);
    kill_all(w);
    locks.shared = NULL; /* the dead worker may have held one */
    if (report_of(w, worker)->phase == PHASE_GAVE_UP) {
        return;
    }
    __atomic_store_n(&w->common->stop, LIMIT_WORKER, __ATOMIC_RELEASE);
    if (s->board->state == RUN_BROKEN) {
        return; /* it said why */
    }
    struct text t = text_in(s->board->why, sizeof s->board->why);
    text_printf(&t, "worker %u of %u ", worker + 1, w->count);
    if (WIFSIGNALED(status)) {
        text_printf(&t, "was ended by signal %d%s", WTERMSIG(status), WTERMSIG(status) == SIGKILL ? " (killed; out of memory?)" : "");
    } else {
        text_printf(&t, "ended unexpectedly with status %d", WEXITSTATUS(status));
    }
}

uint32_t workers_running(struct search *s, int wait_ms)
{
    struct workers *w = workers_of(s);
    struct pollfd fds[WORKERS_MAX];
    uint32_t left = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (w->processes[i].pid != 0) {
            fds[left++] = (struct pollfd){ .fd = w->processes[i].fd, .events = POLLIN };
        }
    }
    syscall(SYS_ppoll, fds, left, &(struct timespec){ .tv_nsec = wait_ms * 1000000L }, NULL, 0);
    for (uint32_t i = 0; i < w->count; i++) {
        int status;
        if (w->processes[i].pid != 0 && syscall(SYS_wait4, w->processes[i].pid, &status, WNOHANG, NULL) == w->processes[i].pid) {
            w->processes[i].pid = 0;
            left--;
            if (status != 0 || report_of(w, i)->phase != PHASE_EXPLORED) {
                lose(s, i, status);
                return 0;
            }
        }
    }
    return left;
}

static enum limit_kind limit_reached(const struct search *s)
{
    if (keep_is_enough(s)) {
        return LIMIT_DELIVERIES;
    }
    return s->board->stop                                                  ? LIMIT_INTERRUPT
           : s->board->counts.seconds * 1000 > (double)s->job->time_max_ms ? LIMIT_TIME
           : bytes_together(workers_of(s)) > s->job->memory_max            ? LIMIT_MEMORY
                                                                           : LIMIT_NONE;
}

/* Stops at a limit, after a last checkpoint; and writes one whenever it is due. */
static void look_around(struct search *s)
{
    struct workers *w = workers_of(s);
    if (w->lineage != NULL && !__atomic_load_n(&board_journal(s->board)->rebuilt, __ATOMIC_ACQUIRE)) {
        s->started = 0; /* what is resumed takes no time of what --time allows */
    } else if (w->lineage != NULL) {
        w->bytes_before -= lineage_close(w->lineage);
        w->lineage = NULL;
    }
    workers_add_up(s);
    search_publish(s);
    enum limit_kind why = limit_reached(s);
    bool paused = (why != LIMIT_NONE || keep_is_due(s)) && keep_pause(s);
    if (why != LIMIT_NONE) {
        stop(s->crew, why);
    }
    if (paused) {
        keep_release(s);
    }
}

static bool all_explored(const struct workers *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        if (report_of(w, i)->phase == PHASE_EXPLORES) {
            return false;
        }
    }
    return true;
}

/* Lets one worker after the other write its ends, because the log has one list of them. */
static void collect_ends(struct search *s)
{
    struct workers *w = workers_of(s);
    for (uint32_t i = 0; i < w->count; i++) {
        __atomic_store_n(&w->common->turn, i + 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &w->common->turn, FUTEX_WAKE, (int)w->count, NULL, NULL, 0);
        while (w->processes[i].pid != 0 && workers_running(s, ENDS_TICK_MS) != 0) {}
    }
}

static void coordinate(struct search *s)
{
    bool ends = s->job->record_ends;
    int tick = ends ? ENDS_TICK_MS : s->job->deliveries_max != UINT64_MAX ? PAUSE_TICK_MS : TICK_MS;
    while (!(ends && all_explored(workers_of(s))) && workers_running(s, tick) != 0) {
        look_around(s);
    }
    workers_add_up(s);
    enum limit_kind why = stopping(s->crew);
    if (why != LIMIT_NONE) {
        search_stop(s, why);
    }
}

bool workers_end(struct search *s)
{
    if (s->crew == NULL || !workers_of(s)->started) {
        return false;
    }
    if (s->job->record_ends) {
        collect_ends(s);
        if (stopping(s->crew) == LIMIT_WORKER) {
            search_stop(s, LIMIT_WORKER);
        }
    }
    return true;
}

/* In a new process: sets up what fork() does not copy. */
static void begin(struct search *s, uint32_t worker, pid_t coordinator)
{
    struct workers *w = workers_of(s);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (syscall(SYS_getppid) != coordinator) {
        syscall(SYS_exit_group, 0);
    }
    w->crew.member = true;
    w->me = worker;
    w->deliveries_max = s->job->deliveries_max;
    memcpy(&w->job, s->job, sizeof w->job);
    w->job.deliveries_max = UINT64_MAX;
    s->job = &w->job;
    outlines_slot(worker + 1);
    traps_arm();
    exchange_init(&w->exchange, !store_is_exact(s->job->store), SENT_BY_WORKERS);
    transport_open(&w->exchange.transport, worker);
}

const char *workers_prepare(struct workers *w, struct search *s)
{
    w->crew = (struct crew){ .report = report, .stop = stop, .stopping = stopping, .totals = totals, .ends_begun = ends_begun };
    w->count = s->job->workers;
    w->common = mmap(NULL, sizeof *w->common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (w->common == MAP_FAILED || !transport_prepare(&w->exchange.transport, w->count) || !trails_share(&w->trails, w->count) ||
        !places_share() || !names_share() || !messages_share() || !locals_share() || !mailboxes_share() || !ledgers_share() ||
        !slots_share() || !components_share() || !sites_share()) {
        return "the system refuses memory that workers share: use --workers 1";
    }
    s->crew = &w->crew;
    locks.shared = w->common->locks;
    const char *refused = keep_prepare(w, s);
    if (refused == NULL && w->keep != NULL && s->job->search == SEARCH_DFS && board_journal(s->board)->resumed) {
        w->lineage = table_new(sizeof *w->lineage);
        lineage_read(w->lineage, w, s);
    }
    return refused;
}

bool workers_start(struct search *s)
{
    struct workers *w = workers_of(s);
    pid_t coordinator = (pid_t)syscall(SYS_getpid);
    w->started = true;
    w->runs_before = execute_runs;
    w->bytes_before = pool_bytes();
    for (uint32_t i = 0; i < w->count; i++) {
        pid_t pid = _Fork();
        if (pid == 0) {
            begin(s, i, coordinator);
            return true;
        }
        if (pid < 0) {
            kill_all(w);
            struct text t = text_in(s->board->why, sizeof s->board->why);
            text_printf(&t, "worker %u of %u could not be started (error %d): use fewer", i + 1, w->count, errno);
            w->common->stop = LIMIT_WORKER;
            break;
        }
        w->processes[i].pid = pid;
        w->processes[i].fd = (int)syscall(SYS_pidfd_open, pid, 0);
    }
    coordinate(s);
    return false;
}
