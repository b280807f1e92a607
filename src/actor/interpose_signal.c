/* While the checker is in charge, signals are its own: what main() does with them has no effect, and actors must not use them. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "actor/interpose.h"

static void no_signals(const char *function, uint64_t pc)
{
    if (interpose_in_step()) {
        char text[200];
        snprintf(text, sizeof text,
                 "%s() in a handler: signals are no part of what is explored; do it in main(), where it has no effect on "
                 "the check",
                 function);
        request_finding(KIND_SYSCALL, text, NOWHERE, pc);
    }
}

/* In main() this has no effect, see above. */
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

/* Older functions for the same purpose, and those that would change the checker's signal stack, or detach it from its parent. */
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
