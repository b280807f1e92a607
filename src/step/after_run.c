#include "step/after_run.h"
#include "step/abandon.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "actor/request.h"
#include "base/text.h"
#include "guard/fenced.h"
#include "guard/guard.h"
#include "guard/leftovers.h"
#include "guard/traps.h"
#include "step/execute.h"
#include "step/question.h"
#include "step/serve.h"

/* A global because a copy of the process has nothing else in common with this one. */
static struct {
    struct finding *told; /* written by the copy; both processes see it */
    uint64_t ends;        /* so far */
} after;

/* ---- in the copy ---- */

static void serve_main(void)
{
    bool looks = border.request.kind == REQUEST_PEEK || border.request.kind == REQUEST_FINDING || border.request.kind == REQUEST_NOTE ||
                 border.request.kind == REQUEST_REACHED;
    if (!looks) {
        abandon(KIND_MISUSE, "after hr_run() main() can only look: no actor runs any more", border.request.place, border.request.pc);
    }
    serve_request();
}

static void be_quiet(void)
{
    int nowhere = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY, 0);
    syscall(SYS_dup2, nowhere, STDOUT_FILENO);
    syscall(SYS_dup2, nowhere, STDERR_FILENO);
}

static void go_on(const struct job *job, const uint32_t *locals, size_t count, uint32_t leftover, pid_t parent)
{
    struct effects unused = { 0 };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (syscall(SYS_getppid) != parent) {
        syscall(SYS_exit_group, 0);
    }
    effects_init(&unused);
    question_show(locals, count, &unused);
    traps_only_watchdog();
    if (job->mode != JOB_FOLLOW) {
        be_quiet(); /* main's output is shown only when a schedule is replayed */
    }
    driver_calls.request = serve_main;
    border.main_goes_on = true;
    guard.step++;
    guard.stepping = true;
    if (_setjmp(guard.jump) == 0) {
        if (leftover != 0) {
            leftovers_bring_back(leftover);
        }
        fenced_back_to_main();
    }
    *after.told = guard.finding;
    syscall(SYS_exit_group, 1);
}

/* ---- in the process that explores ---- */

static void explain_end(int status, struct finding *out)
{
    struct text t = text_in(out->text, sizeof out->text);
    if (WIFSIGNALED(status)) {
        out->kind = KIND_CRASH;
        text_printf(&t, "main() is killed by signal %d after hr_run()", WTERMSIG(status));
    } else {
        out->kind = KIND_EXIT;
        text_printf(&t, "main() ends with status %d after hr_run()", WEXITSTATUS(status));
    }
}

/* One copy; false: it ended well. `leftover`: see guard/leftovers.h. */
static bool fails(const struct job *job, const uint32_t *locals, size_t count, uint32_t leftover, struct finding *out)
{
    *after.told = (struct finding){ 0 };
    pid_t here = (pid_t)syscall(SYS_getpid), copy = _Fork();
    if (copy == 0) {
        go_on(job, locals, count, leftover, here);
    }
    int status = 0;
    while (copy > 0 && syscall(SYS_wait4, copy, &status, 0, NULL) < 0 && errno == EINTR) {}
    if (copy < 0) {
        guard_broken("--after-run: no more processes can be started");
    }
    *out = *after.told;
    if (out->kind == KIND_NONE && status != 0) {
        explain_end(status, out);
    }
    return out->kind != KIND_NONE;
}

/* What handlers leave inside the C library is put back, so main() does not see it. Live it does: whether that would make a difference is
 * tried, at the first ends with all leftovers, then with one in turn. */
static bool fails_after_handlers(const struct job *job, const uint32_t *locals, size_t count, struct finding *out)
{
    enum { FIRST = 20 };
    uint32_t all = leftovers_count();
    uint64_t turn = after.ends++;
    for (uint32_t i = 0; i < (turn < FIRST || all == 0 ? all : 1); i++) {
        struct finding f;
        if (!fails(job, locals, count, (uint32_t)((turn + i) % all) + 1, &f)) {
            continue;
        }
        *out = (struct finding){ .kind = KIND_NONDETERMINISM };
        struct text t = text_in(out->text, sizeof out->text);
        text_add(&t, "after hr_run() main() depends on what a handler left behind inside the C library (atexit, setenv): with that, ");
        text_add(&t, f.text);
        return true;
    }
    return false;
}

bool after_run(const struct job *job, const uint32_t *locals, size_t count, struct finding *out)
{
    if (after.told == NULL) {
        after.told = mmap(NULL, sizeof *after.told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (after.told == MAP_FAILED) {
            guard_broken("no memory to be shared with a copy of this process");
        }
    }
    if (!fails(job, locals, count, 0, out) && (job->audit_every == 0 || !fails_after_handlers(job, locals, count, out))) {
        return false;
    }
    struct text t = text_in(out->actor, sizeof out->actor);
    text_add(&t, "main, after hr_run");
    return true;
}
