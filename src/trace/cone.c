#include "trace/cone.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/board.h"
#include "trace/recording.h"
#include "trace/schedule.h"

struct event {
    struct record_step step;
    size_t sent_by;  /* index of the step that sent its message, SIZE_MAX: the driver or set-up */
    size_t previous; /* the previous step of the same actor, SIZE_MAX: none */
    size_t choices, choice_count;
    bool needed;
};

struct sent {
    struct record_message message;
    size_t by;
    const char *from;
};

struct cone {
    struct event *events;
    struct sent *sends;
    struct answer *choices;
    size_t event_count, send_count, choice_count;
};

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static size_t sender_of(const struct cone *c, const struct record_message *m)
{
    for (size_t i = c->send_count; i > 0; i--) {
        const struct sent *s = &c->sends[i - 1];
        if (s->message.n == m->n && same(s->message.to, m->to) && same(s->message.type, m->type) && same(s->from, m->from)) {
            return s->by;
        }
    }
    return SIZE_MAX;
}

static size_t previous_of(const struct cone *c, const char *actor)
{
    for (size_t i = c->event_count; i > 0; i--) {
        if (same(c->events[i - 1].step.message.to, actor)) {
            return i - 1;
        }
    }
    return SIZE_MAX;
}

/* Allocates lists with room for everything in the recording. */
static struct cone room_for(const struct board *b)
{
    const unsigned char *at = recording_start(b), *end = b->log + b->log_size;
    size_t steps = 1, sends = 1, answers = 1; /* at least 1, so that NULL always means that there is no memory */
    struct record r;
    while (recording_next(&at, end, &r)) {
        steps += r.kind == RECORD_STEP;
        sends += r.kind == RECORD_SENT;
        answers += r.kind == RECORD_CHOICE || r.kind == RECORD_LATE || r.kind == RECORD_FAULT;
    }
    return (struct cone){ .events = calloc(steps, sizeof(struct event)),
                          .sends = calloc(sends, sizeof(struct sent)),
                          .choices = calloc(answers, sizeof(struct answer)) };
}

static size_t read_all(struct cone *c, const struct board *b, bool beyond)
{
    const unsigned char *at = recording_start(b), *end = b->log + b->log_size;
    struct record r;
    while (recording_next(&at, end, &r)) {
        struct event *last = c->event_count == 0 ? NULL : &c->events[c->event_count - 1];
        if (r.kind == RECORD_STEP) {
            const struct record_message *m = &r.step.message;
            c->events[c->event_count] =
                (struct event){ .step = r.step, .sent_by = sender_of(c, m), .previous = previous_of(c, m->to), .choices = c->choice_count };
            c->event_count++;
        } else if (r.kind == RECORD_SENT && last != NULL) {
            const char *from = r.sent.from[0] != '\0' ? r.sent.from : last->step.message.to;
            c->sends[c->send_count++] = (struct sent){ .message = r.sent, .by = c->event_count - 1, .from = from };
        } else if (r.kind == RECORD_CHOICE && last != NULL) {
            c->choices[c->choice_count++] = (struct answer){ .value = (uint32_t)r.choice.chosen };
            last->choice_count++;
        } else if (r.kind == RECORD_LATE && last != NULL) {
            c->choices[c->choice_count++] = (struct answer){ .look = (uint32_t)r.late.look, .value = 1 };
            last->choice_count++;
        } else if (r.kind == RECORD_FAULT && last != NULL) {
            c->choices[c->choice_count++] = (struct answer){ .look = (uint32_t)r.fault.answer, .value = 1 };
            last->choice_count++;
        } else if (r.kind == RECORD_FOLLOWED && !beyond) {
            break;
        }
    }
    return c->event_count;
}

static void need(struct cone *c, size_t i)
{
    /* Backwards over the path, because everything that an event needs is before it. */
    c->events[i].needed = true;
    for (size_t k = i + 1; k > 0; k--) {
        const struct event *e = &c->events[k - 1];
        if (e->needed && e->sent_by != SIZE_MAX) {
            c->events[e->sent_by].needed = true;
        }
        if (e->needed && e->previous != SIZE_MAX) {
            c->events[e->previous].needed = true;
        }
    }
}

static void write_event(FILE *out, const struct cone *c, const struct event *e)
{
    const struct record_message *m = &e->step.message;
    fprintf(out, "%s <- %s%s", m->to, m->flags & RECORD_REPLY ? "reply " : "", m->type);
    if (m->n > 1) {
        fprintf(out, " #%lu", m->n);
    }
    fprintf(out, " from %s", m->from);
    char answers[ANSWERS_MAX * 12] = "";
    struct text t = text_in(answers, sizeof answers);
    schedule_write_answers(c->choices + e->choices, e->choice_count, &t);
    fprintf(out, "%s\n", answers);
}

/* What is needed, as text; frees the lists. */
static char *write_needed(struct cone *c, size_t *size, uint64_t *steps)
{
    char *text = NULL;
    FILE *out = c->event_count != 0 ? open_memstream(&text, size) : NULL;
    *steps = 0;
    for (size_t i = 0; out != NULL && i < c->event_count; i++) {
        if (c->events[i].needed) {
            write_event(out, c, &c->events[i]);
            ++*steps;
        }
    }
    if (out != NULL) {
        fclose(out);
    }
    free(c->events);
    free(c->sends);
    free(c->choices);
    return text;
}

char *cone_of(const struct board *b, size_t *size, uint64_t *steps)
{
    struct cone c = room_for(b);
    if (c.events != NULL && c.sends != NULL && c.choices != NULL && read_all(&c, b, false) != 0) {
        need(&c, c.event_count - 1);
    }
    return write_needed(&c, size, steps);
}

char *schedule_of(const struct board *b, uint64_t steps, size_t *size)
{
    struct cone c = room_for(b);
    uint64_t written;
    if (c.events != NULL && c.sends != NULL && c.choices != NULL) {
        read_all(&c, b, true);
    }
    for (size_t i = 0; i < c.event_count && i < steps; i++) {
        c.events[i].needed = true;
    }
    return write_needed(&c, size, &written);
}
