#include "step/serve.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/guard.h"
#include "guard/traps.h"
#include "image/regions.h"
#include "model/names.h"
#include "model/pack.h"
#include "model/timers.h"
#include "step/clock.h"
#include "step/creations.h"

struct serving serving;
bool serve_packing;
void (*serve_limit)(enum limit_kind limit);

enum { PACKED_MAX = 64 << 20, EFFECTS_MAX = 1 << 28 };

static struct board *board;
static uint32_t driver_children;

void serve_init(struct board *b)
{
    board = b;
    clock_init(b);
}

void fail_with(const struct finding *what)
{
    in_program = false;
    struct finding f = *what;
    if (running != NULL && running->sp != NULL && f.line == 0) {
        guard_callers(running->actor, (uint64_t)(uintptr_t)running->sp, f.callers);
    }
    guard_finding = f;
    _longjmp(guard_jump, 1);
}

static struct finding finding_of(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc)
{
    struct finding f = { .kind = kind, .line = place.line, .pc = pc };
    struct text t = text_in(f.text, sizeof f.text);
    text_add(&t, text);
    if (place.file != NULL) {
        t = text_in(f.file, sizeof f.file);
        text_add(&t, place.file);
    }
    return f;
}

void fail(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc)
{
    struct finding f = finding_of(kind, text, place, pc);
    fail_with(&f);
}

static void misuse(const char *text)
{
    fail(KIND_MISUSE, text, request.place, request.pc);
}

/* ---- sending ---- */

/* Whether a word is an address of the sender's own: on its stack, or inside a block that it has allocated. Numbers and texts may look like an
 * address in an arena, but hardly like one of these; and another actor's address nobody can have who was not sent it. */
