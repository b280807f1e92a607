/* System calls: the outside world is no part of what is explored. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "victim.h"

static void opens(void)
{
    hr_note("%d", open("/etc/hostname", O_RDONLY)); /* here: opens */
}

static void stdio(void)
{
    hr_note("%d", fopen("/etc/hostname", "r") != NULL); /* here: stdio */
}

static void connects(void)
{
    hr_note("%d", socket(AF_INET, SOCK_STREAM, 0)); /* here: connects */
}

static void forks(void)
{
    hr_note("%d", fork() == 0); /* here: forks */
}

static void shell(void)
{
    hr_note("%d", system("true")); /* here: shell */
}

static void identity(void)
{
    hr_note("%d", getpid()); /* here: identity */
}

static void input(void)
{
    hr_note("%d", getchar()); /* here: input */
}

static void elsewhere(void)
{
    hr_note("%zd", write(5, "x", 1)); /* here: elsewhere */
}

static void unprotects(void)
{
    hr_note("%d", mprotect((void *)((uintptr_t)&connects & ~(uintptr_t)4095), 4096, PROT_READ)); /* here: unprotects */
}

static void kills(void)
{
    hr_note("%d", kill(getppid(), 9)); /* here: kills */
}

static void *nothing(void *context)
{
    return context;
}

static void thread(void)
{
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL); /* here: thread */
}

ACTS(ACT(opens), ACT(stdio), ACT(connects), ACT(forks), ACT(shell), ACT(identity), ACT(input), ACT(elsewhere), ACT(unprotects), ACT(kills),
     ACT(thread))
