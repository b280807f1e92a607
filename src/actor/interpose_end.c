/* Functions that end the process, and those of threads: interposed for a better message than trapped system calls can give. */
#include <stdio.h>
#include <string.h>

#include "actor/interpose.h"
#include "actor/real.h"

/* ---- ends ---- */

static void ends_process(const char *function, int status, uint64_t pc)
{
    if (interpose_in_step()) {
        char text[160];
        snprintf(text, sizeof text, "%s(%d) in a handler ends the whole process", function, status);
        request_finding(KIND_EXIT, text, NOWHERE, pc);
    }
}

API void exit(int status)
{
    ends_process("exit", status, CALLER);
    real_functions()->exit(status);
    __builtin_unreachable();
}

API void _exit(int status)
{
    ends_process("_exit", status, CALLER);
    real_functions()->_exit(status);
    __builtin_unreachable();
}

API void _Exit(int status)
{
    ends_process("_Exit", status, CALLER);
    real_functions()->_exit(status);
    __builtin_unreachable();
}

API void quick_exit(int status)
{
    ends_process("quick_exit", status, CALLER);
    real_functions()->quick_exit(status);
    __builtin_unreachable();
}

API void abort(void)
{
    if (interpose_in_step()) {
        request_finding(KIND_CRASH, "abort() in a handler (SIGABRT)", NOWHERE, CALLER);
    }
    real_functions()->abort();
    __builtin_unreachable();
}

/* What compilers call when a function returns and the guard word behind its arrays is not what it was (-fstack-protector). */
API void __stack_chk_fail(void)
{
    if (interpose_in_step()) {
        request_finding(KIND_MEMORY, "stack buffer overflow: something wrote beyond the end of a local array (-fstack-protector noticed)",
                        NOWHERE, CALLER);
    }
    real_functions()->abort();
    __builtin_unreachable();
}

API int raise(int signal)
{
    if (interpose_in_step()) {
        char text[160];
        snprintf(text, sizeof text, "raise(%d) in a handler (%s)", signal, strsignal(signal));
        request_finding(KIND_CRASH, text, NOWHERE, CALLER);
    }
    return real_functions()->raise(signal);
}

API void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    if (interpose_in_step() || border.main_goes_on) {
        char text[300];
        snprintf(text, sizeof text, "assertion failed: %s", condition);
        request_finding(KIND_ASSERTION, text, (struct hr_place){ file, (int)line }, 0);
    }
    if (border.engine_failed != NULL) {
        char text[300];
        snprintf(text, sizeof text, "%s:%u: %s: %s", file, line, function, condition);
        border.engine_failed(text);
    }
    real_functions()->assert_fail(condition, file, line, function);
    __builtin_unreachable();
}

/* ---- threads ---- */

API int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument)
{
    (void)thread, (void)attributes, (void)start, (void)argument;
    request_finding(KIND_MISUSE, "pthread_create(): a checked program must not start threads, make it an actor", NOWHERE, CALLER);
}

API int thrd_create(void *thread, int (*start)(void *), void *argument)
{
    (void)thread, (void)start, (void)argument;
    request_finding(KIND_MISUSE, "thrd_create(): a checked program must not start threads, make it an actor", NOWHERE, CALLER);
}
