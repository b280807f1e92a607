/* Steps whose result depends on more than their state and message. */
#if defined(__x86_64__)
#include <x86intrin.h>
#endif
#include <sys/random.h>

#include "victim.h"

#pragma GCC diagnostic ignored "-Wuninitialized"

static void tell(uint64_t value)
{
    hr_send(hr_self(), Number, .value = value);
}

static void randomly(void)
{
    tell((uint64_t)rand()); /* here: randomly */
}

static void entropy(void)
{
    uint64_t n = 0;
    if (getrandom(&n, sizeof n, 0) == sizeof n) { /* here: entropy */
        tell(n);
    }
}

static void heap(void)
{
    volatile int *fresh = malloc(40);
    if (fresh[5] == 0) {
        tell(1);
    }
    free((void *)fresh);
}

static void stack(void)
{
    volatile int fresh[10];
    if (fresh[5] == 0) {
        tell(1);
    }
}

/* Not a hidden input: what was never written is never looked at. */
static void unread(void)
{
    int *fresh = malloc(40);
    fresh[0] = 1;
    tell((uint64_t)fresh[0]);
}

static void clock_register(void)
{
#if defined(__x86_64__)
    tell((uint32_t)__rdtsc());
#else
    tell((uint64_t)rand());
#endif
}

/* What the processor makes up: no instruction that can be trapped. */
static uint64_t processors_own(void)
{
    uint64_t number = 0;
#if defined(__x86_64__)
    __asm__ volatile("rdrand %0" : "=r"(number) : : "cc");
#else
    number = (uint64_t)rand();
#endif
    return (uint32_t)number; /* all of it may look like a pointer into an arena */
}
static void random_register(void)
{
    tell(processors_own());
}

struct echo {
    int unused;
};
static void on_echo(struct echo *self, const struct Number *m)
{
    hr_reply(Number);
}
HR_ACTOR(echo, HR_ON(Number, on_echo));

/* Nobody is told: it waits on the stack of an actor that calls. */
static void waits(void)
{
    volatile uint64_t hidden = processors_own();
    hr_call(hr_spawn(echo), Number, Number);
    (void)hidden;
}

ACTS(ACT(randomly), ACT(entropy), ACT(heap), ACT(stack), ACT(unread), ACT(clock_register), ACT(random_register), ACT(waits))
