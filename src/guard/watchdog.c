#include "guard/watchdog.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#include "actor/request.h"
#include "base/text.h"
#include "guard/guard.h"

enum { TICKS_PER_LIMIT = 8, HEARTBEAT_MS = 100 };

/* A global because its timers send signals, whose handler gets a number only. */
static struct {
    uint64_t limit_ms[WATCHDOG_CLOCKS];
    struct {
        uint64_t step;
        int ticks;
    } seen[WATCHDOG_CLOCKS];
    enum watchdog_clock overdue; /* which clock's limit was exceeded */
} watchdog;

int watchdog_signal(void)
{
    return SIGRTMIN + 5;
}

void watchdog_overdue(struct finding *f)
{
    *f = (struct finding){ .kind = KIND_HANG };
    struct text t = text_in(f->text, sizeof f->text);
    text_printf(&t, "%s still runs after %lu ms of %s time", border.main_goes_on ? "main()" : "the handler",
                watchdog.limit_ms[watchdog.overdue], watchdog.overdue == WATCHDOG_CPU ? "CPU" : "wall clock");
    guard.overdue = false;
}

static void beat(void)
{
    guard.heartbeat = true;
    if (guard.on_heartbeat != NULL) {
        bool was_in_program = border.in_program;
        int error = errno;
        border.in_program = false; /* or its system calls would be trapped */
        guard.on_heartbeat();
        errno = error;
        border.in_program = was_in_program;
    }
}

bool watchdog_tick(enum watchdog_clock clock, bool nested)
{
    if (clock == WATCHDOG_HEARTBEAT) {
        beat();
        return false;
    }
    if (!guard.stepping || watchdog.seen[clock].step != guard.step) {
        watchdog.seen[clock].step = guard.step;
        watchdog.seen[clock].ticks = 0;
        return false;
    }
    if (++watchdog.seen[clock].ticks < TICKS_PER_LIMIT) {
        return false;
    }
    if (nested) {
        watchdog.seen[clock].ticks--; /* it interrupted a signal handler, which cannot be left: try again at the next tick */
        return false;
    }
    watchdog.seen[clock].ticks = 0;
    watchdog.overdue = clock;
    if (!border.in_program) {
        guard.overdue = true; /* the engine is serving a request: the step ends with the next one */
    }
    return border.in_program;
}

static void start_timer(clockid_t clock, enum watchdog_clock number, uint64_t limit_ms)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = watchdog_signal(), .sigev_value.sival_int = (int)number };
    timer_t timer;
    if (limit_ms == 0) {
        return;
    }
    if (timer_create(clock, &event, &timer) != 0) {
        guard_unusable(
            "the system refuses timers, without which neither limits nor the watchdog would work: are signals limited (ulimit -i)?");
    }
    uint64_t ns = limit_ms * 1000000 / TICKS_PER_LIMIT;
    struct timespec interval = { .tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000) };
    timer_settime(timer, 0, &(struct itimerspec){ interval, interval }, NULL);
}

void watchdog_start(const struct job *job)
{
    watchdog.limit_ms[WATCHDOG_CPU] = job->watchdog_cpu_ms;
    watchdog.limit_ms[WATCHDOG_WALL] = job->watchdog_wall_ms;
    start_timer(CLOCK_PROCESS_CPUTIME_ID, WATCHDOG_CPU, job->watchdog_cpu_ms);
    start_timer(CLOCK_MONOTONIC, WATCHDOG_WALL, job->watchdog_wall_ms);
}

void watchdog_start_heartbeat(void)
{
    start_timer(CLOCK_MONOTONIC, WATCHDOG_HEARTBEAT, HEARTBEAT_MS * TICKS_PER_LIMIT);
}
