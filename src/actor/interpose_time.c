/* Clocks and sleep, as a handler may see them. They are interposed by symbol because the vDSO makes no system call that could be trapped. */
#include <errno.h>
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

static bool is_time(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

/* Returns an error number, as clock_nanosleep() does. */
API int clock_nanosleep(clockid_t clock, int flags, const struct timespec *want, struct timespec *left)
{
    static const uint64_t most_s = UINT64_C(1) << 32; /* longer than any program sleeps */
    (void)clock;
    if (!is_time(want)) {
        return EINVAL;
    }
    uint64_t s = (uint64_t)want->tv_sec < most_s ? (uint64_t)want->tv_sec : most_s, ms = (uint64_t)want->tv_nsec / 1000000;
    if ((flags & TIMER_ABSTIME) == 0) {
        logical_sleep(s * 1000 + ms);
        if (left != NULL) {
            *left = (struct timespec){ 0 };
        }
    } else if (s >= epoch_s) {
        bool whole = want->tv_nsec % 1000000 == 0;
        logical_sleep_until((s - epoch_s) * 1000 + ms + !whole);
    }
    return 0;
}

API int nanosleep(const struct timespec *want, struct timespec *left)
{
    int error = clock_nanosleep(CLOCK_REALTIME, 0, want, left);
    errno = error != 0 ? error : errno;
    return error == 0 ? 0 : -1;
}

/* The real one differs from machine to machine. */
API int clock_getres(clockid_t clock, struct timespec *out)
{
    (void)clock;
    if (out != NULL) {
        *out = (struct timespec){ .tv_nsec = 1000000 };
    }
    return 0;
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
