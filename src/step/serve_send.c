/* Messages of a running actor or of the driver: sends, replies and timers. */
#include <string.h>

#include "actor/outlives.h"
#include "actor/request.h"
#include "base/text.h"
#include "image/regions.h"
#include "model/names.h"
#include "model/pack.h"
#include "model/timers.h"
#include "step/abandon.h"
#include "step/clock.h"
#include "step/serve_parts.h"

enum { EFFECTS_MAX = 1 << 28 };
_Static_assert(TIMERS_MAX == 8 * sizeof(((struct control *)0)->timers), "all bits set means that there is no room");

/* ---- sending ---- */

/* Whether a word is an address of the sender's own: on its stack, or inside a block that it has allocated. Numbers and texts may look
 * like an address in some arena, but hardly like one of these. Other actors' addresses need no check: none can have got here. */
static bool is_own_pointer(const void *value)
{
    uint32_t owner;
    if (border.running == NULL || !arena_of(value, &owner) || owner != border.running->actor) {
        return false;
    }
    const unsigned char *at = value;
    const struct heap *h = &border.running->heap;
    if (at < h->start || at >= h->top) {
        return border.running->sp != NULL && at >= (const unsigned char *)border.running->sp && at < arena_stack_top(owner);
    }
    return heap_block_around(h, value) != NULL;
}

static void refuse_pointer(const struct outline *o, size_t at, const char *what)
{
    char text[300], name[100];
    struct text t = text_in(text, sizeof text), field = text_in(name, sizeof name);
    outline_field_name(o, o->size != 0 ? at % o->size : at, &field);
    text_printf(&t,
                "%s carries a pointer into an actor's own memory (%s%sat offset %zu): its receiver cannot follow it; "
                "send the content, with HR_CARRIES",
                what, name, name[0] != '\0' ? ", " : "", at);
    abandon(KIND_ISOLATION, text, border.request.place, border.request.pc);
}

/* Such an address must not be sent, because the receiver could not use it. Only words that can be pointers by their type are checked. */
void serve_refuse_pointers(const struct outline *o, const unsigned char *bytes, size_t size, const char *what)
{
    for (size_t i = 0; border.running != NULL && (i = outline_next_address(o, i, size)) != SIZE_MAX; i += sizeof(void *)) {
        const void *value;
        memcpy(&value, bytes + i, sizeof value);
        if (is_own_pointer(value)) {
            refuse_pointer(o, i, what);
        }
    }
}

/* Padding must not be sent either: it would make equal messages differ. */
static bool clean_region(void *type_name, const struct region *r)
{
    if (r->part != NULL && r->part->kind == HR_PART_STRING) {
        return true;
    }
    if (r->outline->size != 0) {
        outline_clear(r->outline, r->bytes, r->size / r->outline->size);
    }
    serve_refuse_pointers(r->outline, r->bytes, r->size, type_name);
    return true;
}

static size_t pack_request(const struct hr_type *type, const void *data, unsigned char **packed)
{
    const char *problem;
    serving.packing = true;
    border.in_program = border.running != NULL; /* a wild pointer in a message is a crash of the program */
    size_t size = pack(type, data, server.scratch.base, server.scratch.reserved, &problem);
    border.in_program = false;
    serving.packing = false;
    if (problem != NULL) {
        abandon(KIND_MISUSE, problem, border.request.place, border.request.pc);
    }
    regions_each(type, server.scratch.base, clean_region, (void *)(uintptr_t)type->name);
    *packed = server.scratch.base;
    return size;
}

void serve_log(uint32_t to, const struct message *head, const void *bytes)
{
    if (serving.out->log.used > EFFECTS_MAX) {
        abandon(KIND_MEMORY, "one step sends more than 256 MB", border.request.place, border.request.pc);
    }
    struct effect e = { .kind = EFFECT_SEND,
                        .actor = to,
                        .size = head->size,
                        .number = (uintptr_t)border.request.place.file,
                        .of = (uint32_t)border.request.place.line,
                        .head = *head };
    if (head->timer == 0) {
        e.head.clock = border.running != NULL ? border.running->clock : 0;
    }
    memcpy(effects_add(serving.out, &e), bytes, head->size);
}

static void send_in_life(uint32_t from, uint32_t to, const struct hr_type *type, const void *data, unsigned flags, uint32_t life)
{
    unsigned char *packed;
    struct message head = { .type = type, .sender = from, .flags = (uint16_t)flags, .life = life };
    head.size = (uint32_t)pack_request(type, data, &packed);
    serve_log_or_lose(to, &head, packed);
}

void serve_send_from(uint32_t from, uint32_t to, const struct hr_type *type, const void *data, unsigned flags)
{
    uint64_t life = flags & MESSAGE_CALL && border.running != NULL ? border.running->life : 0;
    send_in_life(from, to, type, data, flags, (uint32_t)life);
}

uint32_t serve_self(void)
{
    return border.running == NULL ? DRIVER : border.running->actor;
}

