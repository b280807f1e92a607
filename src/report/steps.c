#include "report/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "base/hash.h"
#include "model/message.h"
#include "report/actors.h"
#include "report/describe.h"
#include "trace/recording.h"

enum { LINE = 2000, STATE = 8000 };

/* Who sent a message is found by its names and number: a table of hashes, as cone.c compares them one by one. */
struct sends {
    uint64_t *keys;  /* 0: free */
    size_t *by;      /* index of the step */
    size_t *told_at; /* index in its list */
    size_t capacity; /* a power of two */
};

struct reading {
    struct told_steps *steps;
    struct debuginfo *debug;
    struct actors *names;
    struct sends sends;
    struct record_state before;
    bool have_before, states, beyond, good;
};

static void *grow(struct reading *r, void *list, size_t count, size_t item)
{
    if ((count & (count - 1)) != 0) {
        return list; /* room for a power of two */
    }
    void *larger = realloc(list, (count == 0 ? 1 : count * 2) * item);
    r->good = r->good && larger != NULL;
    return larger != NULL ? larger : list;
}

static char *keep(struct reading *r, const char *text)
{
    char *copy = strdup(text);
    r->good = r->good && copy != NULL;
    return copy;
}

/* ---- names ---- */

static int actor_of(struct reading *r, const char *name)
{
    struct told_steps *s = r->steps;
    for (size_t i = s->actor_count; i > 0; i--) {
        if (strcmp(s->actors[i - 1].name, name) == 0) {
            return (int)i - 1;
        }
    }
    return NO_ACTOR;
}

static void take_part(struct reading *r, int actor)
{
    if (actor != NO_ACTOR) {
        r->steps->actors[actor].takes_part = true;
    }
}

static void add_actor(struct reading *r, const struct record_actor *a)
{
    struct told_steps *s = r->steps;
    actors_add(r->names, a);
    s->actors = grow(r, s->actors, s->actor_count, sizeof *s->actors);
    if (r->good) {
        s->actors[s->actor_count] = (struct steps_actor){ .name = keep(r, a->name), .type = keep(r, a->type), .created_by = s->count - 1 };
        s->actor_count += r->good;
    }
}

/* ---- from a delivery to the step that sent it ---- */

static uint64_t key_of(const struct record_message *m, const char *from)
{
    uint64_t key = hash_bytes(m->to, strlen(m->to), m->n * 2 + ((m->flags & MESSAGE_REPLY) != 0));
    key = hash_bytes(m->type, strlen(m->type), hash_bytes(from, strlen(from), key));
    return key == 0 ? 1 : key;
}

static size_t slot_of(const struct sends *s, uint64_t key)
{
    size_t i = (key ^ key >> 32) & (s->capacity - 1);
    while (s->keys[i] != 0 && s->keys[i] != key) {
        i = (i + 1) & (s->capacity - 1);
    }
    return i;
}

static bool sends_init(struct sends *s, const struct board *b)
{
    const unsigned char *at = recording_start(b), *end = b->log + b->log_size;
    struct record r;
    size_t count = 0;
    while (recording_next(&at, end, &r)) {
        count += r.kind == RECORD_SENT;
    }
    for (s->capacity = 16; s->capacity < count * 2; s->capacity *= 2) {}
    s->keys = calloc(s->capacity, sizeof *s->keys);
    s->by = calloc(s->capacity, sizeof *s->by);
    s->told_at = calloc(s->capacity, sizeof *s->told_at);
    return s->keys != NULL && s->by != NULL && s->told_at != NULL;
}

/* ---- one record each ---- */

static void tell(struct reading *r, enum told_kind kind, const char *text, size_t size)
{
    struct told_step *s = &r->steps->list[r->steps->count - 1];
    s->told = grow(r, s->told, s->told_count, sizeof *s->told);
    char *copy = r->good ? malloc(size + 1) : NULL;
    r->good = copy != NULL;
    if (r->good) {
        memcpy(copy, text, size);
        copy[size] = '\0';
        s->told[s->told_count++] = (struct told){ .kind = kind, .text = copy, .size = size };
    }
}

static void tell_text(struct reading *r, enum told_kind kind, const char *text)
{
    tell(r, kind, text, strlen(text));
}

