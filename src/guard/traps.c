#include "guard/traps.h"

#include <errno.h>
#include <linux/prctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "actor/arena.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/pool.h"
#include "base/text.h"
#include "guard/constant_calls.h"
#include "guard/copied.h"
#include "guard/fence.h"
#include "guard/guard.h"
#include "guard/own_data.h"
#include "guard/put_back.h"
#include "guard/syscall_names.h"
#include "guard/wide_output.h"
#include "model/names.h"

enum { ALTERNATE_STACK = 64 << 10, OUTPUT_MAX = 64 << 10, STDIO_BUFFER = 32 << 10 };
enum { TICKS_PER_LIMIT = 8, HEARTBEAT = 2, HEARTBEAT_MS = 100 };
#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2 /* si_code, newer than glibc 2.36 */
#endif

static struct board *board;
static char stdout_buffer[STDIO_BUFFER], stderr_buffer[STDIO_BUFFER];
static volatile bool main_is_watched; /* main() runs, and the fence falls at its first system call */
static char output[OUTPUT_MAX];
static size_t output_used;

/* ---- leaving a step ---- */

static void leave(struct finding *f, const void *context)
{
    f->pc = context_pc(context);
    if (running != NULL) {
        uint64_t sp = context_sp(context);
        uint32_t actor;
        bool on_its_stack = arena_of((const void *)sp, &actor) && actor == running->actor;
        guard_callers(running->actor, on_its_stack ? sp : (uint64_t)(uintptr_t)running->sp, f->callers);
    } else if (main_goes_on) {
        struct range frames = fence_main_frames(context_sp(context));
        guard_return_addresses((const uint64_t *)frames.from, (frames.to - frames.from) / sizeof(uint64_t), f->callers);
    }
    /* A crash inside a library may leave its locks held. The guards put them back; without guards, what runs after it in this process is
     * not to be believed. */
    guard_untrusted = guard_untrusted || (!board->job.guards && !guard_in_program_text(f->pc));
    in_program = false;
    guard_finding = *f;
    _longjmp(guard_jump, 1);
}

static void broken(int signal, const void *context, const void *address)
{
    char why[300];
    struct text t = text_in(why, sizeof why);
    if (board->state == RUN_STARTED) {
        text_printf(&t, "main() crashed before hr_run(): signal %d", signal);
        struct text out = text_in(board->why, sizeof board->why);
        text_add(&out, why);
        board->state = RUN_UNUSABLE;
        syscall(SYS_exit_group, 2);
    }
    text_printf(&t, "signal %d in the checker itself at %lx, address %lx", signal, context_pc(context), (uint64_t)(uintptr_t)address);
    guard_broken(why);
}

/* A write to memory that is put back in silence goes on, wherever it came from: at once, or, where its page has other things too, as one
 * single instruction. */
static bool goes_on(int signal, const siginfo_t *info, void *context)
{
    static uintptr_t opened; /* the page of such an instruction, which is being made */
    bool was_in_program = in_program, was_watched = main_is_watched, handled = false;
    in_program = main_is_watched = false; /* or the system calls that follow would be trapped */
    if (signal == SIGSEGV && context_fault_is_write(context)) {
        uintptr_t address = (uintptr_t)info->si_addr;
        bool by_main = fence_let_main_write(address), copied = !by_main && copied_has(address);
        handled = by_main || put_back_touched(address) || own_data_touched(address) || copied;
        if (copied) {
            opened = page_down(address);
            mprotect((void *)opened, PAGE_BYTES, PROT_READ | PROT_WRITE);
            context_single_step(context, true);
        }
    } else if (signal == SIGTRAP && opened != 0) {
        mprotect((void *)opened, PAGE_BYTES, PROT_READ);
        context_single_step(context, false);
        opened = 0;
        handled = true;
    }
    in_program = was_in_program;
    main_is_watched = was_watched && fence_stands();
    return handled;
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    context_after_program();
    if (goes_on(signal, info, context)) {
        return;
    }
    if (!in_program) {
        broken(signal, context, info->si_addr);
    }
    in_program = false;
    struct finding f = { .kind = KIND_CRASH, .signal = signal };
    if ((signal == SIGSEGV && info->si_code != SI_KERNEL) || signal == SIGBUS) {
        traps_explain(&f, info->si_addr, context_sp(context), context_fault_is_write(context));
    }
    if (signal == SIGSEGV && info->si_code == SI_KERNEL && !context_fault_is_jump(context) && context_at_return(context)) {
        f.kind = KIND_MEMORY; /* of such an address the kernel says nothing */
        struct text t = text_in(f.text, sizeof f.text);
        text_add(&t, "stack buffer overflow: the return address of a function was overwritten");
    }
    if (f.kind == KIND_CRASH) {
        static const struct {
            int signal;
            const char *text;
        } names[] = { { SIGSEGV, "SIGSEGV: invalid memory access" },
                      { SIGBUS, "SIGBUS: invalid memory access" },
                      { SIGFPE, "SIGFPE: arithmetic error" },
                      { SIGILL, "SIGILL: illegal instruction" },
                      { SIGABRT, "SIGABRT: abort" },
                      { SIGTRAP, "SIGTRAP" } };
        struct text t = text_in(f.text, sizeof f.text);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (names[i].signal == signal) {
                text_add(&t, names[i].text);
            }
        }
        if (signal == SIGSEGV && info->si_code == SI_KERNEL) {
            text_add(&t, " (an address that cannot be one)");
        } else if (signal == SIGSEGV && (uintptr_t)info->si_addr < 4096) {
            text_add(&t, " (a null pointer)");
        } else if (signal == SIGSEGV && context_fault_is_jump(context)) {
            text_add(&t, " (a jump to where there is no code: a wild function pointer, or a return address that was overwritten)");
        }
        f.address = 0;
    }
    leave(&f, context);
}

