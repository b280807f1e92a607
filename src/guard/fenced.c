#include "guard/fenced.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "actor/context.h"
#include "actor/request.h"
#include "base/pool.h"
#include "guard/fence.h"
#include "guard/traps.h"

enum { ENGINE_STACK = 16 << 20 };
/* The stack protector's mark, the same in each run, because frames of waiting actors contain it. Its last byte is zero, as usual, to
 * stop strings. */
#define STACK_MARK 0x5ca1ab1e0ddba100u

/* A global because nothing can be passed from one stack to the other. */
static struct {
    struct pool stack; /* the engine's stack. Not a table, whose huge pages would mostly be cleared for nothing */
    void *main_sp;
    uintptr_t main_frame;
    uint64_t main_mark;
    void (*work)(void); /* to be done on the engine's stack */
} fenced;

int fenced_threads(void)
{
    char text[4096];
    long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
    long got = fd < 0 ? -1 : syscall(SYS_read, fd, text, sizeof text - 1);
    if (fd >= 0) {
        syscall(SYS_close, fd);
    }
    text[got > 0 ? got : 0] = '\0';
    const char *line = strstr(text, "\nThreads:");
    return line != NULL ? atoi(line + strlen("\nThreads:")) : 1;
}

static void *engine_stack(void (*entry)(void))
{
    if (fenced.stack.base == NULL) {
        pool_init(&fenced.stack, ENGINE_STACK);
    }
    return context_prepare(fenced.stack.base + fenced.stack.reserved, entry);
}

uintptr_t fenced_main_stack(void)
{
    return fenced.main_frame;
}

static void work_and_return(void)
{
    void *unused;
    uint64_t mark = context_stack_mark(STACK_MARK);
    fence_raise(fenced.main_frame);
    fenced.work();
    fence_lower();
    context_stack_mark(mark);
    context_switch(&unused, fenced.main_sp);
}

static void work_for_good(void)
{
    fenced.main_mark = context_stack_mark(STACK_MARK);
    fenced.work();
}

void fenced_run(const struct job *job, void (*what)(void))
{
    traps_watch_main(false);
    if (!job->guards || (!fence_stands() && fenced_threads() > 1)) { /* other threads would fault; hr_run() refuses them */
        what();
        return;
    }
    struct context_fpu fpu = context_save_fpu();
    int error = errno;
    fflush(stdout); /* what main() printed so far is not the step's output */
    fflush(stderr);
    fenced.main_frame = (uintptr_t)__builtin_frame_address(0);
    fenced.work = what;
    errno = 0;
    context_reset_fpu();
    traps_time_stamps(false);
    context_switch(&fenced.main_sp, engine_stack(work_and_return));
    traps_time_stamps(true);
    context_load_fpu(fpu);
    errno = error;
    if (job->gdb) {
        fence_fall(); /* under a debugger faults cannot be handled, so nothing may stay protected */
    } else {
        traps_watch_main(fence_stands());
    }
}

void fenced_leave_main(void (*what)(void))
{
    traps_watch_main(false);
    border.modes = context_modes();
    fenced.main_frame = (uintptr_t)__builtin_frame_address(0);
    fenced.work = what;
    struct context_fpu fpu = context_save_fpu();
    int error = errno;
    traps_time_stamps(false);
    context_switch(&fenced.main_sp, engine_stack(work_for_good));
    context_load_fpu(fpu);
    errno = error;
}

void fenced_back_to_main(void)
{
    void *unused;
    fence_fall();
    border.in_program = true; /* from here on faults are main's */
    context_stack_mark(fenced.main_mark);
    context_switch(&unused, fenced.main_sp);
    __builtin_unreachable();
}