static void add_step(struct reading *r, const struct record_step *recorded)
{
    struct told_steps *s = r->steps;
    const struct record_message *m = &recorded->message;
    s->list = grow(r, s->list, s->count, sizeof *s->list);
    if (!r->good) {
        return;
    }
    char message[LINE], type[200];
    struct text t = text_in(message, sizeof message);
    describe_message(r->debug, r->names, m, false, &t);
    snprintf(type, sizeof type, "%s%s",
             m->flags & MESSAGE_REPLY                                      ? "reply "
             : (m->flags & MESSAGE_TIMER) && !(m->flags & MESSAGE_RESTART) ? "timer "
                                                                           : "",
             m->type);
    size_t sent = slot_of(&r->sends, key_of(m, m->from));
    bool own = (m->flags & (MESSAGE_TIMER | MESSAGE_EVENT)) != 0;
    struct told_step *step = &s->list[s->count];
    *step = (struct told_step){ .number = recorded->number,
                                .key = key_of(m, m->from),
                                .to = actor_of(r, m->to),
                                .from = own ? NO_ACTOR : actor_of(r, m->from),
                                .beyond = r->beyond,
                                .sent_by = r->sends.keys[sent] != 0 ? r->sends.by[sent] : 0,
                                .message = keep(r, message),
                                .type = keep(r, type) };
    if (r->sends.keys[sent] != 0) {
        s->list[step->sent_by].told[r->sends.told_at[sent]].delivered_by = s->count;
    }
    take_part(r, step->to);
    take_part(r, step->from);
    bool known = recorded->resumes_at != 0 ? debuginfo_place(r->debug, recorded->resumes_at - 1, &step->place)
                                           : recorded->handler != 0 && debuginfo_function(r->debug, recorded->handler, &step->place);
    step->place.line = known ? step->place.line : 0;
    s->count++;
    r->have_before = false;
}

static char *whole_state(struct reading *r, const struct record_state *state)
{
    char text[STATE];
    struct text t = text_in(text, sizeof text);
    describe_state(r->debug, r->names, state, true, &t);
    if (t.cut) {
        memcpy(text + sizeof text - 4, "...", 4);
    }
    return keep(r, text);
}

static void add_state(struct reading *r, const struct record_state *state)
{
    struct told_step *step = &r->steps->list[r->steps->count - 1];
    if (state->after == STATE_FAILING || state->after == STATE_AT_END) {
        return; /* see report/values.c, report/waiting.c */
    }
    if (state->after == 0) {
        r->before = *state;
        r->have_before = true;
        step->before = r->states && step->before == NULL ? whole_state(r, state) : step->before;
        return;
    }
    bool receiver = r->steps->count > 1 && step->to != NO_ACTOR && strcmp(state->actor, r->steps->actors[step->to].name) == 0;
    if (!receiver) {
        return; /* a new actor: its creation is told apart */
    }
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    if (r->have_before && describe_changes(r->debug, r->names, &r->before, state, &t)) {
        tell_text(r, TOLD_CHANGE, text);
    }
    step->after = r->states && step->after == NULL ? whole_state(r, state) : step->after;
    if (strcmp(state->status, "failed") == 0) {
        tell_text(r, TOLD_ENDS, "fails");
    } else if (strcmp(state->status, "destroyed") == 0 || strcmp(state->status, "terminated") == 0) {
        tell_text(r, TOLD_ENDS, "ends");
    }
}

static void add_sent(struct reading *r, const struct record_message *m)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    if (m->from[0] != '\0') {
        text_printf(&t, "%s ", m->from); /* sent by an actor that the step created */
    }
    if ((m->flags & MESSAGE_TIMER) && (m->flags & MESSAGE_RESTART)) {
        text_add(&t, "its memory is gone, but for what is persistent");
    } else if (m->flags & MESSAGE_CALL) {
        text_printf(&t, "calls %s with ", m->to);
        describe_message(r->debug, r->names, m, false, &t);
    } else {
        text_add(&t, m->flags & MESSAGE_TIMER ? "sets " : "sends ");
        describe_message(r->debug, r->names, m, false, &t);
        if (!(m->flags & MESSAGE_TIMER)) {
            text_printf(&t, " to %s", m->to);
        }
    }
    tell_text(r, TOLD_SENDS, text);
    struct told_step *step = &r->steps->list[r->steps->count - 1];
    const char *from = m->from[0] != '\0' ? m->from : step->to != NO_ACTOR ? r->steps->actors[step->to].name : "";
    if (r->good) {
        uint64_t key = key_of(m, from);
        size_t slot = slot_of(&r->sends, key);
        r->sends.keys[slot] = key;
        r->sends.by[slot] = r->steps->count - 1;
        r->sends.told_at[slot] = step->told_count - 1;
    }
}

static void add_left(struct reading *r, const struct record_message *m)
{
    struct told_steps *s = r->steps;
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    describe_message(r->debug, r->names, m, false, &t);
    s->left = grow(r, s->left, s->left_count, sizeof *s->left);
    if (!r->good) {
        return;
    }
    size_t sent = slot_of(&r->sends, key_of(m, m->from));
    struct step_left *left = &s->left[s->left_count];
    *left = (struct step_left){ .message = keep(r, text),
                                .to = actor_of(r, m->to),
                                .from = actor_of(r, m->from),
                                .sent_by = r->sends.keys[sent] != 0 ? r->sends.by[sent] : 0 };
    take_part(r, left->to);
    take_part(r, left->from);
    s->left_count += r->good;
}

