#include "trace/cone.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/board.h"
#include "trace/recording.h"
#include "trace/schedule.h"

struct event {
    struct record step;
    size_t sent_by;  /* index of the step that sent its message, SIZE_MAX: the driver or set-up */
    size_t previous; /* of the same actor, SIZE_MAX: none */
    size_t choices, choice_count;
    bool needed;
};

struct sent {
    struct record record;
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

static size_t sender_of(const struct cone *c, const struct record *step)
{
    for (size_t i = c->send_count; i > 0; i--) {
        const struct sent *s = &c->sends[i - 1];
        if (s->record.c == step->c && same(s->record.text1, step->text1) && same(s->record.text3, step->text3) &&
            same(s->from, step->text2)) {
            return s->by;
        }
    }
    return SIZE_MAX;
}

static size_t previous_of(const struct cone *c, const char *actor)
{
    for (size_t i = c->event_count; i > 0; i--) {
        if (same(c->events[i - 1].step.text1, actor)) {
            return i - 1;
        }
    }
    return SIZE_MAX;
}

static size_t read_all(struct cone *c, const struct board *b)
{
    const unsigned char *at = recording_start(b), *end = b->log + b->log_size;
    struct record r;
    while (recording_next(&at, end, &r)) {
        struct event *last = c->event_count == 0 ? NULL : &c->events[c->event_count - 1];
        if (r.kind == RECORD_STEP) {
            c->events[c->event_count] =
                (struct event){ .step = r, .sent_by = sender_of(c, &r), .previous = previous_of(c, r.text1), .choices = c->choice_count };
            c->event_count++;
        } else if (r.kind == RECORD_SENT && last != NULL) {
            c->sends[c->send_count++] =
                (struct sent){ .record = r, .by = c->event_count - 1, .from = r.text2[0] != '\0' ? r.text2 : last->step.text1 };
        } else if (r.kind == RECORD_CHOICE && last != NULL) {
            c->choices[c->choice_count++] = (struct answer){ .value = (uint32_t)r.a };
            last->choice_count++;
        } else if (r.kind == RECORD_LATE && last != NULL) {
            c->choices[c->choice_count++] = (struct answer){ .look = (uint32_t)r.a, .value = 1 };
            last->choice_count++;
        } else if (r.kind == RECORD_FOLLOWED) {
            break;
        }
    }
    return c->event_count;
}

static void need(struct cone *c, size_t i)
{
    /* Backwards over the path: everything that an event needs lies before it. */
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
    const struct record *r = &e->step;
    fprintf(out, "%s <- %s%s", r->text1, r->b & 2 /* MESSAGE_REPLY */ ? "reply " : "", r->text3);
    if (r->c > 1) {
        fprintf(out, " #%lu", r->c);
    }
    fprintf(out, " from %s", r->text2);
    char answers[ANSWERS_MAX * 12] = "";
    struct text t = text_in(answers, sizeof answers);
    schedule_write_answers(c->choices + e->choices, e->choice_count, &t);
    fprintf(out, "%s\n", answers);
}

char *cone_of(const struct board *b, size_t *size, uint64_t *steps)
{
    size_t most = b->log_size / 64 + 1; /* no record is smaller */
    struct cone c = { .events = calloc(most, sizeof *c.events),
                      .sends = calloc(most, sizeof *c.sends),
                      .choices = calloc(most, sizeof *c.choices) };
    char *text = NULL;
    if (c.events != NULL && c.sends != NULL && c.choices != NULL && read_all(&c, b) != 0) {
        FILE *out = open_memstream(&text, size);
        need(&c, c.event_count - 1);
        *steps = 0;
        for (size_t i = 0; out != NULL && i < c.event_count; i++) {
            if (c.events[i].needed) {
                write_event(out, &c, &c.events[i]);
                ++*steps;
            }
        }
        if (out != NULL) {
            fclose(out);
        }
    }
    free(c.events);
    free(c.sends);
    free(c.choices);
    return text;
}
