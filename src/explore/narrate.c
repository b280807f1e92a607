#include "explore/narrate.h"

#include <string.h>

#include "actor/adapter.h"
#include "base/text.h"
#include "guard/guard.h"
#include "guard/printed.h"
#include "image/image.h"
#include "model/names.h"
#include "model/pack.h"
#include "step/partition.h"
#include "step/question.h"
#include "trace/recording.h"
#include "trace/schedule.h"

_Static_assert((int)RECORD_REPLY == (int)MESSAGE_REPLY, "the flags of a message, as recordings have them");

enum { STACK_MOST = 256 << 10 }; /* of a stack, from its innermost function on: there may be large arrays further out */
enum { GROUP_NAMES = PARTITION_ACTORS * SCHEDULE_NAME };

void narrate_init(struct narration *n, struct board *board)
{
    *n = (struct narration){ .board = board };
    pool_init(&n->scratch, (size_t)1 << 30);
    pool_init(&n->arrays, (size_t)1 << 30);
    pool_init(&n->shown, (size_t)1 << 24);
    effects_init(&n->asked);
}

const char *narrate_name(uint32_t actor, char *buffer)
{
    struct text t = text_in(buffer, SCHEDULE_NAME);
    names_label(actor, &t);
    return buffer;
}

static void note_array(void *arrays, const void *pointer, size_t size)
{
    *(struct record_array *)pool_take(arrays, sizeof(struct record_array)) =
        (struct record_array){ .pointer = (uint64_t)(uintptr_t)pointer, .size = size };
}

/* Puts a message's flags, type and content into a record. The content is unpacked: its pointers point into the copy. */
static void put_message(struct narration *n, struct record_message *r, const struct message *m, const void *packed, size_t size)
{
    unsigned char *copy = n->scratch.base;
    memcpy(copy, packed, size);
    pool_give_back(&n->arrays, n->arrays.used);
    if (m->type != NULL) {
        unpack(m->type, copy);
        pack_arrays(m->type->parts, copy, 0, note_array, &n->arrays);
    }
    r->arrays = (struct record_bytes){ .at = n->arrays.base, .size = n->arrays.used };
    r->type = message_name(m);
    r->flags = m->flags;
    r->struct_size = m->type != NULL ? m->type->size : size;
    r->content = (struct record_bytes){ .at = copy, .size = size, .address = (uint64_t)(uintptr_t)copy };
}

void narrate_actor(struct narration *n, uint32_t actor)
{
    char name[SCHEDULE_NAME];
    const struct actor_name *who = names_get(actor);
    recording_actor(n->board, &(struct record_actor){ .ref = who->ref,
                                                      .name = narrate_name(actor, name),
                                                      .type = actor == DRIVER ? "" : who->type->behaviour.name });
}

/* How the actor's library describes its present state: a pair a line. */
static struct record_bytes shown_now(struct narration *n, uint32_t actor)
{
    pool_give_back(&n->shown, n->shown.used);
    if (world_local(actor) == 0) {
        return (struct record_bytes){ 0 };
    }
    question_shows(world_local(actor), world_local(DRIVER), &n->asked);
    if (n->asked.failed) {
        char words[500];
        struct text t = text_in(words, sizeof words);
        text_printf(&t, "its description failed: %s", n->asked.finding.text);
        recording_note(n->board, &(struct record_text){ .text = { .at = (const unsigned char *)words, .size = t.length } });
        return (struct record_bytes){ 0 };
    }
    size_t size = 0;
    for (const struct effect *e = effects_next(&n->asked, NULL); e != NULL; e = effects_next(&n->asked, e)) {
        if (e->kind == EFFECT_NOTE && size + e->size + 1 < n->shown.reserved) {
            memcpy(n->shown.base + size, effect_bytes(e), e->size);
            size += e->size;
            n->shown.base[size++] = '\n';
        }
    }
    return (struct record_bytes){ .at = n->shown.base, .size = size };
}

