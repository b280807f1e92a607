#include "guard/traps.h"

#include <linux/audit.h>
#include <linux/prctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "actor/arena.h"
#include "actor/context.h"
#include "actor/real.h"
#include "actor/request.h"
#include "base/pool.h"
#include "base/text.h"
#include "guard/constant_calls.h"
#include "guard/copied.h"
#include "guard/fence.h"
#include "guard/guard.h"
#include "guard/output_calls.h"
#include "guard/own_data.h"
#include "guard/printed.h"
#include "guard/put_back.h"
#include "guard/syscall_names.h"
#include "guard/watchdog.h"

enum { ALTERNATE_STACK = 64 << 10 };
#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2 /* si_code, newer than glibc 2.36 */
#endif

/* A global because signal handlers get no context. */
static struct {
    const struct job *job;
    volatile bool main_is_watched; /* main() runs while memory is protected: its first system call ends that */
    uintptr_t opened;              /* the page that is writable for one single-stepped instruction; 0: none */
    stack_t alternate;             /* the stack for signal handlers */
} traps;

/* ---- leaving a step ---- */

static void leave(struct finding *f, const void *context)
{
    f->pc = context_pc(context);
    if (border.running != NULL) {
        uint64_t sp = context_sp(context);
        uint32_t actor;
        bool on_its_stack = arena_of((const void *)sp, &actor) && actor == border.running->actor;
        guard_callers(border.running->actor, on_its_stack ? sp : (uint64_t)(uintptr_t)border.running->sp, f->callers);
    } else if (border.main_goes_on) {
        struct range frames = fence_main_frames(context_sp(context));
        guard_return_addresses((const uint64_t *)frames.from, (frames.to - frames.from) / sizeof(uint64_t), f->callers);
    }
    /* A crash inside a library may leave its locks held. The guards put them back; without guards, what runs later in this process
     * cannot be trusted. */
    guard.untrusted = guard.untrusted || (!traps.job->guards && !guard_in_program_text(f->pc));
    border.in_program = false;
    guard.finding = *f;
    _longjmp(guard.jump, 1);
}

static void broken(int signal, const void *context, const void *address)
{
    char why[300];
    struct text t = text_in(why, sizeof why);
    if (guard_main_runs()) {
        text_printf(&t, "main() crashed before hr_run(): signal %d", signal);
        guard_unusable(why);
    }
    text_printf(&t, "signal %d in the checker itself at %lx, address %lx", signal, context_pc(context), (uint64_t)(uintptr_t)address);
    guard_broken(why);
}

/* Lets a step go on if it uses its stack deeper than most do, or writes memory that is put back without a finding: that page becomes writable
 * or, where it also holds protected data, only for this one instruction. Lets a predicate read what belongs to an actor. */
static bool goes_on(int signal, const siginfo_t *info, void *context)
{
    bool was_in_program = border.in_program, was_watched = traps.main_is_watched, handled = false;
    border.in_program = traps.main_is_watched = false; /* or the system calls below would be trapped */
    if (signal == SIGSEGV && arena_fault(info->si_addr)) {
        handled = true;
    } else if (signal == SIGSEGV && context_fault_is_write(context)) {
        uintptr_t address = (uintptr_t)info->si_addr;
        bool by_main = fence_let_main_write(address), copied = !by_main && copied_has(address);
        handled = by_main ||
                  (!fence_is_mains(address, context_pc(context)) && (put_back_touched(address) || own_data_touched(address) || copied));
        if (copied) {
            traps.opened = page_down(address);
            mprotect((void *)traps.opened, PAGE_BYTES, PROT_READ | PROT_WRITE);
            context_single_step(context, true);
        }
    } else if (signal == SIGSEGV && was_in_program && guard.may_read != NULL) {
        handled = guard.may_read(info->si_addr);
    } else if (signal == SIGTRAP && traps.opened != 0) {
        mprotect((void *)traps.opened, PAGE_BYTES, PROT_READ);
        context_single_step(context, false);
        traps.opened = 0;
        handled = true;
    }
    border.in_program = was_in_program;
    traps.main_is_watched = was_watched && fence_stands();
    guard.trapped += handled;
    return handled;
}

