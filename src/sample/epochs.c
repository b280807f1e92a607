#include "sample/epochs.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "actor/sites.h"
#include "guard/guard.h"
#include "guard/traps.h"
#include "step/execute.h"

/* What an epoch hands on to the next. */
struct epoch {
    bool again; /* there is to be another one */
    struct tally tally;
    uint64_t handler_runs;
    struct lengths known;
    double cpu_seconds;
};

static void hand_on(const struct sample *a)
{
    struct epoch *e = a->epoch;
    e->tally = a->s->tally;
    e->handler_runs = execute_runs;
    e->known = a->known;
    e->cpu_seconds = a->s->board->counts.cpu_seconds;
}

/* ---- in the process that has the first state ---- */

static void end_like(int status) __attribute__((noreturn));
static void end_like(int status)
{
    if (WIFSIGNALED(status)) {
        traps_default(WTERMSIG(status));
        syscall(SYS_kill, syscall(SYS_getpid), WTERMSIG(status));
    }
    syscall(SYS_exit_group, WIFEXITED(status) ? WEXITSTATUS(status) : 99);
    __builtin_unreachable();
}

static void wait_for(pid_t copy, const struct epoch *e)
{
    int status = 0;
    while (syscall(SYS_wait4, copy, &status, 0, NULL) < 0 && errno == EINTR) {} /* interrupted by the heartbeat */
    if (status != 0 || !e->again) {
        end_like(status);
    }
}

/* ---- in a copy ---- */

/* Sets up what fork() does not copy, and takes over what the epoch before has counted. */
static void take_over(struct sample *a, pid_t parent)
{
    struct epoch *e = a->epoch;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (syscall(SYS_getppid) != parent) {
        syscall(SYS_exit_group, 0);
    }
    traps_arm();
    e->again = false;
    a->s->tally = e->tally;
    a->s->started_cpu = -e->cpu_seconds; /* a copy's clock begins at zero */
    a->known = e->known;
    execute_runs = e->handler_runs;
    a->epoch_first = a->s->board->counts.runs;
    a->epoch_bytes = pool_bytes();
}

void epochs_begin(struct sample *a)
{
    const struct search *s = a->s;
    if (s->coverage != NULL || s->job->record_ends || s->job->memory_max == UINT64_MAX || !sites_share()) {
        return;
    }
    struct epoch *e = mmap(NULL, sizeof *e, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (e == MAP_FAILED) {
        return;
    }
    a->epoch = e;
    hand_on(a);
    pid_t here = (pid_t)syscall(SYS_getpid), copy;
    void (*on_heartbeat)(void) = guard.on_heartbeat;
    guard.on_heartbeat = NULL; /* the copy watches the limits */
    while ((copy = _Fork()) > 0) {
        wait_for(copy, e);
    }
    guard.on_heartbeat = on_heartbeat;
    if (copy == 0) {
        take_over(a, here);
    } else {
        a->epoch = NULL; /* no more processes: this one samples, until its memory is full */
        a->s->tally = e->tally;
    }
}

void epochs_ended(struct sample *a)
{
    struct search *s = a->s;
    bool full = s->stopped && s->board->limit == LIMIT_MEMORY;
    uint64_t room = s->job->memory_max > a->epoch_bytes ? s->job->memory_max - a->epoch_bytes : 0;
    bool none = s->board->counts.runs == a->epoch_first && a->followed == 0;
    if (a->epoch == NULL || none || (s->stopped && !full) || (!full && pool_bytes() - a->epoch_bytes < room / 4 * 3)) {
        return; /* an execution that fills the memory on its own would do so in the next epoch too */
    }
    if (full) {
        s->board->limit = LIMIT_NONE;
    }
    if (full && !a->done) {
        s->tally = a->before; /* it is run again */
    }
    search_publish(s);
    hand_on(a);
    a->epoch->again = true;
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}
