/* What every program in C and C++ here shares: marks in time, and the one line that it prints. bench/live/run.sh reads the line. */
#ifndef BENCH_LIVE_RESULT_H
#define BENCH_LIVE_RESULT_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Wall clock, CPU time of all threads, and how often a thread gave up its core because it had nothing to do. */
struct mark {
    double seconds, cpu;
    int64_t switches;
};

static inline struct mark mark_now(void)
{
    struct timespec t;
    struct rusage u;
    clock_gettime(CLOCK_MONOTONIC, &t);
    getrusage(RUSAGE_SELF, &u);
    struct mark m;
    m.seconds = (double)t.tv_sec + (double)t.tv_nsec / 1e9;
    m.cpu = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
    m.switches = u.ru_nvcsw;
    return m;
}

/* Pages of this process that are in memory, as bytes. */
static inline int64_t resident_bytes(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f == NULL || fscanf(f, "%*s %ld", &pages) != 1) {
        fprintf(stderr, "error: cannot read /proc/self/statm: is /proc mounted?\n");
        exit(2);
    }
    fclose(f);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

/* Argument `index` as a number from `least` on, or `usual` where there is none. */
static inline int64_t argument(int argc, char **argv, int index, int64_t usual, int64_t least)
{
    char *end = NULL;
    int64_t value = index < argc ? strtoll(argv[index], &end, 10) : usual;
    if (value < least || (end != NULL && (end == argv[index] || *end != '\0'))) {
        fprintf(stderr, "%s: error: argument %d must be a number, at least %" PRId64 "\n", argv[0], index, least);
        exit(2);
    }
    return value;
}

/* Both return the exit status. A count that is wrong gives no line, so that a wrong program cannot win. */
static inline int wrong_count(const char *program, int64_t count, int64_t expected)
{
    if (count == expected) {
        return 0;
    }
    fprintf(stderr, "%s: error: counted %" PRId64 ", expected %" PRId64 "\n", program, count, expected);
    return 1;
}

static inline int report(const char *program, const char *unit, int64_t count, int64_t expected, struct mark begun, struct mark ended)
{
    double seconds = ended.seconds - begun.seconds;
    if (wrong_count(program, count, expected) != 0) {
        return 1;
    }
    printf("%s unit=%s count=%" PRId64 " seconds=%.6f cpu=%.6f switches=%" PRId64 " per_second=%.0f\n", program, unit, count, seconds,
           ended.cpu - begun.cpu, ended.switches - begun.switches, (double)count / seconds);
    return 0;
}

static inline int report_bytes(const char *program, int64_t count, int64_t expected, int64_t before, int64_t after)
{
    if (wrong_count(program, count, expected) != 0) {
        return 1;
    }
    printf("%s unit=bytes count=%" PRId64 " bytes_each=%.1f\n", program, count, (double)(after - before) / (double)count);
    return 0;
}

#endif
