#include "report/story.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/message.h"
#include "report/value.h"
#include "trace/recording.h"

enum { LINE = 2000, ACTORS_MAX = 4096 };

struct story {
    FILE *out;
    const struct result *r;
    const struct story_style *style;
    struct {
        uint64_t ref;
        const char *name;
    } actors[ACTORS_MAX];
    size_t actor_count;
    struct record before; /* state of the receiver, from the step's RECORD_STATE */
    bool have_before;
    char receiver[200];
    bool step_has_line;
    bool beyond;
};

static bool actor_name(void *user, uint64_t ref, char *out, size_t size)
{
    struct story *s = user;
    for (size_t i = 0; i < s->actor_count; i++) {
        if (s->actors[i].ref == ref) {
            snprintf(out, size, "%s", s->actors[i].name);
            return true;
        }
    }
    return false;
}

static struct value_context context_of(struct story *s, struct value_memory *memory, const struct record *r)
{
    *memory = (struct value_memory){ .address = r->address, .bytes = r->bytes, .size = r->size };
    return (struct value_context){ .debug = s->r->debug, .memory = memory, .memory_count = 1, .actor_name = actor_name, .user = s };
}

/* `Set{value=5}` */
static void message_text(struct story *s, const struct record *r, struct text *t)
{
    struct value_memory memory;
    struct value_context c = context_of(s, &memory, r);
    if (r->b & MESSAGE_FAILURE) {
        int reason = 0;
        memcpy(&reason, r->bytes, r->size < sizeof reason ? r->size : sizeof reason);
        text_printf(t, "failure(%d)", reason);
        return;
    }
    text_add(t, r->text3);
    if (r->struct_size != 0) {
        value_print_struct(&c, r->text3, r->bytes, r->struct_size, t);
    }
}

static void line(struct story *s, const char *text)
{
    fprintf(s->out, "            %s\n", text);
}

static void print_step(struct story *s, const struct record *r)
{
    char message[LINE], left[LINE + 300], place[300] = "";
    struct text t = text_in(message, sizeof message);
    message_text(s, r, &t);
    struct source_place where;
    if (r->d != 0 && debuginfo_function(s->r->debug, r->d, &where) && where.line != 0) {
        const char *slash = strrchr(where.file, '/');
        snprintf(place, sizeof place, "%s:%d", slash != NULL ? slash + 1 : where.file, where.line);
    }
    const char *what = r->b & MESSAGE_REPLY ? "reply " : r->b & MESSAGE_TIMER ? "timer " : "";
    snprintf(left, sizeof left, "%s <- %s%s", r->text1, what, message);
    if (r->b & (MESSAGE_TIMER | MESSAGE_EVENT)) {
        fprintf(s->out, "  %s%4lu%s  %-58s%s%s%s\n", s->style->strong, r->a, s->style->plain, left, s->style->dim, place, s->style->plain);
    } else {
        char from[300];
        snprintf(from, sizeof from, "from %s", r->text2);
        fprintf(s->out, "  %s%4lu%s  %-40s %-17s %s%s%s\n", s->style->strong, r->a, s->style->plain, left, from, s->style->dim, place,
                s->style->plain);
    }
    snprintf(s->receiver, sizeof s->receiver, "%s", r->text1);
    s->have_before = false;
}

static const unsigned char *struct_bytes(const struct record *r)
{
    return r->a >= r->address && r->a + r->c <= r->address + r->size ? r->bytes + (r->a - r->address) : NULL;
}

