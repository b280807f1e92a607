/* Schedules, live: what recording and forcing share. A message is known by its receiver, its sender, the name of its type and its
 * number among those, counted as it is sent (docs/schedule-format.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/forced.h"
#include "base/hash.h"
#include "base/text.h"
#include "live/runtime.h"
#include "trace/schedule.h"

bool live_stamping, live_recording;

/* How many messages of a kind were sent. */
static struct kind {
    hr_ref to, from;
    const char *type;
    uint32_t count; /* 0: a free slot */
} * kinds;
static size_t kind_count, kind_slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *type_of(const struct envelope *e)
{
    return e->flags & MESSAGE_FAILURE ? "(failure)" : e->flags & MESSAGE_RESTART ? "(restart)" : e->type->name;
}

static struct kind *kind_at(hr_ref to, hr_ref from, const char *type)
{
    size_t i = hash_bytes(type, strlen(type), hash_mix(to * 31 + hash_mix(from))) & (kind_slots - 1);
    while (kinds[i].count != 0 && (kinds[i].to != to || kinds[i].from != from || strcmp(kinds[i].type, type) != 0)) {
        i = (i + 1) & (kind_slots - 1);
    }
    return &kinds[i];
}

static uint32_t count_one(hr_ref to, hr_ref from, const char *type)
{
    if (2 * (kind_count + 1) > kind_slots) {
        struct kind *old = kinds;
        size_t old_slots = kind_slots;
        kind_slots = old_slots == 0 ? 64 : old_slots * 2;
        kinds = live_need(calloc(kind_slots, sizeof *kinds));
        for (size_t i = 0; i < old_slots; i++) {
            if (old[i].count != 0) {
                *kind_at(old[i].to, old[i].from, old[i].type) = old[i];
            }
        }
        free(old);
    }
    struct kind *k = kind_at(to, from, type);
    kind_count += k->count == 0;
    *k = (struct kind){ to, from, type, k->count + 1 };
    return k->count;
}

void live_identify(hr_ref to, struct envelope *e)
{
    pthread_mutex_lock(&lock);
    struct stamp *s = live_stamp(e);
    *s = (struct stamp){ .to = to, .n = count_one(to, e->sender, type_of(e)), .step = NO_STEP, .life = s->life };
    pthread_mutex_unlock(&lock);
    if (live_forcing && live_running) {
        live_force_resolve(e);
    }
}

void live_identity(const struct envelope *e, struct schedule_step *out)
{
    const struct stamp *s = live_stamp(e);
    *out = (struct schedule_step){ .n = s->n, .reply = (e->flags & MESSAGE_REPLY) != 0 };
    struct text to = text_in(out->to, sizeof out->to), from = text_in(out->from, sizeof out->from),
                type = text_in(out->type, sizeof out->type);
    live_ref_label(s->to, &to);
    live_ref_label(e->sender, &from);
    text_add(&type, type_of(e));
}

void live_trace_begin(void)
{
    const char *record = getenv("HARRIER_RECORD"), *schedule = getenv("HARRIER_SCHEDULE");
    if (schedule != NULL && *schedule != '\0') {
        live_force_begin(schedule);
    }
    if (record != NULL && *record != '\0') {
        live_record_begin(record);
        live_recording = true;
    }
    live_stamping = live_recording || live_forcing;
}

/* ---- steps ---- */

void live_trace_delivery(struct actor *a, struct co *co, struct envelope *e)
{
    if (!live_running) {
        return; /* hr_settle(): no part of a schedule */
    }
    co->inside = false;
    if (live_recording) {
        co->event = live_record_delivery(e);
    }
    if (live_forcing && live_stamp(e)->step != NO_STEP) {
        live_force_started(co);
        live_life_save(a);
    }
}

void live_trace_without_code(struct envelope *e)
{
    if (!live_stamping || !live_running) {
        return;
    }
    if (live_recording) {
        live_record_done(live_record_delivery(e));
    }
    if (live_forcing) {
        live_force_passed(e);
    }
}

void live_trace_step_end(struct co *co)
{
    if (co->inside || !live_running) {
        co->inside = false;
        return;
    }
    if (live_recording) {
        live_record_done(co->event);
    }
    if (co->forced) {
        co->forced = false;
        live_force_done();
    }
}

void live_trace_violation(const char *kind, const char *place, const char *text)
{
    char line[FORCED_LINE];
    snprintf(line, sizeof line, "%s%.1100s  [%s]", place, text, kind);
    live_tell(FORCED_VIOLATION, line);
    if (live_recording) {
        live_record_finish(kind, text);
    }
}

void live_trace_end(void)
{
    if (live_recording) {
        live_record_finish(NULL, NULL);
    }
}

/* ---- choices ---- */

/* Live, a choice is made at random: it stands for what the outside decides. */
unsigned live_choose(struct co *co, unsigned n)
{
    unsigned value;
    if (!live_forcing || !(co->forced || co->inside) || !live_force_choice(n, &value)) {
        struct worker *w = live_me();
        w->random += 0x9e3779b97f4a7c15u;
        value = (unsigned)(hash_mix(w->random) % n);
    }
    if (live_recording) {
        live_record_choice(co->event, value);
    }
    return value;
}