static bool is_own_pointer(const void *value)
{
    uint32_t owner;
    if (running == NULL || !arena_of(value, &owner) || owner != running->actor) {
        return false;
    }
    const unsigned char *at = value;
    const struct heap *h = &running->heap;
    if (at < h->start || at >= h->top) {
        return running->sp != NULL && at >= (const unsigned char *)running->sp && at < arena_stack_top(owner);
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
    fail(KIND_ISOLATION, text, request.place, request.pc);
}

/* Such an address must not travel: the receiver could not follow it. It is looked for where the type can have one. */
static void refuse_pointers(const struct outline *o, const unsigned char *bytes, size_t size, const char *what)
{
    for (size_t i = 0; running != NULL && (i = outline_next_address(o, i, size)) != SIZE_MAX; i += sizeof(void *)) {
        const void *value;
        memcpy(&value, bytes + i, sizeof value);
        if (is_own_pointer(value)) {
            refuse_pointer(o, i, what);
        }
    }
}

/* What belongs to nobody must not travel either: it would tell equal messages apart. */
static bool clean_region(void *type_name, const struct region *r)
{
    if (r->part != NULL && r->part->kind == HR_PART_STRING) {
        return true;
    }
    if (r->outline->size != 0) {
        outline_clear(r->outline, r->bytes, r->size / r->outline->size);
    }
    refuse_pointers(r->outline, r->bytes, r->size, type_name);
    return true;
}

static size_t pack_request(const struct hr_type *type, const void *data, unsigned char **packed)
{
    static struct pool scratch;
    if (scratch.base == NULL) {
        pool_init(&scratch, PACKED_MAX);
    }
    const char *problem;
    serve_packing = true;
    in_program = running != NULL; /* a wild pointer in a message is the program's crash */
    size_t size = pack(type, data, scratch.base, scratch.reserved, &problem);
    in_program = false;
    serve_packing = false;
    if (problem != NULL) {
        fail(KIND_MISUSE, problem, request.place, request.pc);
    }
    regions_each(type, scratch.base, clean_region, (void *)(uintptr_t)type->name);
    *packed = scratch.base;
    return size;
}

static void log_message(uint32_t to, const struct message *head, const void *bytes)
{
    if (serving.out->log.used > EFFECTS_MAX) {
        fail(KIND_MEMORY, "one step sends more than 256 MB", request.place, request.pc);
    }
    struct effect e = { .kind = EFFECT_SEND,
                        .actor = to,
                        .size = head->size,
                        .number = (uintptr_t)request.place.file,
                        .of = (uint32_t)request.place.line,
                        .head = *head };
    if (head->timer == 0) {
        e.head.clock = running != NULL ? running->clock : 0;
    }
    memcpy(effects_add(serving.out, &e), bytes, head->size);
}

void send_from(uint32_t from, uint32_t to, const struct hr_type *type, const void *data, unsigned flags)
{
    unsigned char *packed;
    struct message head = { .type = type, .sender = from, .flags = (uint16_t)flags };
    head.size = (uint32_t)pack_request(type, data, &packed);
    log_message(to, &head, packed);
}

static uint32_t self_index(void)
{
    return running == NULL ? DRIVER : running->actor;
}

static uint32_t receiver(hr_ref ref)
{
    uint32_t to = names_find(ref);
    if (to == NO_ACTOR) {
        misuse(ref == HR_NOBODY ? "a message to nobody: the reference is HR_NOBODY (0)" : "a message to a reference that never existed");
    }
    return to;
}

static void check_size(void)
{
    if (request.size != request.type->size) {
        misuse("a message type that is declared differently in two source files");
    }
}

static void serve_send(unsigned flags)
{
    uint32_t to = receiver(request.to);
    check_size();
    send_from(self_index(), to, request.type, request.data, flags);
}

static void serve_call(void)
{
    serve_send(MESSAGE_CALL);
    running->status = ACTOR_WAITING_ON_REPLY;
    running->waiting_for = request.to;
}

/* ---- replies ---- */

static bool owes(hr_ref caller, bool settle)
{
    struct control *c = running;
    if (c->from_caller && (caller == HR_NOBODY || caller == c->sender)) {
        c->from_caller = c->from_caller && !settle;
        return true;
    }
    for (uint32_t i = 0; i < c->owed.count; i++) {
        if (*short_list_at(&c->owed, i) == caller) {
            if (settle) {
                short_list_remove(&c->owed, &c->heap, i);
            }
            return true;
        }
    }
    return false;
}

static void serve_reply(void)
{
    check_size();
    if (!owes(request.to, true)) {
        misuse(request.to == HR_NOBODY ? "a reply with nobody waiting: the message is no call, or it was answered already"
                                       : "a reply to an actor that does not wait for one");
    }
    hr_ref to = request.to == HR_NOBODY ? running->sender : request.to;
    send_from(running->actor, names_find(to), request.type, request.data, MESSAGE_REPLY);
}

static void send_failure(uint32_t to, int reason)
{
    struct message head = { .sender = running->actor, .flags = MESSAGE_REPLY | MESSAGE_FAILURE, .size = sizeof reason };
    log_message(to, &head, &reason);
}

static void serve_fail(void)
{
    struct control *c = running;
    c->fail_reason = (int)(int64_t)request.number;
    if (c->fail_reason == 0) {
        misuse("hr_fail(0): the reason must not be 0, which means success");
    }
    if (c->from_caller) {
        send_failure(names_find(c->sender), c->fail_reason);
    }
    for (uint32_t i = 0; i < c->owed.count; i++) {
        send_failure(names_find(*short_list_at(&c->owed, i)), c->fail_reason);
    }
    c->status = ACTOR_FAILED;
}

/* ---- creation ---- */

/* Handlers that were written for another kind of actor would take its struct for theirs. */
void serve_refuse_misfits(const struct hr_actor_type *type, const struct hr_behaviour *behaviour)
{
    struct finding f;
    if (outline_misfit(type, behaviour, &f)) {
        in_program = false;
        guard_finding = f;
        _longjmp(guard_jump, 1);
    }
}

static void serve_spawn(void)
{
    const struct hr_actor_type *type = request.actor_type;
    size_t size = request.size;
    static struct pool scratch;
    if (scratch.base == NULL) {
        pool_init(&scratch, PACKED_MAX);
    }
    if (size != type->size || size > scratch.reserved) {
        misuse("an actor type that is declared differently in two source files");
    }
    memcpy(scratch.base, request.data, size);
    const struct outline *outline = outline_of_actor(type);
    outline_clear(outline, scratch.base, 1);
    refuse_pointers(outline, scratch.base, size, type->behaviour.name);
    serve_refuse_misfits(type, &type->behaviour);

    struct control *parent = running;
    uint32_t child = names_child(self_index(), parent != NULL ? ++parent->children : ++driver_children, type);
    if (child >= arenas_max()) {
        serve_limit(LIMIT_ACTORS);
    }
    uint32_t parent_index = self_index();
    uint64_t clock = parent != NULL ? parent->clock : 0;
    if (parent == NULL) {
        creations_note(child, type, scratch.base, size);
    }
    if (parent != NULL && board->job.guards) {
        arena_access(parent_index, ARENA_CLOSED); /* from here on not even its control block can be read */
    }
    hr_ref ref = create_actor(child, type, scratch.base, size, &clock);
    if (board->job.guards) {
        arena_access(child, ARENA_CLOSED);
        if (parent != NULL) {
            arena_access(parent_index, ARENA_OPEN);
        }
    }
    running = parent;
    if (parent != NULL && clock != 0) {
        clock_raise(parent, clock); /* it goes on after what the new one did */
    }
    request.result = ref;
}

/* ---- timers ---- */

static void serve_after(void)
{
    check_size();
    struct control *c = running;
    if (c->timers == UINT64_MAX) {
        misuse("more than 64 timers of one actor at a time");
    }
    unsigned slot = (unsigned)__builtin_ctzll(~c->timers);
    unsigned char *packed;
    struct message head = { .type = request.type,
                            .sender = c->actor,
                            .flags = MESSAGE_TIMER,
                            .timer = (uint16_t)(slot + 1),
                            .clock = clock_set_timer(c, slot, request.number),
                            .delay = timers_have_order() ? request.number : 0 };
    head.size = (uint32_t)pack_request(request.type, request.data, &packed);
    log_message(c->actor, &head, packed);
    c->timers |= (uint64_t)1 << slot;
    request.result = slot + 1;
}

static void serve_cancel(void)
{
    uint64_t slot = request.number;
    if (slot == 0 || slot > TIMERS_MAX || !(running->timers >> (slot - 1) & 1)) {
        return; /* it came already */
    }
    running->timers &= ~((uint64_t)1 << (slot - 1));
    clock_end_timer(running, (unsigned)slot - 1);
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_CANCEL, .actor = running->actor, .number = slot });
}

