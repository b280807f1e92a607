#include "explore/follow.h"

#include <string.h>

#include "actor/adapter.h"
#include "base/text.h"
#include "check/check.h"
#include "model/pack.h"
#include "model/state.h"
#include "step/audit.h"
#include "step/execute.h"
#include "step/guard.h"
#include "step/image.h"
#include "step/world.h"
#include "trace/recording.h"
#include "trace/schedule.h"

enum { BEYOND_MAX = 10000 }; /* deliveries after the schedule's end, for programs that never end */

static struct board *board;
static const struct channel *channel;
static struct effects done;
static uint64_t step_number;

/* ---- recording ---- */

static const char *label(uint32_t actor, char *buffer)
{
    struct text t = text_in(buffer, SCHEDULE_NAME);
    names_label(actor, &t);
    return buffer;
}

/* The content as the program sees it: pointers lead into the copy. */
static void put_content(struct record *r, const struct hr_type *type, const void *packed, size_t size)
{
    static struct pool scratch;
    if (scratch.base == NULL) {
        pool_init(&scratch, (size_t)1 << 30);
    }
    memcpy(scratch.base, packed, size);
    if (type != NULL) {
        unpack(type, scratch.base);
    }
    r->struct_size = type != NULL ? type->size : size;
    r->bytes = scratch.base;
    r->size = size;
    r->address = (uint64_t)(uintptr_t)scratch.base;
}

static void record_actor(uint32_t actor)
{
    char name[SCHEDULE_NAME];
    const struct actor_name *n = names_get(actor);
    recording_add(board, &(struct record){ .kind = RECORD_ACTOR, .a = n->ref, .text1 = label(actor, name),
                                           .text2 = actor == DRIVER ? "" : n->type->behaviour.name });
}

/* State as an image holds it: control block, then heap. */
static void record_state(uint32_t actor, const unsigned char *image, uint64_t after)
{
    char name[SCHEDULE_NAME];
    const struct control *c = (const struct control *)image;
    recording_add(board, &(struct record){
        .kind = RECORD_STATE, .a = (uint64_t)(uintptr_t)c->state, .b = after, .c = c->type->size,
        .text1 = label(actor, name), .text2 = c->type->behaviour.name, .text3 = actor_status_name(c->status),
        .bytes = image + sizeof *c, .size = (size_t)(c->heap.top - c->heap.start),
        .address = (uint64_t)(uintptr_t)c->heap.start });
}

static void record_effect(const struct effect *e, uint32_t receiver, size_t *sends)
{
    char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
    struct record r;
    switch (e->kind) {
    case EFFECT_SEND:
        r = (struct record){ .kind = RECORD_SENT, .b = e->head.flags,
                             .c = *sends < world_sent_count() ? world_sent((*sends)++)->n : 0, .text1 = label(e->actor, to), .text3 = message_name(&e->head),
                             .text2 = e->head.sender == receiver ? "" : label(e->head.sender, from) };
        put_content(&r, e->head.type, effect_bytes(e), e->size);
        recording_add(board, &r);
        break;
    case EFFECT_CREATE:
        record_actor(e->actor);
        record_state(e->actor, effect_bytes(e), 1);
        recording_add(board, &(struct record){ .kind = RECORD_CREATED, .text1 = label(e->actor, to) });
        break;
    case EFFECT_CHOICE:
        recording_add(board, &(struct record){ .kind = RECORD_CHOICE, .a = e->number, .b = e->of });
        break;
    case EFFECT_NOTE:
        recording_add(board, &(struct record){ .kind = RECORD_NOTE, .bytes = effect_bytes(e), .size = e->size });
        break;
    case EFFECT_STATE:
        record_state(e->actor, effect_bytes(e), 1);
        break;
    default:
        break;
    }
}

static const void *handler_of(uint32_t actor, const struct hr_type *type)
{
    size_t size;
    const struct control *c = local_image(world_local(actor), &size);
    return actor == DRIVER || type == NULL ? NULL : c->adapter->describe(c, type);
}

/* Where an actor that waits inside its code goes on: the innermost return address into the program on its saved stack. */
static uint64_t resumes_at(uint32_t actor)
{
    size_t size;
    const struct control *c = local_image(world_local(actor), &size);
    if (actor == DRIVER || c->sp == NULL) {
        return 0;
    }
    uint64_t callers[8] = { 0 };
    struct image_parts p = image_parts(c, size);
    guard_return_addresses((const uint64_t *)image_stack(c, p), p.stack / sizeof(uint64_t), callers);
    return callers[0] == 0 ? 0 : callers[0] + 1;
}

