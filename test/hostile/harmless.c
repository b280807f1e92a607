/* What a handler may well do. */
#include <errno.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

static void sleeps(void)
{
    sleep(1000);
}

/* Logical time: the same in every run of the step, and later after a sleep. */
static void clocks(void)
{
    time_t before = time(NULL);
    sleep(10);
    hr_assert(time(NULL) >= before + 10);
    hr_send(hr_self(), Number, .value = (uint64_t)time(NULL));
}

static void prints(void)
{
    printf("from the handler\n");
    fprintf(stderr, "and to stderr\n");
    puts("more");
    fflush(stdout);
    if (write(1, "raw\n", 4) != 4) {
        abort();
    }
}

static void calls_libc(void)
{
    char text[40];
    double d = strtod("1.5e3", NULL);
    snprintf(text, sizeof text, "%.3f %s", d, strerror(ENOENT));
    int *numbers = calloc(100, sizeof *numbers);
    numbers = realloc(numbers, 200 * sizeof *numbers);
    hr_assert(numbers[99] == 0);
    char *copy = strdup(text);
    hr_assert(strcmp(copy, text) == 0);
    free(numbers);
    free(copy);
}

/* The first conversion of a time reads the time zone from a file: that must have happened before. */
static void calendar(void)
{
    struct tm t = { 0 };
    time_t day = 86400;
    gmtime_r(&day, &t);
    hr_assert(t.tm_mday == 2);
    localtime_r(&day, &t);
}

static void spawns(void)
{
    hr_send(hr_spawn(victim, .act = sleeps), Go);
    hr_send(hr_self(), Number, .value = 1);
}

/* Numbers and texts that look like addresses in an arena: every address there is, in steps that meet each of them. */
HR_MESSAGE(Looks, int id; int cents; char text[16];);
static void looks_like_pointers(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)0xfffffff;
    for (uintptr_t offset = 0; offset < 0x10000000; offset += 0x10008) {
        uintptr_t value = here + offset;
        if (value - (uintptr_t)__builtin_frame_address(0) + 0x100000 < 0x300000) {
            continue; /* may well be one: of this actor's own stack or heap */
        }
        struct Looks m = { .id = (int)value, .cents = (int)(value >> 32), .text = "Error: Error:" };
        hr_send(HR_DRIVER, Looks, .id = m.id, .cents = m.cents, .text = "Error: Error:");
    }
}

ACTS(ACT(sleeps), ACT(clocks), ACT(prints), ACT(calls_libc), ACT(calendar), ACT(spawns), ACT(looks_like_pointers))
