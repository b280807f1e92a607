#include "report/story.h"

#include <string.h>

#include "model/message.h"
#include "report/actors.h"
#include "report/describe.h"
#include "report/print.h"
#include "trace/recording.h"

enum { LINE = 2000 };

struct story {
    FILE *out;
    struct debuginfo *debug;
    const struct story_style *style;
    struct actors *actors;
    struct record_state before; /* state of the receiver before the step */
    bool have_before;
    const char *receiver;
    bool any_pending;
};

static void line(struct story *s, const char *text)
{
    print(s->out, "            %s\n", text);
}

static void print_step(struct story *s, const struct record_step *r)
{
    const struct record_message *m = &r->message;
    char message[LINE], left[LINE + 300], from[300] = "", place[300] = "";
    struct text t = text_in(message, sizeof message);
    describe_message(s->debug, s->actors, m, false, &t);
    struct source_place where;
    bool known = r->resumes_at != 0 ? debuginfo_place(s->debug, r->resumes_at - 1, &where)
                                    : r->handler != 0 && debuginfo_function(s->debug, r->handler, &where);
    if (known && where.line != 0) {
        const char *slash = strrchr(where.file, '/');
        snprintf(place, sizeof place, "%s:%d", slash != NULL ? slash + 1 : where.file, where.line);
    }
    if (!(m->flags & (MESSAGE_TIMER | MESSAGE_EVENT))) {
        snprintf(from, sizeof from, "from %s", m->from);
    }
    snprintf(left, sizeof left, "%s <- %s", m->to, message);
    print(s->out, "  %s%4lu%s  ", s->style->strong, r->number, s->style->plain);
    if (place[0] != '\0') {
        print(s->out, "%-42s %-17s %s%s%s\n", left, from, s->style->dim, place, s->style->plain);
    } else {
        print(s->out, "%-42s %s\n", left, from);
    }
    s->receiver = m->to;
    s->have_before = false;
}

static void print_state(struct story *s, const struct record_state *r)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    if (r->after == 0) {
        s->before = *r;
        s->have_before = true;
        return;
    }
    if (s->receiver == NULL || strcmp(r->actor, s->receiver) != 0) {
        return; /* a new actor: its creation is told apart */
    }
    if (s->have_before && describe_changes(s->debug, s->actors, &s->before, r, &t)) {
        line(s, text);
    }
    if (strcmp(r->status, "failed") == 0) {
        line(s, "fails");
    } else if (strcmp(r->status, "destroyed") == 0 || strcmp(r->status, "terminated") == 0) {
        line(s, "ends");
    }
}

static void print_sent(struct story *s, const struct record_message *m)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    if (m->from[0] != '\0') {
        text_printf(&t, "%s ", m->from); /* sent by an actor that the step created */
    }
    if (m->flags & MESSAGE_CALL) {
        text_printf(&t, "calls %s with ", m->to);
        describe_message(s->debug, s->actors, m, false, &t);
    } else {
        text_add(&t, m->flags & MESSAGE_TIMER ? "sets " : "sends ");
        describe_message(s->debug, s->actors, m, false, &t);
        if (!(m->flags & MESSAGE_TIMER)) {
            text_printf(&t, " to %s", m->to);
        }
    }
    line(s, text);
}

static void print_pending(struct story *s, const struct record_message *m)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    describe_message(s->debug, s->actors, m, false, &t);
    print(s->out, s->any_pending ? "" : "\n  not delivered:\n");
    print(s->out, "            %s to %s, from %s\n", text, m->to, m->from);
    s->any_pending = true;
}

static void print_record(struct story *s, const struct record *r)
{
    char text[LINE];
    switch (r->kind) {
    case RECORD_ACTOR: actors_add(s->actors, &r->actor); break;
    case RECORD_STEP: print_step(s, &r->step); break;
    case RECORD_STATE: print_state(s, &r->state); break;
    case RECORD_SENT: print_sent(s, &r->sent); break;
    case RECORD_OUTPUT: print_lines(s->out, "            prints: ", (const char *)r->output.text.at, r->output.text.size, 200); break;
    case RECORD_PENDING: print_pending(s, &r->pending); break;
    case RECORD_FAILED: print(s->out, "            %s<- %s%s\n", s->style->red, r->failed.why, s->style->plain); break;
    case RECORD_CREATED:
        snprintf(text, sizeof text, "creates %s", r->created.name);
        line(s, text);
        break;
    case RECORD_CHOICE:
        snprintf(text, sizeof text, "chooses %lu of 0..%lu", r->choice.chosen, r->choice.of - 1);
        line(s, text);
        break;
    case RECORD_LATE: {
        struct text t = text_in(text, sizeof text);
        text_add(&t, "time passes: ");
        text_duration(&t, r->late.ms);
        line(s, text);
        break;
    }
    case RECORD_NOTE: {
        const struct record_bytes *note = &r->note.text;
        print(s->out, "            note: %.*s\n", (int)(note->size < LINE ? note->size : LINE), (const char *)note->at);
        break;
    }
    default: break;
    }
}

void story_print(FILE *out, const struct result *r, const struct board *recorded, const struct story_style *style)
{
    struct story s = { .out = out, .debug = r->debug, .style = style, .actors = actors_new() };
    const unsigned char *at = recording_start(recorded);
    const unsigned char *end = recorded->log + recorded->log_size;
    struct record record;
    while (recording_next(&at, end, &record)) {
        print_record(&s, &record);
    }
    actors_free(&s.actors);
}