/* ---- the watchdog ---- */

bool guard_overdue;
static stack_t alternate; /* where signals are handled */
volatile bool guard_heartbeat;
void (*guard_on_heartbeat)(void);
static int overdue_clock;

void traps_overdue(struct finding *f)
{
    *f = (struct finding){ .kind = KIND_HANG };
    struct text t = text_in(f->text, sizeof f->text);
    uint64_t ms = overdue_clock == 0 ? board->job.watchdog_cpu_ms : board->job.watchdog_wall_ms;
    text_printf(&t, "%s still runs after %lu ms of %s time", main_goes_on ? "main()" : "the handler", ms,
                overdue_clock == 0 ? "CPU" : "wall clock");
    guard_overdue = false;
}

/* Signals do not wait for each other, because a step may be left from inside one. */
static bool on_alternate_stack(const void *context)
{
    return context_sp(context) - (uint64_t)(uintptr_t)alternate.ss_sp < alternate.ss_size;
}

static void on_tick(int signal, siginfo_t *info, void *context)
{
    context_after_program();
    (void)signal;
    static struct {
        uint64_t step;
        int ticks;
    } seen[2];
    int clock = info->si_value.sival_int;
    if (clock == HEARTBEAT) {
        guard_heartbeat = true;
        if (guard_on_heartbeat != NULL) {
            bool was_in_program = in_program;
            int error = errno;
            in_program = false; /* or its system calls would be trapped */
            guard_on_heartbeat();
            errno = error;
            in_program = was_in_program;
        }
        return;
    }
    if (!guard_stepping || seen[clock].step != guard_step) {
        seen[clock].step = guard_step;
        seen[clock].ticks = 0;
        return;
    }
    if (++seen[clock].ticks < TICKS_PER_LIMIT) {
        return;
    }
    if (on_alternate_stack(context)) {
        seen[clock].ticks--; /* it came inside another tick: the next one will meet the handler itself */
        return;
    }
    seen[clock].ticks = 0;
    overdue_clock = clock;
    if (!in_program) {
        guard_overdue = true; /* the engine is serving it: it ends with its next request */
        return;
    }
    struct finding f;
    traps_overdue(&f);
    leave(&f, context);
}

static void start_timer(clockid_t clock, int number, uint64_t limit_ms)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN + 5, .sigev_value.sival_int = number };
    timer_t timer;
    if (limit_ms == 0) {
        return;
    }
    if (timer_create(clock, &event, &timer) != 0) {
        guard_unusable(
            "the system refuses timers, without which neither limits nor the watchdog would work: are signals limited (ulimit -i)?");
    }
    uint64_t ns = limit_ms * 1000000 / TICKS_PER_LIMIT;
    struct timespec interval = { .tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000) };
    timer_settime(timer, 0, &(struct itimerspec){ interval, interval }, NULL);
}

/* ---- system calls ---- */

static void capture(const void *bytes, size_t size)
{
    size_t room = OUTPUT_MAX - output_used;
    size = size > room ? room : size;
    memcpy(output + output_used, bytes, size);
    output_used += size;
}

