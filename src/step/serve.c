#include "step/serve.h"

#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/text.h"
#include "model/names.h"
#include "model/pack.h"
#include "step/garbage.h"
#include "step/guard.h"
#include "step/image.h"
#include "step/own_data.h"
#include "step/traps.h"

struct serving serving;
bool serve_packing;
void (*serve_limit)(enum limit_kind limit);

enum { PACKED_MAX = 64 << 20, EFFECTS_MAX = 1 << 28 };

static struct board *board;
static uint32_t driver_children;

void serve_init(struct board *b)
{
    board = b;
}

void fail(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc)
{
    in_program = false;
    struct finding f = { .kind = kind, .line = place.line, .pc = pc };
    struct text t = text_in(f.text, sizeof f.text);
    text_add(&t, text);
    if (place.file != NULL) {
        t = text_in(f.file, sizeof f.file);
        text_add(&t, place.file);
    }
    if (running != NULL && running->sp != NULL && place.file == NULL) {
        guard_callers(running->actor, (uint64_t)(uintptr_t)running->sp, f.callers);
    }
    guard_finding = f;
    _longjmp(guard_jump, 1);
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

/* Such an address must not travel: the receiver could not follow it. */
static void refuse_pointers(const unsigned char *bytes, size_t size, const char *what)
{
    for (size_t i = 0; i + sizeof(void *) <= size; i += sizeof(void *)) {
        const void *value;
        memcpy(&value, bytes + i, sizeof value);
        if (is_own_pointer(value)) {
            char text[300];
            struct text t = text_in(text, sizeof text);
            text_printf(&t, "%s carries a pointer into an actor's own memory (at offset %zu): its receiver cannot follow it; "
                            "send the content, with HR_CARRIES", what, i);
            fail(KIND_ISOLATION, text, request.place, request.pc);
        }
    }
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
    refuse_pointers(scratch.base, size, type->name);
    *packed = scratch.base;
    return size;
}

static void log_message(uint32_t to, const struct message *head, const void *bytes)
{
    if (serving.out->log.used > EFFECTS_MAX) {
        fail(KIND_MEMORY, "one step sends more than 256 MB", request.place, request.pc);
    }
    unsigned char *out = effects_add(serving.out, &(struct effect){ .kind = EFFECT_SEND, .actor = to, .size = head->size, .head = *head });
    memcpy(out, bytes, head->size);
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
        misuse(ref == HR_NOBODY ? "a message to nobody: the reference is HR_NOBODY (0)"
                                : "a message to a reference that never existed");
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
    refuse_pointers(scratch.base, size, type->behaviour.name);

    struct control *parent = running;
    uint32_t child = names_child(self_index(), parent != NULL ? ++parent->children : ++driver_children, type);
    if (child >= arenas_max()) {
        serve_limit(LIMIT_ACTORS);
    }
    uint32_t parent_index = self_index();
    if (parent != NULL && board->job.guards) {
        arena_access(parent_index, ARENA_CLOSED); /* from here on not even its control block can be read */
    }
    arena_access(child, ARENA_OPEN);
    arena_reset(child);
    struct control *c = arena_control(child);
    struct heap heap = c->heap;
    *c = (struct control){ .self = names_get(child)->ref, .actor = child, .status = ACTOR_SUSPENDED, .type = type,
                           .behaviour = &type->behaviour, .adapter = adapter_of(type), .heap = heap };
    running = c; /* what creation does wrong is the new actor's doing */
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_BORN, .actor = child });
    c->state = heap_alloc(&c->heap, size, 16);
    memcpy(c->state, scratch.base, size);
    c->sp = context_prepare(arena_stack_top(child), actor_create_entry);
    if (heap_poison != 0) {
        image_fill_stack(child, c->sp, heap_poison);
    }
    size_t suspended = own_data_suspend();
    resume(c);
    garbage_free(c);
    own_data_take();
    image_log(serving.out, EFFECT_CREATE, c);
    own_data_go_on(suspended);
    hr_ref ref = c->self;
    if (board->job.guards) {
        arena_access(child, ARENA_CLOSED);
        if (parent != NULL) {
            arena_access(parent_index, ARENA_OPEN);
        }
    }
    running = parent;
    request.result = ref;
}

/* ---- timers, choices ---- */

static void serve_after(void)
{
    check_size();
    struct control *c = running;
    if (c->timers == UINT64_MAX) {
        misuse("more than 64 timers of one actor at a time");
    }
    unsigned slot = (unsigned)__builtin_ctzll(~c->timers);
    unsigned char *packed;
    struct message head = { .type = request.type, .sender = c->actor, .flags = MESSAGE_TIMER, .timer = (uint16_t)(slot + 1),
                            .due = c->looked_at_clock ? c->clock + request.number : 0 };
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
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_CANCEL, .actor = running->actor, .number = slot });
}

static void serve_choose(void)
{
    if (serving.setting_up) {
        misuse("hr_choose() before hr_run(): what the driver does is not explored, so choose in a handler");
    }
    size_t i = serving.choices_taken++;
    if (i == CHOICES_MAX) {
        misuse("more than 64 hr_choose() in one step: all their combinations cannot be explored");
    }
    uint64_t pick = i < serving.choice_count ? serving.choices[i] : 0;
    if (pick >= request.number) {
        fail(KIND_NONDETERMINISM, "hr_choose() offers fewer values than when the same step ran before", request.place, request.pc);
    }
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_CHOICE, .number = pick, .of = (uint32_t)request.number });
    request.result = pick;
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
    while (c->loans != NULL) {
        void *next = *(void **)c->loans;
        heap_free(&c->heap, c->loans);
        c->loans = next;
    }
    c->sp = NULL;
    c->reply = NULL;
    c->reply_type = NULL;
    c->call_error = 0;
    c->status = c->type->run != NULL ? ACTOR_TERMINATED : ACTOR_WAITING;
}

enum served serve(void)
{
    if (guard_overdue && request.kind != REQUEST_FINDING) {
        traps_overdue(&guard_finding);
        fail(guard_finding.kind, guard_finding.text, request.place, request.pc);
    }
    bool harmless = request.kind == REQUEST_PEEK || request.kind == REQUEST_FINDING || request.kind == REQUEST_DONE ||
                    request.kind == REQUEST_NOTE || request.kind == REQUEST_REACHED;
    if (serving.quiet && !harmless) {
        misuse("a constraint or predicate that sends, creates, chooses or ends: it must only look");
    }
    switch (request.kind) {
    case REQUEST_SPAWN: serve_spawn(); return GO_ON;
    case REQUEST_SEND: serve_send(0); return GO_ON;
    case REQUEST_REPLY: serve_reply(); return GO_ON;
    case REQUEST_AFTER: serve_after(); return GO_ON;
    case REQUEST_CANCEL: serve_cancel(); return GO_ON;
    case REQUEST_CHOOSE: serve_choose(); return GO_ON;
    case REQUEST_NOTE: serve_text(EFFECT_NOTE); return GO_ON;
    case REQUEST_PEEK: serve_peek(); return GO_ON;
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
    case REQUEST_FINDING: fail(request.finding, request.data, request.place, request.pc);
    }
    guard_broken("unknown request");
}

void resume(struct control *c)
{
    struct control *before = running;
    void *before_sp = engine_sp;
    running = c;
    do {
        in_program = true;
        context_clear();
        context_switch(&engine_sp, c->sp);
    } while (serve() == GO_ON);
    running = before;
    engine_sp = before_sp;
}
