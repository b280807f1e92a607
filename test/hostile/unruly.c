/* What main() may do to the process before hr_run(): the checker must still be in charge afterwards. */
#define _GNU_SOURCE /* clearenv */
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "victim.h"

static char *volatile none;
static void crashes(void)
{
    *none = 'x'; /* here */
}

static void start(void)
{
    hr_send(hr_spawn(victim, .act = crashes), Go);
}

static void ignore(int signal) {}

/* Returning from it would run into the same fault again, for ever. */
static void handles_signals(void)
{
    start();
    for (int i = 1; i < 32; i++) {
        signal(i, ignore);
    }
}

static void blocks_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    start();
}

/* As daemons do. */
static void closes_files(void)
{
    for (int i = 0; i < 1024; i++) {
        close(i);
    }
    start();
}

static void loops(void)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    for (;;) { __asm__ volatile(""); } /* here: sets_alarm */
    /* clang-format on */
}

/* It comes while a step runs. */
static void sets_alarm(void)
{
    hr_send(hr_spawn(victim, .act = loops), Go);
    alarm(1);
}

static void limits(void)
{
    setrlimit(RLIMIT_STACK, &(struct rlimit){ 64 << 10, 64 << 10 });
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, 0 });
    start();
}

static void moves(void)
{
    if (chdir("/") != 0) {
        abort();
    }
    start();
}

static void clears_environment(void)
{
    clearenv();
    start();
}

/* The child has the same checker in it and must not speak for its parent. */
static void forks(void)
{
    if (fork() == 0) {
        _exit(0);
    }
    start();
}

/* ---- too much of everything ---- */

struct giant {
    char bytes[2 << 20];
};
HR_ACTOR(giant);
static void large_actor(void)
{
    hr_spawn(giant); /* here: large_actor */
}

static void many_actors(void)
{
    for (int i = 0; i < 3000; i++) {
        hr_spawn(victim);
    }
    start();
}

static void prints_much(void)
{
    for (int i = 0; i < 2000000; i++) {
        puts("a long line of text that nobody will ever want to read again");
    }
    start();
}

DRIVERS(ACT(handles_signals), ACT(blocks_signals), ACT(closes_files), ACT(sets_alarm), ACT(limits), ACT(moves), ACT(clears_environment),
        ACT(forks), ACT(large_actor), ACT(many_actors), ACT(prints_much))
