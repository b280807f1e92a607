/* Time, randomness, sleep and the ends of a process, as a handler may see them. Clocks are interposed by symbol because the
 * vDSO makes no system call that could be trapped; the others for a better message than the trap can give. */
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "actor/request.h"

/* Some of them are declared in headers that declare them otherwise, or nowhere. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define API __attribute__((visibility("default")))
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0) - 1)
/* Looked up once: the loader allocates when it is asked, which nobody shall do in a step. */
#define REAL(function)                                                                      \
    (__extension__({                                                                        \
        static __typeof__(&function) real_;                                                 \
        real_ = real_ != NULL ? real_ : (__typeof__(&function))dlsym(RTLD_NEXT, #function); \
        real_;                                                                              \
    }))

static const struct hr_place nowhere;
static const uint64_t epoch_s = 1600000000; /* logical time 0: September 2020 */

/* Not while the engine itself runs: its own failed assertions end the process for real. */
static bool in_step(void)
{
    return in_program && running != NULL;
}

/* ---- clocks ---- */

API int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    uint64_t ms = logical_now();
    *out = (struct timespec){ .tv_sec = (time_t)(epoch_s + ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000 };
    return 0;
}

API int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    uint64_t ms = logical_now();
    *out = (struct timeval){ .tv_sec = (time_t)(epoch_s + ms / 1000), .tv_usec = (suseconds_t)(ms % 1000) * 1000 };
    return 0;
}

API time_t time(time_t *out)
{
    time_t now = (time_t)(epoch_s + logical_now() / 1000);
    if (out != NULL) {
        *out = now;
    }
    return now;
}

API int timespec_get(struct timespec *out, int base)
{
    clock_gettime(CLOCK_REALTIME, out);
    return base;
}

API clock_t clock(void)
{
    return (clock_t)(logical_now() * (CLOCKS_PER_SEC / 1000));
}

API int nanosleep(const struct timespec *want, struct timespec *left)
{
    logical_sleep((uint64_t)want->tv_sec * 1000 + (uint64_t)want->tv_nsec / 1000000);
    if (left != NULL) {
        *left = (struct timespec){ 0 };
    }
    return 0;
}

API int clock_nanosleep(clockid_t clock, int flags, const struct timespec *want, struct timespec *left)
{
    (void)clock, (void)flags;
    return nanosleep(want, left);
}

API unsigned sleep(unsigned seconds)
{
    logical_sleep((uint64_t)seconds * 1000);
    return 0;
}

API int usleep(useconds_t us)
{
    logical_sleep(us / 1000);
    return 0;
}

/* ---- the machine: in a step one processor, always the same ---- */

API int sched_getcpu(void)
{
    return in_step() ? 0 : REAL(sched_getcpu)();
}

/* Asks no system call, but the processor. */
API int getcpu(unsigned *cpu, unsigned *node)
{
    if (!in_step()) {
        return REAL(getcpu)(cpu, node);
    }
    if (cpu != NULL) {
        *cpu = 0;
    }
    if (node != NULL) {
        *node = 0;
    }
    return 0;
}

API int get_nprocs(void)
{
    return in_step() ? 1 : REAL(get_nprocs)();
}

API int get_nprocs_conf(void)
{
    return in_step() ? 1 : REAL(get_nprocs_conf)();
}

API long sysconf(int name)
{
    bool processors = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
    return in_step() && processors ? 1 : REAL(sysconf)(name);
}

/* ---- randomness ---- */

static void hidden_input(const char *function, uint64_t pc)
{
    if (in_step()) {
        char text[160];
        snprintf(text, sizeof text, "%s() in a handler is a hidden input: use hr_choose()", function);
        finding(KIND_NONDETERMINISM, text, nowhere, pc);
    }
}

API int rand(void)
{
    hidden_input("rand", CALLER);
    return REAL(rand)();
}

API long random(void)
{
    hidden_input("random", CALLER);
    return REAL(random)();
}

API double drand48(void)
{
    hidden_input("drand48", CALLER);
    return REAL(drand48)();
}

API long lrand48(void)
{
    hidden_input("lrand48", CALLER);
    return REAL(lrand48)();
}

API long mrand48(void)
{
    hidden_input("mrand48", CALLER);
    return REAL(mrand48)();
}

API ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    hidden_input("getrandom", CALLER);
    return REAL(getrandom)(buffer, size, flags);
}

API int getentropy(void *buffer, size_t size)
{
    hidden_input("getentropy", CALLER);
    return REAL(getentropy)(buffer, size);
}

API uint32_t arc4random(void)
{
    hidden_input("arc4random", CALLER);
    return REAL(arc4random)();
}

/* ---- ends ---- */

static void ends_process(const char *function, int status, uint64_t pc)
{
    if (in_step()) {
        char text[160];
        snprintf(text, sizeof text, "%s(%d) in a handler ends the whole process", function, status);
        finding(KIND_EXIT, text, nowhere, pc);
    }
}