static void on_syscall(int signal, siginfo_t *info, void *context)
{
    context_after_program();
    if (info->si_code != SYS_USER_DISPATCH) {
        on_fault(signal, info, context);
        return;
    }
    if (main_is_watched) {
        main_is_watched = false;
        fence_fall();
        context_syscall_again(context);
        return;
    }
    in_program = false;
    long number = info->si_syscall;
    int fd = (int)context_syscall_argument(context, 0);
    if (number == SYS_write && (fd == STDOUT_FILENO || fd == STDERR_FILENO)) {
        size_t size = (size_t)context_syscall_argument(context, 2);
        in_program = true; /* the buffer is the program's: a bad one is its crash */
        capture((const void *)context_syscall_argument(context, 1), size);
        context_syscall_result(context, (long)size);
        return; /* through context_sigreturn, which the trap lets pass */
    }
    long arguments[6], result;
    for (int i = 0; i < 6; i++) {
        arguments[i] = context_syscall_argument(context, i);
    }
    in_program = true; /* what the call fills is the program's too */
    if (constant_call(number, arguments, &result)) {
        context_syscall_result(context, result);
        return;
    }
    in_program = false;
    struct finding f = { .kind = KIND_SYSCALL };
    struct text t = text_in(f.text, sizeof f.text);
    const char *name = syscall_name(number);
    if (number == SYS_exit || number == SYS_exit_group) {
        f.kind = KIND_EXIT;
        text_printf(&t, "system call %s in a handler ends the whole process", name);
    } else if (name != NULL) {
        text_printf(&t, "system call %s in a handler: the outside world is no part of what is explored", name);
        if (!guard_in_program_text(context_pc(context)) && number != SYS_kill) {
            text_add(&t, " (what a library sets up at its first use can be set up in main)");
        }
    } else {
        text_printf(&t, "system call number %ld in a handler", number);
    }
    leave(&f, context);
}

/* ---- output ---- */

static void capture_stream(FILE *stream, const char *buffer)
{
    if (__fpending(stream) == 0) {
        return;
    }
    if (wide_output(stream)) {
        output_used += wide_output_take(stream, output + output_used, OUTPUT_MAX - output_used);
    } else {
        capture(buffer, __fpending(stream));
    }
    __fpurge(stream);
}

void traps_capture(void)
{
    capture_stream(stdout, stdout_buffer);
    capture_stream(stderr, stderr_buffer);
}

size_t guard_output(const char **text)
{
    traps_capture();
    *text = output;
    return output_used;
}

void guard_output_clear(void)
{
    traps_capture();
    output_used = 0;
}

void traps_take_streams(void)
{
    fflush(NULL);
    setvbuf(stdout, stdout_buffer, _IOFBF, sizeof stdout_buffer);
    setvbuf(stderr, stderr_buffer, _IOFBF, sizeof stderr_buffer);
}

/* ---- set-up ---- */

/* As the kernel wants it, with our own restorer: glibc's would be trapped like any other system call. */
struct kernel_sigaction {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

static void handle(int signal, void (*handler)(int, siginfo_t *, void *))
{
    enum { RESTORER = 0x04000000 };
    struct kernel_sigaction action = { .handler = handler,
                                       .flags =
                                           SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART | RESTORER, /* main() may wait for input */
                                       .restorer = context_sigreturn };
    syscall(SYS_rt_sigaction, signal, &action, NULL, sizeof action.mask);
}

void traps_init(struct board *b)
{
    board = b;
    /* libc reads the time zone's file at the first use, and without TZ looks at every use whether it has changed: not in a handler */
    setenv("TZ", ":/etc/localtime", 0);
    tzset();
    sysconf(_SC_PAGESIZE); /* ours looks up libc's at its first use */
    traps_take_streams();
    if (b->job.gdb) {
        return; /* the debugger wants the signals, and a person takes longer than any watchdog allows */
    }
    alternate = (stack_t){ .ss_sp = table_new(ALTERNATE_STACK), .ss_size = ALTERNATE_STACK };
    syscall(SYS_sigaltstack, &alternate, NULL); /* sigaltstack() is ours, and does nothing */
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        handle(faults[i], on_fault);
    }
    handle(SIGSYS, on_syscall);
    handle(SIGRTMIN + 5, on_tick);
    traps_arm();
}

/* Where the kernel looks, at each system call, whether it is to be trapped. */
static bool trap_if(const volatile bool *is_set)
{
    return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, context_sigreturn, 16, is_set) == 0;
}

void traps_watch_main(bool on)
{
    main_is_watched = false;
    if (board->job.guards && !board->job.gdb) {
        trap_if(on ? &main_is_watched : &in_program);
        main_is_watched = on;
    }
}

static void start_watchdog(void)
{
    start_timer(CLOCK_PROCESS_CPUTIME_ID, 0, board->job.watchdog_cpu_ms);
    start_timer(CLOCK_MONOTONIC, 1, board->job.watchdog_wall_ms);
}

void traps_only_watchdog(void)
{
    prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
    if (!board->job.gdb) {
        start_watchdog();
    }
}

void traps_arm(void)
{
    start_watchdog();
    start_timer(CLOCK_MONOTONIC, HEARTBEAT, HEARTBEAT_MS * TICKS_PER_LIMIT);
    if (board->job.guards && !trap_if(&in_program)) {
        guard_unusable(
            "this kernel or sandbox does not let system calls be trapped (Linux 5.11 or newer is needed): what handlers do outside "
            "their actor could not be seen; --no-guards checks all the same, and the verdict says so");
    }
}