static void print_state(struct story *s, const struct record *r)
{
    if (r->b == 0) {
        s->before = *r;
        s->have_before = true;
        return;
    }
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    const unsigned char *after = struct_bytes(r);
    if (strcmp(r->text1, s->receiver) != 0) {
        return; /* a new actor: its creation is told apart */
    }
    const unsigned char *before = s->have_before ? struct_bytes(&s->before) : NULL;
    if (before != NULL && after != NULL) {
        struct value_memory m1, m2;
        struct value_context c1 = context_of(s, &m1, &s->before), c2 = context_of(s, &m2, r);
        if (value_print_changes(&c1, &c2, r->text2, before, after, r->c, &t) != 0) {
            line(s, text);
        }
    }
    if (strcmp(r->text3, "destroyed") == 0 || strcmp(r->text3, "terminated") == 0 || strcmp(r->text3, "failed") == 0) {
        line(s, strcmp(r->text3, "failed") == 0 ? "fails" : "ends");
    }
}

static void print_sent(struct story *s, const struct record *r)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    if (r->text2[0] != '\0') {
        text_printf(&t, "%s ", r->text2); /* a new actor's first words */
    }
    if (r->b & MESSAGE_TIMER) {
        text_add(&t, "sets a timer: ");
        message_text(s, r, &t);
    } else if (r->b & MESSAGE_REPLY) {
        text_add(&t, "replies ");
        message_text(s, r, &t);
        text_printf(&t, " to %s", r->text1);
    } else {
        text_add(&t, r->b & MESSAGE_CALL ? "calls " : "sends ");
        text_add(&t, r->b & MESSAGE_CALL ? r->text1 : "");
        text_add(&t, r->b & MESSAGE_CALL ? " with " : "");
        message_text(s, r, &t);
        if (!(r->b & MESSAGE_CALL)) {
            text_printf(&t, " to %s", r->text1);
        }
    }
    line(s, text);
}

static void print_output(struct story *s, const struct record *r)
{
    const char *at = (const char *)r->bytes, *end = at + r->size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop != NULL ? stop : end) - at);
        fprintf(s->out, "            prints: %.*s\n", (int)(length > 200 ? 200 : length), at);
        at += length + 1;
    }
}

static void print_pending(struct story *s, const struct record *r, bool *first)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    message_text(s, r, &t);
    fprintf(s->out, "%s            %s to %s, from %s\n", *first ? "\n  not delivered:\n" : "", text, r->text1, r->text2);
    *first = false;
}

static void print_record(struct story *s, const struct record *r, bool *first_pending)
{
    char text[LINE];
    bool steps = !s->style->only_end;
    switch (r->kind) {
    case RECORD_ACTOR:
        if (s->actor_count < ACTORS_MAX) {
            s->actors[s->actor_count].ref = r->a;
            s->actors[s->actor_count++].name = r->text1;
        }
        break;
    case RECORD_STEP: steps ? print_step(s, r) : (void)0; break;
    case RECORD_STATE: steps ? print_state(s, r) : (void)0; break;
    case RECORD_SENT: steps ? print_sent(s, r) : (void)0; break;
    case RECORD_OUTPUT: steps ? print_output(s, r) : (void)0; break;
    case RECORD_PENDING: print_pending(s, r, first_pending); break;
    case RECORD_CREATED:
        snprintf(text, sizeof text, "creates %s", r->text1);
        steps ? line(s, text) : (void)0;
        break;
    case RECORD_CHOICE:
        snprintf(text, sizeof text, "chooses %lu of 0..%lu", r->a, r->b - 1);
        steps ? line(s, text) : (void)0;
        break;
    case RECORD_NOTE:
        snprintf(text, sizeof text, "note: %.*s", (int)r->size, (const char *)r->bytes);
        steps ? line(s, text) : (void)0;
        break;
    default: break;
    }
}

void story_print(FILE *out, const struct result *r, const struct board *recorded, const struct story_style *style)
{
    struct story *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return;
    }
    s->out = out;
    s->r = r;
    s->style = style;
    const unsigned char *at = recorded->log + ((recorded->job.schedule_size + 1 + 7) & ~(uint64_t)7);
    const unsigned char *end = recorded->log + recorded->log_size;
    struct record record;
    bool first_pending = true;
    while (recording_next(&at, end, &record)) {
        print_record(s, &record, &first_pending);
    }
    free(s);
}