API void exit(int status)
{
    ends_process("exit", status, CALLER);
    REAL(exit)(status);
    __builtin_unreachable();
}

API void _exit(int status)
{
    ends_process("_exit", status, CALLER);
    REAL(_exit)(status);
    __builtin_unreachable();
}

API void _Exit(int status)
{
    ends_process("_Exit", status, CALLER);
    REAL(_exit)(status);
    __builtin_unreachable();
}

API void quick_exit(int status)
{
    ends_process("quick_exit", status, CALLER);
    REAL(quick_exit)(status);
    __builtin_unreachable();
}

API void abort(void)
{
    if (in_step()) {
        finding(KIND_CRASH, "abort() in a handler (SIGABRT)", nowhere, CALLER);
    }
    REAL(abort)();
    __builtin_unreachable();
}

/* What compilers call when a function returns and the guard word behind its arrays is not what it was (-fstack-protector). */
API void __stack_chk_fail(void)
{
    if (in_step()) {
        finding(KIND_MEMORY, "stack buffer overflow: something wrote beyond the end of a local array (-fstack-protector noticed)", nowhere,
                CALLER);
    }
    REAL(abort)();
    __builtin_unreachable();
}

API int raise(int signal)
{
    if (in_step()) {
        char text[160];
        snprintf(text, sizeof text, "raise(%d) in a handler (%s)", signal, strsignal(signal));
        finding(KIND_CRASH, text, nowhere, CALLER);
    }
    return REAL(raise)(signal);
}

API void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    if (in_step() || main_goes_on) {
        char text[300];
        snprintf(text, sizeof text, "assertion failed: %s", condition);
        finding(KIND_ASSERTION, text, (struct hr_place){ file, (int)line }, 0);
    }
    if (engine_failed != NULL) {
        char text[300];
        snprintf(text, sizeof text, "%s:%u: %s: %s", file, line, function, condition);
        engine_failed(text);
    }
    ((void (*)(const char *, const char *, unsigned, const char *))dlsym(RTLD_NEXT, "__assert_fail"))(condition, file, line, function);
    __builtin_unreachable();
}

/* ---- threads ---- */

API int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument)
{
    (void)thread, (void)attributes, (void)start, (void)argument;
    finding(KIND_MISUSE, "pthread_create(): a checked program must not start threads, make it an actor", nowhere, CALLER);
}

API int thrd_create(void *thread, int (*start)(void *), void *argument)
{
    (void)thread, (void)start, (void)argument;
    finding(KIND_MISUSE, "thrd_create(): a checked program must not start threads, make it an actor", nowhere, CALLER);
}

/* ---- signals ---- */

static void no_signals(const char *function, uint64_t pc)
{
    if (in_step()) {
        char text[200];
        snprintf(text, sizeof text,
                 "%s() in a handler: signals are no part of what is explored; do it in main(), where it has no effect on "
                 "the check",
                 function);
        finding(KIND_SYSCALL, text, nowhere, pc);
    }
}

/* The signals are the checker's while it is in charge: what main() does with them has no effect. */
API int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
    if (action != NULL) {
        no_signals("sigaction", CALLER);
    }
    (void)signal;
    if (old != NULL) {
        *old = (struct sigaction){ .sa_handler = SIG_DFL };
    }
    return 0;
}

API sighandler_t signal(int signal, sighandler_t handler)
{
    (void)signal, (void)handler;
    no_signals("signal", CALLER);
    return SIG_DFL;
}

API int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    (void)how;
    if (set != NULL) {
        no_signals("sigprocmask", CALLER);
    }
    if (old != NULL) {
        *old = (sigset_t){ 0 };
    }
    return 0;
}

API int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return sigprocmask(how, set, old);
}

API unsigned alarm(unsigned seconds)
{
    (void)seconds;
    no_signals("alarm", CALLER);
    return 0;
}

API int setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old)
{
    (void)which, (void)new;
    no_signals("setitimer", CALLER);
    if (old != NULL) {
        *old = (struct itimerval){ 0 };
    }
    return 0;
}

/* Older ways to the same, and what would take the checker's own stack for signals, or its parent, away from it. */
API int sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
    (void)new;
    no_signals("sigaltstack", CALLER);
    if (old != NULL) {
        *old = (stack_t){ .ss_flags = SS_DISABLE };
    }
    return 0;
}

API sighandler_t sigset(int signal, sighandler_t handler)
{
    (void)signal, (void)handler;
    no_signals("sigset", CALLER);
    return SIG_DFL;
}

API useconds_t ualarm(useconds_t first, useconds_t then)
{
    (void)first, (void)then;
    no_signals("ualarm", CALLER);
    return 0;
}

API int siginterrupt(int signal, int on)
{
    (void)signal, (void)on;
    no_signals("siginterrupt", CALLER);
    return 0;
}

API long ptrace(int what, ...)
{
    (void)what;
    errno = EPERM;
    return -1;
}