static void record_step(const struct sent *s)
{
    char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
    const struct message *m = message_get(s->message);
    struct record r = { .kind = RECORD_STEP, .a = ++step_number, .b = m->flags, .c = s->n,
                        .d = m->flags & MESSAGE_REPLY ? 0 : (uint64_t)(uintptr_t)handler_of(s->to, m->type),
                        .resumes_at = resumes_at(s->to),
                        .text1 = label(s->to, to), .text2 = label(m->sender, from), .text3 = message_name(m) };
    put_content(&r, m->type, m->data, m->size);
    recording_add(board, &r);
    if (s->to != DRIVER) {
        size_t size;
        record_state(s->to, local_image(world_local(s->to), &size), 0);
    }
}

static void record_output(void)
{
    const char *text;
    size_t size = guard_output(&text);
    if (size != 0) {
        recording_add(board, &(struct record){ .kind = RECORD_OUTPUT, .bytes = (const unsigned char *)text, .size = size });
    }
    guard_output_clear();
}

static void record_pending(void)
{
    for (size_t i = 0; i < world_sent_count(); i++) {
        const struct sent *s = world_sent(i);
        if (s->delivered) {
            continue;
        }
        char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
        const struct message *m = message_get(s->message);
        struct record r = { .kind = RECORD_PENDING, .b = m->flags, .c = s->n, .text1 = label(s->to, to),
                            .text2 = label(m->sender, from), .text3 = message_name(m) };
        put_content(&r, m->type, m->data, m->size);
        recording_add(board, &r);
    }
}

/* ---- following ---- */

/* Where `harrier replay --gdb` puts its breakpoint. */
__attribute__((visibility("default"), noinline)) void harrier_before_step(uint64_t step)
{
    __asm__ volatile("" : : "r"(step) : "memory");
}

/* What is found last is what the schedule leads to, so it comes first; several of one state stay in their order. */
static void found(const struct finding *f)
{
    uint32_t at = 0;
    while (at < board->finding_count && board->findings[at].steps == step_number) {
        at++;
    }
    if (board->finding_count == FINDINGS_MAX) {
        board->findings_beyond++;
        board->finding_count--;
        at = at < FINDINGS_MAX ? at : FINDINGS_MAX - 1;
    }
    memmove(&board->findings[at + 1], &board->findings[at], (board->finding_count - at) * sizeof *f);
    board->findings[at] = *f;
    board->findings[at].steps = step_number;
    board->findings[at].times = 1;
    board->finding_count++;
}

static void tell_found(void *user, const struct finding *f)
{
    (void)user;
    found(f);
}

/* Runs the step twice, as the search does, to see whether it does the same. */
static bool audit(const struct sent *s, const uint32_t *choices, size_t count)
{
    static struct effects once, again;
    if (once.log.base == NULL) {
        effects_init(&once);
        effects_init(&again);
    }
    struct step step = { .local = world_local(s->to), .message = s->message, .shared = world_local(DRIVER),
                         .choices = choices, .choice_count = count };
    if (audit_step(&step, &once, &again)) {
        guard_output_clear();
        return true;
    }
    found(&once.finding);
    recording_add(board, &(struct record){ .kind = RECORD_FAILED, .text1 = once.finding.text });
    return false;
}

/* Looks at the present state. What is wrong with it does not end the execution, nor the way along the schedule. */
static void check_now(void)
{
    uint32_t *state = state_new();
    world_state(state);
    check_state(state, names_count(), true, &(struct teller){ tell_found, NULL });
    state_free(state);
}

static bool deliver(size_t i, const uint32_t *choices, size_t count)
{
    struct sent s = *world_sent(i);
    record_step(&s);
    guard_output_clear();
    if (s.to != DRIVER && !board->job.gdb && board->job.audit_every != 0 && !audit(&s, choices, count)) {
        return false;
    }
    harrier_before_step(step_number);
    size_t sends = world_sent_count(); /* the step's own begin here */
    bool well = world_deliver(i, choices, count, &done);
    for (const struct effect *e = effects_next(&done, NULL); e != NULL; e = effects_next(&done, e)) {
        record_effect(e, s.to, &sends);
    }
    record_output();
    board->counts.deliveries = step_number;
    if (!well) {
        found(&done.finding);
        world_drop(i); /* it was delivered: that is where it went wrong */
        recording_add(board, &(struct record){ .kind = RECORD_FAILED, .text1 = done.finding.text });
        return false;
    }
    check_now();
    return true;
}