uint32_t serve_receiver(hr_ref ref)
{
    uint32_t to = names_find(ref);
    if (to == NO_ACTOR) {
        abandon_misuse(ref == HR_NOBODY ? "a message to nobody: the reference is HR_NOBODY (0)"
                                        : "a message to a reference that never existed");
    }
    return to;
}

static void check_size(void)
{
    if (border.request.size != border.request.type->size) {
        abandon_misuse("a message type that is declared differently in two source files");
    }
}

void serve_send(unsigned flags)
{
    uint32_t to = serve_receiver(border.request.to);
    check_size();
    serve_send_from(serve_self(), to, border.request.type, border.request.data, flags);
}

void serve_call(void)
{
    serve_send(MESSAGE_CALL);
    border.running->status = ACTOR_WAITING_ON_REPLY;
    border.running->waiting_for = border.request.to;
}

/* ---- replies ---- */

/* Takes an entry out of the list of callers that are owed an answer; returns which life of it asked. */
static uint16_t settle_owed(struct control *c, uint32_t i)
{
    uint16_t life = 0;
    if (c->outlives != NULL) {
        uint16_t *lives = c->outlives->lives;
        life = lives[i];
        memmove(lives + i, lives + i + 1, (OUTLIVES_OWED - 1 - i) * sizeof *lives);
        lives[OUTLIVES_OWED - 1] = 0;
    }
    short_list_remove(&c->owed, &c->heap, i);
    return life;
}

/* Which of these callers it is; their number if it is none of them. */
static uint32_t find_owed(struct control *c, hr_ref caller)
{
    uint32_t i = 0;
    while (i < c->owed.count && *short_list_at(&c->owed, i) != caller) {
        i++;
    }
    return i;
}

/* Whether a caller is owed an answer: from now on it is not. One that is answered by name may have asked twice, since a call can come twice, and
 * a restarted actor can ask again: this answers the call that is being handled, and what was owed before is left for whoever answers that. */
static bool owed(hr_ref caller, uint32_t *life)
{
    struct control *c = border.running;
    uint32_t i = find_owed(c, caller);
    bool before = i < c->owed.count;
    if (c->from_caller && (caller == HR_NOBODY || caller == c->sender)) {
        *life = c->caller_life;
        c->from_caller = before;
        c->caller_life = before ? settle_owed(c, i) : 0;
        return true;
    }
    *life = before ? settle_owed(c, i) : 0;
    return before;
}

void serve_reply(void)
{
    uint32_t life;
    check_size();
    if (!owed(border.request.to, &life)) {
        abandon_misuse(border.request.to == HR_NOBODY ? "a reply with nobody waiting: the message is no call, or it was answered already"
                                                      : "a reply to an actor that does not wait for one");
    }
    hr_ref to = border.request.to == HR_NOBODY ? border.running->sender : border.request.to;
    send_in_life(border.running->actor, names_find(to), border.request.type, border.request.data, MESSAGE_REPLY, life);
}

static void send_failure(const struct control *c, hr_ref to, int reason, uint32_t life)
{
    struct message head = { .sender = c->actor, .flags = MESSAGE_REPLY | MESSAGE_FAILURE, .size = sizeof reason, .life = life };
    serve_log(names_find(to), &head, &reason);
}

void serve_fail_callers(struct control *c, int reason)
{
    if (c->from_caller) {
        send_failure(c, c->sender, reason, c->caller_life);
    }
    for (uint32_t i = 0; i < c->owed.count; i++) {
        send_failure(c, *short_list_at(&c->owed, i), reason, c->outlives != NULL ? c->outlives->lives[i] : 0);
    }
}

void serve_fail(void)
{
    struct control *c = border.running;
    c->fail_reason = (int)(int64_t)border.request.number;
    if (c->fail_reason == 0) {
        abandon_misuse("hr_fail(0): the reason must not be 0, which means success");
    }
    serve_fail_callers(c, c->fail_reason);
    c->status = ACTOR_FAILED;
}

/* ---- timers ---- */

void serve_after(void)
{
    check_size();
    struct control *c = border.running;
    if (c->timers == UINT64_MAX) {
        abandon_misuse("more than 64 timers of one actor at a time");
    }
    unsigned slot = (unsigned)__builtin_ctzll(~c->timers);
    unsigned char *packed;
    struct message head = { .type = border.request.type,
                            .sender = c->actor,
                            .flags = MESSAGE_TIMER,
                            .timer = (uint16_t)(slot + 1),
                            .clock = clock_set_timer(c, slot, border.request.number),
                            .delay = timers_have_order() ? border.request.number : 0 };
    head.size = (uint32_t)pack_request(border.request.type, border.request.data, &packed);
    serve_log(c->actor, &head, packed);
    c->timers |= (uint64_t)1 << slot;
    border.request.result = slot + 1;
}

void serve_cancel(void)
{
    uint64_t slot = border.request.number;
    if (slot == 0 || slot > TIMERS_MAX || !(border.running->timers >> (slot - 1) & 1)) {
        return; /* the timer came already */
    }
    border.running->timers &= ~((uint64_t)1 << (slot - 1));
    clock_end_timer(border.running, (unsigned)slot - 1);
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_CANCEL, .actor = border.running->actor, .number = slot });
}