static void serve_text(enum effect_kind kind)
{
    size_t size = strlen(request.data);
    memcpy(effects_add(serving.out, &(struct effect){ .kind = kind, .size = (uint32_t)size }), request.data, size);
}

static void serve_peek(void)
{
    if (serving.locals == NULL) {
        misuse("hr_peek() outside a predicate: actors cannot look into each other");
    }
    uint32_t actor = names_find(request.to);
    request.result = 0;
    if (actor != NO_ACTOR && actor != DRIVER && actor < serving.local_count && serving.locals[actor] != 0) {
        const struct control *c = arena_control(actor);
        enum actor_status status = local_get(serving.locals[actor])->status;
        if (status != ACTOR_DESTROYED && status != ACTOR_FAILED && c->type == request.actor_type) {
            request.result = (uint64_t)(uintptr_t)c->state;
        }
    }
}

/* ---- ends of a run ---- */

static void settle_message(struct control *c)
{
    if (c->from_caller) {
        short_list_add(&c->owed, &c->heap, c->sender);
    }
    c->from_caller = false;
    c->sender = 0;
    c->message = NULL;
    c->message_type = NULL;
}

static void serve_done(void)
{
    struct control *c = running;
    settle_message(c);
    loans_end(c);
    c->sp = NULL;
    c->reply = NULL;
    c->reply_type = NULL;
    c->call_error = 0;
    c->status = c->type->run != NULL ? ACTOR_TERMINATED : ACTOR_WAITING;
}

