/* Minimising a schedule that leads to a violation, so that it leads to the same one: the same kind at the same place.
 *
 * Delta debugging (ddmin: Zeller and Hildebrandt, TSE 2002, section 3) over the deliveries: halves, quarters and so on are left out, as
 * long as the violation stays. What is left is followed as far as its messages still exist (struct job: adapt), as DEMi does with
 * internal messages (Scott et al., NSDI 2016, section 3.2), and what was really delivered is the new schedule. Then answers to hr_choose() and
 * looks at the clock are put back to the first ones, and deliveries to one actor are brought together, so that a reader has to
 * switch between actors less often. Each attempt is a run of the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "trace/cone.h"

/* What makes a schedule better than another one, in this order. */
struct score {
    uint64_t steps, answers, switches;
};

struct line {
    const char *at;
    size_t length;
};

struct minimising {
    struct shortened *best;
    struct score score;
    struct line *lines; /* of the best one */
    size_t count;
    const struct finding *finding;
    char **argv;
    struct job job;
    uint64_t end; /* in ms; UINT64_MAX when only attempts count */
    uint64_t attempts;
};
enum { ATTEMPTS_MAX = 2000 }; /* where time does not count */

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static bool time_is_up(const struct minimising *m)
{
    return run_interrupted() || (m->end != UINT64_MAX ? now_ms() >= m->end : m->attempts >= ATTEMPTS_MAX);
}

/* ---- schedules as lists of lines ---- */

static size_t receiver_length(const struct line *l)
{
    const char *arrow = memmem(l->at, l->length, " <- ", 4);
    return arrow != NULL ? (size_t)(arrow - l->at) : l->length;
}

static bool same_receiver(const struct line *a, const struct line *b)
{
    size_t length = receiver_length(a);
    return length == receiver_length(b) && memcmp(a->at, b->at, length) == 0;
}

/* Where the answers of a line begin; its length when it has none. */
static size_t answers_at(const struct line *l)
{
    const char *from = memmem(l->at, l->length, " from ", 6);
    size_t before = from != NULL ? (size_t)(from - l->at) + 6 : l->length, rest = l->length - before;
    const char *space = memchr(l->at + before, ' ', rest);
    return space != NULL ? (size_t)(space - l->at) : l->length;
}

/* How many of them are not the first one that there is. */
static uint64_t answers_in(const struct line *l)
{
    uint64_t n = 0;
    for (size_t i = answers_at(l); i + 1 < l->length; i++) {
        n += l->at[i] == ' ' && l->at[i + 1] >= '1' && l->at[i + 1] <= '9';
    }
    return n;
}

static bool split(struct minimising *m)
{
    free(m->lines);
    m->lines = calloc(m->best->steps + 1, sizeof *m->lines);
    m->count = 0;
    m->score = (struct score){ .steps = m->best->steps };
    const char *at = m->best->schedule, *end = at + m->best->size;
    while (m->lines != NULL && at < end && m->count < m->best->steps) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct line *l = &m->lines[m->count];
        *l = (struct line){ .at = at, .length = (size_t)((stop != NULL ? stop : end) - at) };
        m->score.answers += answers_in(l);
        m->score.switches += m->count != 0 && !same_receiver(l - 1, l);
        m->count++;
        at += l->length + 1;
    }
    return m->lines != NULL;
}

static bool is_better(struct score a, struct score b)
{
    return a.steps != b.steps ? a.steps < b.steps : a.answers != b.answers ? a.answers < b.answers : a.switches < b.switches;
}

/* ---- attempts ---- */

/* The same violation: for a loop it does not matter where in it it was stopped. */
static bool is_it(const struct finding *f, const struct finding *now)
{
    return now->kind == f->kind && (f->kind == KIND_HANG || (now->line == f->line && now->pc == f->pc));
}

/* Takes over what was delivered, if it is better. */
static bool take(struct minimising *m, const struct board *b)
{
    const struct finding *found = &b->findings[0];
    if (b->finding_count == 0 || !is_it(m->finding, found) || found->steps > m->best->steps || found->steps == 0) {
        return false;
    }
    struct shortened old = *m->best;
    struct score before = m->score;
    size_t size;
    char *text = schedule_of(b, found->steps, &size);
    if (text == NULL) {
        return false;
    }
    m->best->schedule = text;
    m->best->size = size;
    m->best->steps = found->steps;
    if (split(m) && is_better(m->score, before)) {
        free(old.schedule);
        return true;
    }
    free(text);
    *m->best = old;
    split(m);
    return false;
}