static void write_state(struct narration *n, uint32_t actor, const struct control *c, const unsigned char *heap, struct record_bytes stack,
                        uint64_t after)
{
    char name[SCHEDULE_NAME];
    struct record_bytes shown = after <= 1 ? shown_now(n, actor) : (struct record_bytes){ 0 };
    recording_state(
        n->board, &(struct record_state){
                      .actor = narrate_name(actor, name),
                      .type = c->type->behaviour.name,
                      .status = actor_status_name(c->status),
                      .after = after,
                      .address = (uint64_t)(uintptr_t)c->state,
                      .size = c->type->size,
                      .heap = { .at = heap, .size = (size_t)(c->heap.top - c->heap.start), .address = (uint64_t)(uintptr_t)c->heap.start },
                      .shown = shown,
                      .stack = stack,
                      .message = (uint64_t)(uintptr_t)c->message,
                      .message_size = c->message_type != NULL ? c->message_type->size : 0,
                      .called_with = c->adapter == &adapter_handlers  ? 2
                                     : c->adapter == &adapter_process ? 1
                                                                      : 0 });
}

/* Writes the state in an image. */
static void narrate_state(struct narration *n, uint32_t actor, const unsigned char *image, size_t size, uint64_t after)
{
    const struct control *c = (const struct control *)image;
    struct image_parts p = image_parts(c, size);
    struct record_bytes stack = { .at = image_stack(c, p),
                                  .size = p.stack < STACK_MOST ? p.stack : STACK_MOST,
                                  .address = (uint64_t)(uintptr_t)c->sp };
    write_state(n, actor, c, image_heap(c), stack, after);
}

void narrate_failing(struct narration *n, uint32_t actor)
{
    const struct control *c = arena_control(actor);
    if (arena_sane(c, actor)) {
        const unsigned char *sp = c->sp, *bottom = arena_stack_bottom(actor), *top = arena_stack_top(actor);
        size_t used = sp >= bottom && sp < top ? (size_t)(top - sp) : 0;
        struct record_bytes stack = { .at = sp, .size = used < STACK_MOST ? used : STACK_MOST, .address = (uint64_t)(uintptr_t)sp };
        write_state(n, actor, c, c->heap.start, stack, STATE_FAILING);
    }
}

static void narrate_fault(struct narration *n, const struct effect *e)
{
    char to[GROUP_NAMES], from[GROUP_NAMES];
    enum fault_kind kind = answer_fault((struct answer){ .look = e->place });
    if (kind == FAULT_SPLIT || kind == FAULT_HEAL) {
        struct text one = text_in(from, sizeof from), other = text_in(to, sizeof to);
        partition_names(e->head.sender, &one);
        partition_names(e->actor, &other);
    } else {
        narrate_name(e->head.sender, from);
        narrate_name(e->actor, to);
    }
    recording_fault(n->board, &(struct record_fault){
                                  .answer = e->place, .from = from, .to = to, .type = e->head.type != NULL ? e->head.type->name : "" });
}

/* What waited for an actor that crashed is lost. */
static void narrate_lost(struct narration *n, uint32_t actor)
{
    char words[2 * SCHEDULE_NAME + 100];
    for (size_t i = n->history; i < world_history_count(); i++) {
        struct happening h = world_history(i);
        const struct sent *s = h.kind == HAPPENED_CANCEL ? world_sent(h.which) : NULL;
        const struct message *m = s != NULL ? message_get(s->message) : NULL;
        if (m != NULL && s->to == actor && message_dies(m)) {
            struct text t = text_in(words, sizeof words);
            text_printf(&t, "the message %s from ", message_name(m));
            names_label(m->sender, &t);
            text_add(&t, ", which waited for it, is lost");
            recording_note(n->board, &(struct record_text){ .text = { .at = (const unsigned char *)words, .size = t.length } });
        }
    }
}

