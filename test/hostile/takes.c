/* A main() that takes signals, their stack and its parent for itself, and handlers that try: the checker keeps what it needs. */
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <unistd.h>

#include "victim.h"

void (*sigset(int signal, void (*handler)(int)))(int); /* old: headers hide it */

static void crashes(void)
{
    *(volatile int *)0 = 1; /* here: crashes */
}

static int deeper(volatile int n)
{
    char room[4096];
    room[n % 4096] = 1;
    return n == 0 ? room[0] : deeper(n + 1) + 1;
}
static void overflows(void)
{
    hr_assert(deeper(1) > 0);
}

static void own_signal(void)
{
    signal(SIGINT, SIG_IGN); /* here: own_signal */
}

static void own_mask(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL); /* here: own_mask */
}

static void own_alarm(void)
{
    alarm(1); /* here: own_alarm */
}

static void own_stack(void)
{
    sigaltstack(NULL, NULL); /* here: own_stack */
}

/* Strings are copied backwards from here on, if the checker lets it. */
static void direction(void)
{
    hr_send(hr_self(), Number, .value = 7);
    __asm__ volatile("std");
}

static const struct act acts[] = { ACT(crashes),   ACT(overflows), ACT(own_signal), ACT(own_mask),
                                   ACT(own_alarm), ACT(own_stack), ACT(direction) };

int main(int argc, char **argv)
{
    static char stack[65536];
    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
    sigset(SIGSEGV, SIG_DFL);
    signal(SIGSYS, SIG_IGN);
    ualarm(1000, 1000);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    hr_send(hr_spawn(victim, .act = named(acts, sizeof acts / sizeof *acts, argc, argv)), Go);
    return hr_run();
}