static void name_signal(struct finding *f, int signal, const siginfo_t *info, const void *context)
{
    static const struct {
        int signal;
        const char *text;
    } names[] = { { SIGSEGV, "SIGSEGV: invalid memory access" },
                  { SIGBUS, "SIGBUS: invalid memory access" },
                  { SIGFPE, "SIGFPE: arithmetic error" },
                  { SIGILL, "SIGILL: illegal instruction" },
                  { SIGABRT, "SIGABRT: abort" },
                  { SIGTRAP, "SIGTRAP" } };
    struct text t = text_in(f->text, sizeof f->text);
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
    f->address = 0;
}

/* A program that changed FS, or what is there, cannot even use its thread-local variables. In a signal handler: before anything else is done. */
static void after_program(const void *context)
{
    context_after_program();
    const char *damage = context_restore_thread();
    context_restore_keys();
    if (damage != NULL && border.in_program) {
        struct finding f = { .kind = KIND_ISOLATION };
        struct text t = text_in(f.text, sizeof f.text);
        border.in_program = false;
        text_add(&t, damage);
        leave(&f, context);
    }
}

/* Reading the time stamp counter is made to fault while code of actors runs. */
static void explain_time_stamp(struct finding *f)
{
    struct text t = text_in(f->text, sizeof f->text);
    f->kind = KIND_NONDETERMINISM;
    text_add(&t, "the processor's time stamp counter (rdtsc) in a handler is a hidden input: use hr_now(), or hr_choose()");
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    after_program(context);
    if (goes_on(signal, info, context)) {
        return;
    }
    if (!border.in_program) {
        broken(signal, context, info->si_addr);
    }
    border.in_program = false;
    struct finding f = { .kind = KIND_CRASH, .signal = signal };
    if ((signal == SIGSEGV && info->si_code != SI_KERNEL) || signal == SIGBUS) {
        guard_explain(&f, info->si_addr, context_sp(context), context_fault_is_write(context));
    }
    bool at_code = signal == SIGSEGV && info->si_code == SI_KERNEL && !context_fault_is_jump(context);
    if (at_code && context_at_time_stamp(context)) {
        explain_time_stamp(&f);
    } else if (at_code && context_at_return(context)) {
        f.kind = KIND_MEMORY; /* SI_KERNEL: the address that it returns to is not even a valid one */
        struct text t = text_in(f.text, sizeof f.text);
        text_add(&t, "stack buffer overflow: the return address of a function was overwritten");
    }
    if (f.kind == KIND_CRASH) {
        name_signal(&f, signal, info, context);
    }
    leave(&f, context);
}

/* ---- the watchdog's timers ---- */

/* Whether a signal interrupted a signal handler. Signals are not blocked meanwhile, because a step may be left from inside a handler. */
static bool on_alternate_stack(const void *context)
{
    return context_sp(context) - (uint64_t)(uintptr_t)traps.alternate.ss_sp < traps.alternate.ss_size;
}

static void on_tick(int signal, siginfo_t *info, void *context)
{
    after_program(context);
    (void)signal;
    if (watchdog_tick((enum watchdog_clock)info->si_value.sival_int, on_alternate_stack(context))) {
        struct finding f;
        watchdog_overdue(&f);
        leave(&f, context);
    }
}

/* ---- system calls ---- */