/* Which pending message a schedule's line means; false when there is none. */
static bool find(const struct schedule_step *want, size_t *out)
{
    char name[SCHEDULE_NAME];
    for (size_t i = 0; i < world_sent_count(); i++) {
        const struct sent *s = world_sent(i);
        const struct message *m = message_get(s->message);
        if (!s->delivered && s->n == want->n && ((m->flags & MESSAGE_REPLY) != 0) == want->reply &&
            strcmp(message_name(m), want->type) == 0 && strcmp(label(s->to, name), want->to) == 0 &&
            strcmp(label(m->sender, name), want->from) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* ... or an event of an adapter, which is written as a message of an actor to itself. */
static bool find_event(const struct schedule_step *want, size_t *out)
{
    char name[SCHEDULE_NAME];
    const struct hr_type *event;
    for (uint32_t a = 1; a < names_count() && strcmp(want->to, want->from) == 0; a++) {
        for (size_t i = 0; strcmp(label(a, name), want->to) == 0 && (event = world_event(a, i)) != NULL; i++) {
            if (strcmp(event->name, want->type) == 0) {
                *out = world_take_event(a, event);
                return true;
            }
        }
    }
    return false;
}

static void misfit(const struct schedule_step *want, const char *why)
{
    if (board->finding_count != 0) {
        return; /* on the way there it led to a violation, and that is what counts */
    }
    struct text t = text_in(board->why, sizeof board->why);
    char line[400];
    struct text l = text_in(line, sizeof line);
    schedule_write_step(want, &l);
    line[l.length - 1] = '\0';
    text_printf(&t, "the schedule does not fit the program any more at step %lu, '%s': %s", step_number + 1, line, why);
    board->state = RUN_UNUSABLE;
}

static bool interrupted(void)
{
    board->limit = board->stop ? LIMIT_INTERRUPT : board->limit;
    return board->stop;
}

/* Follows the lines; false when it went no further. */
static bool follow_lines(void)
{
    const char *at = (const char *)board->log, *end = at + board->job.schedule_size;
    struct schedule_step want;
    char error[300];
    struct text t = text_in(error, sizeof error);
    int got;
    while ((got = schedule_read_step(&at, end, &want, &t)) == 1) {
        size_t i;
        bool pending = find(&want, &i);
        if (!pending && !find_event(&want, &i)) {
            misfit(&want, "no such message is pending there");
            return false;
        }
        const char *refusal = pending ? world_refusal(i, channel) : NULL;
        if (refusal != NULL) {
            char why[100];
            struct text w = text_in(why, sizeof why);
            text_printf(&w, "the message is pending, but %s", refusal);
            misfit(&want, why);
            return false;
        }
        if (!deliver(i, want.choices, want.choice_count) || interrupted()) {
            return false;
        }
    }
    if (got < 0) {
        t = text_in(board->why, sizeof board->why);
        text_add(&t, error);
        board->state = RUN_UNUSABLE;
        return false;
    }
    return true;
}

static bool next_event(size_t *out)
{
    for (uint32_t a = 1; a < names_count(); a++) {
        const struct hr_type *event = world_event(a, 0);
        if (event != NULL) {
            *out = world_take_event(a, event);
            return true;
        }
    }
    return false;
}

/* The first of those sent from *first on that can be delivered, or an event; false: this is an end. *first moves up to the first one
 * that is still pending. */
static bool find_next(size_t *first, size_t *out)
{
    while (*first < world_sent_count() && world_sent(*first)->delivered) {
        ++*first;
    }
    size_t i = *first;
    while (i < world_sent_count() && (world_sent(i)->delivered || world_refusal(i, channel) != NULL)) {
        i++;
    }
    *out = i;
    return i < world_sent_count() || next_event(out);
}

/* What is left, in order of sending, events last, unless something was found: a schedule that leads to a violation has said all that it has
 * to say. True at an end. */
static bool follow_rest(void)
{
    size_t first = 0, i;
    for (size_t n = 0; n < BEYOND_MAX; n++) {
        if (!find_next(&first, &i)) {
            return true;
        }
        if (board->finding_count != 0 || !deliver(i, NULL, 0) || interrupted()) {
            return false;
        }
    }
    board->limit = LIMIT_DEPTH;
    return false;
}

void follow(struct board *b, const struct channel *with)
{
    board = b;
    channel = with;
    effects_init(&done);
    board->log_size = board->job.schedule_size + 1;
    for (uint32_t a = 0; a < names_count(); a++) {
        record_actor(a);
    }
    check_now();
    if (follow_lines()) {
        recording_add(board, &(struct record){ .kind = RECORD_FOLLOWED });
        if (!board->job.stop_after && follow_rest()) {
            uint32_t *state = state_new();
            world_state(state);
            check_end(state, names_count(), &(struct teller){ tell_found, NULL });
            state_free(state);
        }
    }
    record_pending();
    recording_add(board, &(struct record){ .kind = RECORD_END });
}