static bool attempt(struct minimising *m, const char *text, size_t size)
{
    struct run run;
    m->attempts++;
    bool better = run_program(&run, m->argv, &m->job, text, size, NULL, NULL) && take(m, run.board);
    run_close(&run);
    return better;
}

/* Tries the lines in an order of their own; `cut` (or SIZE_MAX) is a line without its answers. */
static bool attempt_lines(struct minimising *m, const size_t *order, size_t count, size_t cut)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out != NULL && i < count; i++) {
        const struct line *l = &m->lines[order[i]];
        fwrite(l->at, 1, order[i] == cut ? answers_at(l) : l->length, out);
        fputc('\n', out);
    }
    if (out == NULL || fclose(out) != 0) {
        return false;
    }
    bool better = attempt(m, text, size);
    free(text);
    return better;
}

/* ---- what is tried ---- */

/* Leaves out `size` lines from each place in turn; whether one attempt was good. */
static bool leave_out(struct minimising *m, size_t size)
{
    bool any = false;
    for (size_t first = 0; first < m->count && !time_is_up(m);) {
        size_t *order = calloc(m->count + 1, sizeof *order), count = 0;
        for (size_t i = 0; order != NULL && i < m->count; i++) {
            if (i < first || i >= first + size) {
                order[count++] = i;
            }
        }
        bool better = order != NULL && attempt_lines(m, order, count, SIZE_MAX);
        free(order);
        any = any || better;
        first += better ? 0 : size;
    }
    return any;
}

static void put_back_answers(struct minimising *m)
{
    for (size_t i = 0; i < m->count && !time_is_up(m); i++) {
        size_t *order = answers_in(&m->lines[i]) != 0 ? calloc(m->count + 1, sizeof *order) : NULL;
        for (size_t k = 0; order != NULL && k < m->count; k++) {
            order[k] = k;
        }
        if (order != NULL) {
            attempt_lines(m, order, m->count, i);
        }
        free(order);
    }
}

/* Moves the line `from` to the place `to`, and those between them by one. */
static bool move_line(struct minimising *m, size_t from, size_t to)
{
    size_t *order = calloc(m->count + 1, sizeof *order);
    for (size_t k = 0; order != NULL && k < m->count; k++) {
        bool between = from < to ? k >= from && k < to : k > to && k <= from;
        order[k] = k == to ? from : !between ? k : from < to ? k + 1 : k - 1;
    }
    bool better = order != NULL && attempt_lines(m, order, m->count, SIZE_MAX);
    free(order);
    return better;
}

/* Brings two deliveries to one actor together that others come between: the later one forward, or the earlier one back. */
static bool bring_together(struct minimising *m)
{
    for (size_t i = 0; i + 2 < m->count && !time_is_up(m); i++) {
        size_t next = i + 1;
        while (next < m->count && !same_receiver(&m->lines[next], &m->lines[i])) {
            next++;
        }
        if (next < m->count && next > i + 1 && (move_line(m, next, i + 1) || move_line(m, i, next - 1))) {
            return true;
        }
    }
    return false;
}

void minimise(struct shortened *s, const struct finding *f, char **argv, const struct job *job, uint64_t ms)
{
    struct minimising m = { .best = s, .finding = f, .argv = argv, .job = *job, .end = ms != UINT64_MAX ? now_ms() + ms : UINT64_MAX };
    m.job.mode = JOB_FOLLOW;
    m.job.adapt = true;
    if (!split(&m)) {
        return;
    }
    for (size_t size = m.count / 2; size != 0 && !time_is_up(&m);) {
        bool better = leave_out(&m, size);
        size = size > m.count / 2 ? m.count / 2 : size == 1 && better ? 1 : size / 2;
    }
    put_back_answers(&m);
    while (!time_is_up(&m) && bring_together(&m)) {}
    free(m.lines);
}
