/* Clocks and sleep, as a handler may see them. They are interposed by symbol because the vDSO makes no system call that could be trapped. */
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "actor/interpose.h"

static const uint64_t epoch_s = 1600000000; /* logical time 0: September 2020 */

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