void narrate_effect(struct narration *n, const struct effect *e, uint32_t receiver, size_t *sends)
{
    char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
    struct record_message sent;
    switch (e->kind) {
    case EFFECT_SEND:
        sent = (struct record_message){ .to = narrate_name(e->actor, to),
                                        .from = e->head.sender == receiver ? "" : narrate_name(e->head.sender, from),
                                        .n = *sends < world_sent_count() ? world_sent((*sends)++)->n : 0 };
        put_message(n, &sent, &e->head, effect_bytes(e), e->size);
        recording_sent(n->board, &sent);
        break;
    case EFFECT_CREATE:
        narrate_actor(n, e->actor);
        narrate_state(n, e->actor, effect_bytes(e), e->size, 1);
        recording_created(n->board, &(struct record_created){ .name = narrate_name(e->actor, to) });
        break;
    case EFFECT_CHOICE: recording_choice(n->board, &(struct record_choice){ .chosen = e->number, .of = e->of }); break;
    case EFFECT_LOOK:
        if (e->number != 0) {
            recording_late(n->board, &(struct record_late){ .look = e->actor, .ms = e->head.clock });
        }
        break;
    case EFFECT_FAULT:
        if (e->number != 0) {
            narrate_fault(n, e);
        }
        break;
    case EFFECT_LOSE: narrate_lost(n, e->actor); break;
    case EFFECT_NOTE: recording_note(n->board, &(struct record_text){ .text = { .at = effect_bytes(e), .size = e->size } }); break;
    case EFFECT_STATE: narrate_state(n, e->actor, effect_bytes(e), e->size, 1); break;
    default: break;
    }
}

/* What an actor begins with, and begins again with when it is restarted. */
static const void *beginning_of(uint32_t actor)
{
    const struct hr_actor_type *type = names_get(actor)->type;
    const struct hr_clause *init = type->adapter == NULL ? clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL) : NULL;
    return init != NULL ? (const void *)init->function : (const void *)type->run;
}

static const void *handler_of(uint32_t actor, const struct message *m)
{
    size_t size;
    const struct control *c = local_image(world_local(actor), &size);
    if (actor == DRIVER || (m->flags & MESSAGE_REPLY)) {
        return NULL;
    }
    return m->flags & MESSAGE_RESTART ? beginning_of(actor) : m->type != NULL ? adapter_describe(c, m->type) : NULL;
}

/* Where a waiting actor's code goes on: the innermost return address into the program on its saved stack. */
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

struct narrated_place narrate_place(const struct sent *s)
{
    const struct message *m = message_get(s->message);
    return (struct narrated_place){ .handler = (uint64_t)(uintptr_t)handler_of(s->to, m), .resumes_at = resumes_at(s->to) };
}

void narrate_step(struct narration *n, const struct sent *s)
{
    char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
    const struct message *m = message_get(s->message);
    struct narrated_place place = narrate_place(s);
    n->history = world_history_count();
    struct record_step r = { .message = { .to = narrate_name(s->to, to), .from = narrate_name(m->sender, from), .n = s->n },
                             .number = ++n->steps,
                             .handler = place.handler,
                             .resumes_at = place.resumes_at };
    put_message(n, &r.message, m, m->data, m->size);
    recording_step(n->board, &r);
    if (s->to != DRIVER) {
        size_t size;
        const unsigned char *image = local_image(world_local(s->to), &size);
        narrate_state(n, s->to, image, size, 0);
    }
}

void narrate_output(struct narration *n)
{
    const char *text;
    size_t size = printed_so_far(&text);
    if (size != 0) {
        recording_output(n->board, &(struct record_text){ .text = { .at = (const unsigned char *)text, .size = size } });
    }
    printed_clear();
}

void narrate_waiting(struct narration *n, uint32_t except)
{
    for (uint32_t a = 1; a < names_count(); a++) {
        size_t size;
        if (world_local(a) == 0) {
            continue; /* it has a name from a step that failed after creating it */
        }
        const unsigned char *image = local_image(world_local(a), &size);
        if (a != except && ((const struct control *)image)->sp != NULL) {
            narrate_state(n, a, image, size, STATE_AT_END);
        }
    }
}

void narrate_pending(struct narration *n)
{
    for (size_t i = 0; i < world_sent_count(); i++) {
        const struct sent *s = world_sent(i);
        if (s->delivered) {
            continue;
        }
        char to[SCHEDULE_NAME], from[SCHEDULE_NAME];
        const struct message *m = message_get(s->message);
        struct record_message r = { .to = narrate_name(s->to, to), .from = narrate_name(m->sender, from), .n = s->n };
        put_message(n, &r, m, m->data, m->size);
        recording_pending(n->board, &r);
    }
}