static void on_syscall(int signal, siginfo_t *info, void *context)
{
    after_program(context);
    if (info->si_code != SYS_USER_DISPATCH) {
        on_fault(signal, info, context);
        return;
    }
    if (traps.main_is_watched) {
        traps.main_is_watched = false;
        fence_fall();
        context_syscall_again(context);
        return;
    }
    border.in_program = false;
    long number = info->si_syscall;
    long arguments[6], result;
    for (int i = 0; i < 6; i++) {
        arguments[i] = context_syscall_argument(context, i);
    }
    border.in_program = true; /* the call uses memory of the program: if its address is bad, that is a crash of the program */
    bool known = info->si_arch == AUDIT_ARCH_X86_64; /* int $0x80 makes calls that have other numbers */
    if (known && (output_call(number, arguments, &result) || constant_call(number, arguments, &result))) {
        context_syscall_result(context, result);
        guard.trapped++;
        return; /* through context_sigreturn, which is not trapped */
    }
    border.in_program = false;
    struct finding f = { .kind = KIND_SYSCALL };
    struct text t = text_in(f.text, sizeof f.text);
    const char *name = known ? syscall_name(number) : NULL;
    if (known && (number == SYS_exit || number == SYS_exit_group)) {
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

/* Batch systems send SIGTERM to every process of a job, and services are ended so. The command gets it, too, and decides what becomes of the search. */
static void on_warning(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    (void)context;
}

/* ---- set-up ---- */

/* The kernel's own struct, to set our own restorer: the system call of glibc's would be trapped. */
struct kernel_sigaction {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

/* The signal is handled from now on, whatever main() has done with it. */
static void handle(int signal, void (*handler)(int, siginfo_t *, void *))
{
    enum { RESTORER = 0x04000000 };
    struct kernel_sigaction action = { .handler = handler,
                                       .flags =
                                           SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART | RESTORER, /* main() may wait for input */
                                       .restorer = context_sigreturn };
    uint64_t mask = UINT64_C(1) << (signal - 1);
    syscall(SYS_rt_sigaction, signal, &action, NULL, sizeof action.mask);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, NULL, sizeof mask);
}

/* Whenever the engine takes over from main(). The functions for it that the engine interposes are a list, and there are other ways. */
static void take_signals(void)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP };
    syscall(SYS_sigaltstack, &traps.alternate, NULL); /* not sigaltstack(), which the engine interposes */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        handle(faults[i], on_fault);
    }
    handle(SIGSYS, on_syscall);
    handle(SIGTERM, on_warning);
    handle(SIGINT, on_warning);
    handle(watchdog_signal(), on_tick);
}

void traps_default(int signal)
{
    struct kernel_sigaction action = { .handler = NULL };
    syscall(SYS_rt_sigaction, signal, &action, NULL, sizeof action.mask);
}

void traps_init(const struct job *job)
{
    traps.job = job;
    context_keep_thread();
    /* libc reads the time zone's file at the first use and, without TZ, checks at every use whether it has changed. That must not
     * happen in a handler. */
    setenv("TZ", ":/etc/localtime", 0);
    tzset();
    real_functions(); /* the first call allocates, so it must not be in a handler */
    printed_take_streams();
    if (job->gdb) {
        return; /* the debugger needs the signals, and a person takes longer than any watchdog allows */
    }
    traps.alternate = (stack_t){ .ss_sp = table_new(ALTERNATE_STACK), .ss_size = ALTERNATE_STACK };
    take_signals();
    traps_arm();
}

/* Makes the kernel trap system calls while *is_set, which it reads at each call. */
static bool trap_if(const volatile bool *is_set)
{
    return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, context_sigreturn, 16, is_set) == 0;
}

void traps_watch_main(bool on)
{
    traps.main_is_watched = false;
    if (!on && !traps.job->gdb) {
        take_signals();
    }
    if (traps.job->guards && !traps.job->gdb) {
        trap_if(on ? &traps.main_is_watched : &border.in_program);
        traps.main_is_watched = on;
    }
}

void traps_time_stamps(bool allowed)
{
    if (traps.job->guards && !traps.job->gdb) {
        prctl(PR_SET_TSC, allowed ? PR_TSC_ENABLE : PR_TSC_SIGSEGV); /* where it cannot be had, the audit may notice it */
    }
}

void traps_only_watchdog(void)
{
    traps_time_stamps(true);
    prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
    if (!traps.job->gdb) {
        watchdog_start(traps.job);
    }
}

void traps_arm(void)
{
    watchdog_start(traps.job);
    watchdog_start_heartbeat();
    if (traps.job->guards && !trap_if(&border.in_program)) {
        guard_unusable(
            "this kernel or sandbox does not let system calls be trapped (Linux 5.11 or newer is needed): what handlers do outside "
            "their actor could not be seen; --no-guards checks all the same, and the verdict says so");
    }
}
