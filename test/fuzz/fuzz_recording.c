/* Bytes where the records of one execution should be: read as far as they make sense, and never beyond their end. */
#include <stdlib.h>
#include <string.h>

#include "base/board.h"
#include "trace/cone.h"
#include "trace/recording.h"

static volatile size_t seen;

static void touch_bytes(const struct record_bytes *b)
{
    for (size_t i = 0; i < b->size; i++) {
        seen += b->at[i];
    }
}

static void touch_texts(const char *first, const char *second, const char *third)
{
    seen += strlen(first) + strlen(second) + strlen(third);
}

/* Touches all that a record says is there. */
static void touch(const struct record *r)
{
    const struct record_message *m = recording_message(r);
    if (m != NULL) {
        touch_texts(m->to, m->from, m->type);
        touch_bytes(&m->content);
        touch_bytes(&m->arrays);
    }
    switch ((int)r->kind) {
    case RECORD_ACTOR: touch_texts(r->actor.name, r->actor.type, ""); break;
    case RECORD_STATE:
        touch_texts(r->state.actor, r->state.type, r->state.status);
        touch_bytes(&r->state.heap);
        touch_bytes(&r->state.stack);
        break;
    case RECORD_CREATED: touch_texts(r->created.name, "", ""); break;
    case RECORD_NOTE: touch_bytes(&r->note.text); break;
    case RECORD_OUTPUT: touch_bytes(&r->output.text); break;
    case RECORD_FAILED: touch_texts(r->failed.why, "", ""); break;
    case RECORD_FINDING: touch_bytes(&r->finding.finding); break;
    case RECORD_CRITERION: touch_texts(r->goals.actor, r->goals.type, ""); break;
    case RECORD_REACHED: touch_texts(r->reached.actor, r->reached.message, ""); break;
    case RECORD_MISSED: touch_texts(r->missed.before, r->missed.after, r->missed.why); break;
    case RECORD_SCHEDULE: touch_texts(r->schedule.before, r->schedule.after, r->schedule.criterion); break;
    case RECORD_BEFORE: touch_texts(r->before.first, r->before.second, r->before.by); break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *input, size_t size)
{
    struct board *b = calloc(1, sizeof *b + size);
    memcpy(b->log, input, size);
    b->log_size = size;
    b->job.mode = JOB_FOLLOW;
    const unsigned char *at = recording_start(b);
    struct record r;
    while (recording_next(&at, b->log + b->log_size, &r)) {
        touch(&r);
    }
    size_t length;
    uint64_t steps;
    free(cone_of(b, &length, &steps));
    free(b);
    return 0;
}