static void add_printed(struct reading *r, const struct record_bytes *b)
{
    for (const char *at = (const char *)b->at, *end = at + b->size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop != NULL ? stop : end) - at);
        tell(r, TOLD_PRINTS, at, length < 200 ? length : 200);
        at += length + 1;
    }
}

static void add_record(struct reading *r, const struct record *record)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    switch (record->kind) {
    case RECORD_ACTOR: add_actor(r, &record->actor); break;
    case RECORD_STEP: add_step(r, &record->step); break;
    case RECORD_STATE: add_state(r, &record->state); break;
    case RECORD_SENT: add_sent(r, &record->sent); break;
    case RECORD_OUTPUT: add_printed(r, &record->output.text); break;
    case RECORD_PENDING: add_left(r, &record->pending); break;
    case RECORD_FAILED: tell_text(r, TOLD_WRONG, record->failed.why); break;
    case RECORD_FOLLOWED: r->beyond = r->steps->count > 1; break; /* of a run without a schedule nothing is */
    case RECORD_CREATED:
        text_printf(&t, "creates %s", record->created.name);
        tell_text(r, TOLD_CREATES, text);
        break;
    case RECORD_CHOICE:
        text_printf(&t, "chooses %lu of 0..%lu", record->choice.chosen, record->choice.of - 1);
        tell_text(r, TOLD_CHOOSES, text);
        break;
    case RECORD_LATE:
        text_add(&t, "time passes: ");
        text_duration(&t, record->late.ms);
        tell_text(r, TOLD_CHOOSES, text);
        break;
    case RECORD_FAULT:
        fault_sentence(&t, (uint32_t)record->fault.answer, record->fault.from, record->fault.to, record->fault.type);
        tell_text(r, TOLD_CHOOSES, text);
        break;
    case RECORD_NOTE:
        tell(r, TOLD_NOTE, (const char *)record->note.text.at, record->note.text.size < LINE ? record->note.text.size : LINE);
        break;
    default: break;
    }
}

struct told_steps *steps_read(const struct board *recorded, struct debuginfo *debug, bool states)
{
    struct reading r = { .steps = calloc(1, sizeof(struct told_steps)), .debug = debug, .names = actors_new(), .states = states };
    r.good = r.steps != NULL && r.names != NULL && sends_init(&r.sends, recorded);
    const unsigned char *at = recording_start(recorded), *end = recorded->log + recorded->log_size;
    struct record record;
    if (r.good) {
        r.steps->list = calloc(1, sizeof *r.steps->list);
        r.good = r.steps->list != NULL;
        r.steps->count = r.good;
    }
    if (r.good) {
        r.steps->list[0] = (struct told_step){ .to = NO_ACTOR, .from = NO_ACTOR };
    }
    while (r.good && recording_next(&at, end, &record)) {
        add_record(&r, &record);
    }
    if (r.names != NULL) {
        actors_free(&r.names);
    }
    free(r.sends.keys);
    free(r.sends.by);
    free(r.sends.told_at);
    if (!r.good) {
        steps_free(&r.steps);
    }
    return r.steps;
}

void steps_free(struct told_steps **all)
{
    struct told_steps *s = *all;
    for (size_t i = 0; s != NULL && i < s->count; i++) {
        for (size_t k = 0; k < s->list[i].told_count; k++) {
            free(s->list[i].told[k].text);
        }
        free(s->list[i].told);
        free(s->list[i].message);
        free(s->list[i].type);
        free(s->list[i].before);
        free(s->list[i].after);
    }
    for (size_t i = 0; s != NULL && i < s->actor_count; i++) {
        free(s->actors[i].name);
        free(s->actors[i].type);
    }
    for (size_t i = 0; s != NULL && i < s->left_count; i++) {
        free(s->left[i].message);
    }
    if (s != NULL) {
        free(s->list);
        free(s->actors);
        free(s->left);
    }
    free(s);
    *all = NULL;
}

bool step_is_wrong(const struct told_step *s)
{
    for (size_t k = 0; k < s->told_count; k++) {
        if (s->told[k].kind == TOLD_WRONG) {
            return true;
        }
    }
    return false;
}

void step_place(const struct told_step *s, char *out, size_t size)
{
    out[0] = '\0';
    if (s->place.line != 0) {
        const char *slash = strrchr(s->place.file, '/');
        snprintf(out, size, "%s:%d", slash != NULL ? slash + 1 : s->place.file, s->place.line);
    }
}
