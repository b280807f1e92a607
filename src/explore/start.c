#include "explore/start.h"

#include <string.h>

#include "base/answer.h"
#include "base/text.h"
#include "explore/affords.h"
#include "explore/meant.h"
#include "moves/world.h"
#include "trace/schedule.h"

enum { SCHEDULE_LINE = 3 * SCHEDULE_NAME + ANSWERS_MAX * 12 };

static bool refuse(struct board *b, const char *line, const char *why)
{
    struct text t = text_in(b->why, sizeof b->why);
    text_printf(&t, "--start-from: step %lu, '%s': %s", b->start.steps + 1, line, why);
    return false;
}

/* One line, also to be found at `line`. */
static bool take_step(struct board *b, struct meant *meant, const struct schedule_step *want, const char *line, uint32_t *spent,
                      struct effects *done)
{
    size_t i;
    bool pending = meant_find(meant, want, false, &i);
    if (!pending && !meant_event(want, &i)) {
        return refuse(b, line, "no such message is pending there, so the schedule does not fit the program");
    }
    const char *refusal = pending ? world_refusal(i) : NULL;
    if (refusal != NULL) {
        return refuse(b, line, refusal);
    }
    char why[400];
    struct text t = text_in(why, sizeof why);
    if (!affords(spent, want, b->faults, &t)) {
        return refuse(b, line, why);
    }
    if (!world_deliver(i, want->choices, want->choice_count, NULL, done)) {
        return refuse(b, line, "it runs into a violation, and a search begins before one: leave out this step and those after it");
    }
    return affords_struck(done, want, &t) || refuse(b, line, why);
}

bool start_follow(struct board *b, uint32_t *spent)
{
    const char *at = (const char *)b->log, *end = at + b->job.schedule_size;
    char error[300], line[SCHEDULE_LINE];
    struct text t = text_in(error, sizeof error);
    struct schedule_step want;
    struct meant meant;
    struct effects done;
    int got;
    meant_init(&meant);
    effects_init(&done);
    *spent = 0;
    while ((got = schedule_read_step(&at, end, &want, &t)) == 1) {
        struct text l = text_in(line, sizeof line);
        schedule_write_step(&want, &l);
        /* The steps alone, without what else is in the file, are kept in its place: a line as it is written here is never longer than as it was read. */
        size_t room = (size_t)(at - (const char *)b->log) - b->start.size;
        if (l.cut || l.length > room) {
            return refuse(b, "", "a line that is too long");
        }
        memcpy(b->log + b->start.size, line, l.length);
        b->start.size += l.length;
        line[l.length - 1] = '\0';
        if (!take_step(b, &meant, &want, line, spent, &done)) {
            return false;
        }
        for (size_t i = 0; i < want.choice_count; i++) {
            b->faults_struck |= answer_is_fault(want.choices[i]) ? 1u << answer_fault(want.choices[i]) : 0;
        }
        b->start.steps++;
    }
    b->log_size = b->job.schedule_size + 1;
    if (got < 0) {
        struct text why = text_in(b->why, sizeof b->why);
        text_printf(&why, "--start-from: %s", error);
    }
    return got == 0;
}
