#include "supervise/live_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "supervise/keeper.h"

struct start {
    char **argv;
    const char *schedule;
    int lines, report;
    bool quiet;
};

/* In the new process: becomes the program, or reports errno through the pipe. */
static void become(void *user)
{
    const struct start *s = user;
    char number[12];
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, STDIN_FILENO);
    if (s->quiet) {
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    fcntl(s->lines, F_SETFD, 0);
    snprintf(number, sizeof number, "%d", s->lines);
    setenv(FORCED_ENV, number, 1);
    setenv("HARRIER_SCHEDULE", s->schedule, 1);
    execv(s->argv[0], s->argv);
    int why = errno;
    ssize_t ignored = write(s->report, &why, sizeof why);
    (void)ignored;
    _exit(127);
}

static const char *text_after(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static void take_line(struct live_run *r, const char *line)
{
    const char *violation = text_after(line, FORCED_VIOLATION), *misfit = text_after(line, FORCED_MISFIT);
    if (violation != NULL && r->violation[0] == '\0') {
        snprintf(r->violation, sizeof r->violation, "%s", violation);
    } else if (misfit != NULL && r->misfit[0] == '\0') {
        snprintf(r->misfit, sizeof r->misfit, "%s", misfit);
    } else {
        r->followed = r->followed || strcmp(line, FORCED_FOLLOWED) == 0;
    }
}

/* Reads what the program has sent. Negative: nothing at present; 0: nothing will come any more. */
static ssize_t take_lines(struct live_run *r, int lines, char *kept, size_t *length)
{
    ssize_t n = read(lines, kept + *length, FORCED_LINE - 1 - *length);
    if (n <= 0) {
        return n;
    }
    *length += (size_t)n;
    kept[*length] = '\0';
    char *at = kept;
    for (char *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        take_line(r, at);
    }
    *length = strlen(at);
    memmove(kept, at, *length + 1);
    if (*length == FORCED_LINE - 1) {
        *length = 0; /* no line of the protocol is so long */
    }
    return n;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void watch(struct live_run *r, struct keeper *k, int lines, double start, uint64_t limit_ms)
{
    char kept[FORCED_LINE];
    size_t length = 0;
    bool telling = true;
    for (;;) {
        double left = start + (double)limit_ms / 1000 - now();
        if (left <= 0) {
            r->timed_out = true;
            break;
        }
        struct pollfd p[2] = { { .fd = k->result, .events = POLLIN }, { .fd = telling ? lines : -1, .events = POLLIN } };
        poll(p, 2, left > 60 ? 60000 : (int)(left * 1000) + 1);
        if (p[1].revents != 0) {
            telling = take_lines(r, lines, kept, &length) != 0;
        } else if (p[0].revents != 0) {
            break; /* looked at last: what it told before its end is taken */
        }
    }
    keeper_kill(k);
    r->status = keeper_status(k);
    while (take_lines(r, lines, kept, &length) > 0) {}
}

void live_run(struct live_run *r, char **argv, const char *schedule, uint64_t limit_ms, bool quiet)
{
    int lines[2], report[2], why = 0;
    struct keeper k;
    *r = (struct live_run){ 0 };
    if (pipe2(lines, O_CLOEXEC | O_NONBLOCK) != 0 || pipe2(report, O_CLOEXEC) != 0) {
        snprintf(r->error, sizeof r->error, "cannot make a pipe: %s", strerror(errno));
        return;
    }
    double start = now();
    bool kept = keeper_start(&k, become, &(struct start){ argv, schedule, lines[1], report[1], quiet });
    why = kept ? 0 : errno;
    close(lines[1]);
    close(report[1]);
    if (kept && read(report[0], &why, sizeof why) == sizeof why) {
        keeper_status(&k);
    }
    if (why != 0) {
        snprintf(r->error, sizeof r->error, "%s: %s", argv[0], strerror(why));
    } else {
        r->started = true;
        watch(r, &k, lines[0], start, limit_ms);
    }
    r->seconds = now() - start;
    close(lines[0]);
    close(report[0]);
}
