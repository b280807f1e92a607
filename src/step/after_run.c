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
#include "guard/traps.h"
#include "step/execute.h"
#include "step/question.h"
#include "step/serve.h"

static struct finding *told; /* written by the copy; both processes see it */

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

static void go_on(const struct job *job, const uint32_t *locals, size_t count, pid_t parent)
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
        fenced_back_to_main();
    }
    *told = guard.finding;
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

bool after_run(const struct job *job, const uint32_t *locals, size_t count, struct finding *out)
{
    if (told == NULL) {
        told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (told == MAP_FAILED) {
            guard_broken("no memory to be shared with a copy of this process");
        }
    }
    *told = (struct finding){ 0 };
    pid_t here = (pid_t)syscall(SYS_getpid), copy = _Fork();
    if (copy == 0) {
        go_on(job, locals, count, here);
    }
    int status = 0;
    while (copy > 0 && syscall(SYS_wait4, copy, &status, 0, NULL) < 0 && errno == EINTR) {}
    if (copy < 0) {
        guard_broken("--after-run: no more processes can be started");
    }
    *out = *told;
    if (out->kind == KIND_NONE && status != 0) {
        explain_end(status, out);
    }
    if (out->kind == KIND_NONE) {
        return false;
    }
    struct text t = text_in(out->actor, sizeof out->actor);
    text_add(&t, "main, after hr_run");
    return true;
}