/* A request that names nothing: the macros of harrier.h cannot make one, but who goes past them can. */
static const char *missing(void)
{
    const struct hr_actor_type *actor = request.actor_type;
    const struct hr_type *type = request.type;
    switch (request.kind) {
    case REQUEST_SPAWN:
        if (actor == NULL || actor->behaviour.name == NULL || actor->behaviour.clauses == NULL) {
            return "an actor of no type: hr_spawn() was given NULL, or a type without a name or clauses";
        }
        if (adapter_unfit(actor) != NULL) {
            return adapter_unfit(actor);
        }
        return request.data == NULL && request.size != 0 ? "hr_spawn() of NULL: there is no struct to begin with" : NULL;
    case REQUEST_SEND:
    case REQUEST_CALL:
    case REQUEST_REPLY:
    case REQUEST_AFTER:
        if (type == NULL || type->name == NULL) {
            return "a message of no type: the type is NULL, or has no name";
        }
        return request.data == NULL && type->size != 0 ? "a message of NULL: there is nothing to send" : NULL;
    case REQUEST_NOTE: return request.data == NULL ? "hr_note(NULL)" : NULL;
    case REQUEST_REACHED: return request.site == NULL ? "hr_sometimes() of no place" : NULL;
    default: return NULL;
    }
}

enum served serve(void)
{
    if (guard_overdue && request.kind != REQUEST_FINDING) {
        traps_overdue(&guard_finding);
        fail(guard_finding.kind, guard_finding.text, request.place, request.pc);
    }
    bool harmless = request.kind == REQUEST_PEEK || request.kind == REQUEST_FINDING || request.kind == REQUEST_DONE ||
                    request.kind == REQUEST_NOTE || request.kind == REQUEST_REACHED || request.kind == REQUEST_LOOK;
    if (serving.quiet && !harmless) {
        misuse("a constraint or predicate that sends, creates, chooses or ends: it must only look");
    }
    if (missing() != NULL) {
        misuse(missing());
    }
    switch (request.kind) {
    case REQUEST_SPAWN: serve_spawn(); return GO_ON;
    case REQUEST_SEND: serve_send(0); return GO_ON;
    case REQUEST_REPLY: serve_reply(); return GO_ON;
    case REQUEST_AFTER: serve_after(); return GO_ON;
    case REQUEST_CANCEL: serve_cancel(); return GO_ON;
    case REQUEST_CHOOSE: serve_choice(); return GO_ON;
    case REQUEST_NOTE: serve_text(EFFECT_NOTE); return GO_ON;
    case REQUEST_PEEK: serve_peek(); return GO_ON;
    case REQUEST_LOOK: serve_look(board); return GO_ON;
    case REQUEST_REACHED:
        effects_add(serving.out, &(struct effect){ .kind = EFFECT_REACHED, .number = (uint64_t)(uintptr_t)request.site });
        return GO_ON;
    case REQUEST_RESTART: {
        struct message head = { .sender = self_index(), .flags = MESSAGE_RESTART };
        log_message(receiver(request.to), &head, "");
        return GO_ON;
    }
    case REQUEST_CALL: serve_call(); return GIVE_UP_CPU;
    case REQUEST_WAIT:
        settle_message(running);
        running->status = ACTOR_WAITING;
        return GIVE_UP_CPU;
    case REQUEST_DONE:
        if (!serving.quiet) {
            serve_done();
        }
        return GIVE_UP_CPU;
    case REQUEST_STOP: running->status = ACTOR_DESTROYED; return GIVE_UP_CPU;
    case REQUEST_FAIL: serve_fail(); return GIVE_UP_CPU;
    case REQUEST_FINDING: {
        struct finding f = finding_of(request.finding, request.data, request.place, request.pc);
        f.allocated = request.number;
        fail_with(&f);
    }
    }
    guard_broken("unknown request");
}
