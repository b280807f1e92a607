#include "step/memory.h"

#include <string.h>

#include "actor/heap_block.h"
#include "actor/notes.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/guard.h"
#include "image/allocations.h"
#include "model/names.h"
#include "process/objects.h"
#include "step/abandon.h"

/* A global because malloc(), where errors are found, gets no context. */
static struct {
    char text[400]; /* of a finding: not on the stack, where an unwritten part of it would show old return addresses */
    struct {
        uint32_t actor;
        unsigned char *from;
        size_t size;
        size_t largest_message; /* the largest that was ever put on a stack */
    } above;                    /* with heaps.filling.apart: the part of the stack that earlier steps used, now unused */
} looked;

/* ---- messages ---- */

static void say_block(struct text *t, size_t size)
{
    text_printf(t, "a block of %zu byte%s", size, size == 1 ? "" : "s");
}

/* Says what an address is that malloc never returned. */
static void say_elsewhere(struct text *t, const void *address)
{
    uint32_t owner;
    bool in_arena = arena_of(address, &owner);
    if (driver_heap_has(address) || system_heap_has(address)) {
        text_add(t, "a block that main() allocated: this actor's malloc never returned it");
    } else if (border.running == NULL) {
        text_add(t, "an address that was never from malloc");
    } else if (address == border.running->state) {
        text_add(t, "the actor's own struct, which was never from malloc");
    } else if (address == border.running->message && address != NULL) {
        text_add(t, "the message, which was never from malloc: it is there until its handler ends");
    } else if (in_arena && owner == border.running->actor) {
        text_add(t, "an address on the stack, never from malloc");
    } else if (objects_own_code((uintptr_t)address) || object_of_data((uintptr_t)address) != NULL) {
        text_add(t, "a variable or constant of the program, never from malloc");
    } else {
        text_add(t, "an address that is not in this actor's memory, never from malloc");
    }
}

static bool is_loan(const void *block)
{
    for (const void *loan = border.running != NULL ? border.running->loans : NULL; loan != NULL; loan = *(void *const *)loan) {
        if (loan == block) {
            return true;
        }
    }
    return false;
}

/* free() or realloc() of something else than a block. */
static void say_no_block(struct text *t, const struct heap_problem *p)
{
    text_add(t, p->resizing ? "realloc of " : "free of ");
    switch (p->fault) {
    case HEAP_FREED: text_add(t, "memory that is freed already: freed twice"); break;
    case HEAP_INSIDE:
        if (is_loan(p->block)) {
            text_add(t, "a message or what it carries, never from malloc: it is there until its handler ends");
            break;
        }
        text_add(t, "an address inside ");
        say_block(t, p->size);
        text_printf(t, ", %zu behind its beginning: never from malloc", (size_t)((const char *)p->at - (const char *)p->block));
        break;
    case HEAP_ELSEWHERE: say_elsewhere(t, p->at); break;
    default: text_add(t, "an address in the heap that was never from malloc");
    }
}

static void say(struct text *t, const struct heap_problem *p)
{
    switch (p->fault) {
    case HEAP_FULL: text_add(t, "out of arena: the actor has allocated all its memory (--arena gives more room)"); break;
    case HEAP_BEYOND:
    case HEAP_BETWEEN:
        text_add(t, "heap corruption: something wrote beyond the end of ");
        say_block(t, p->size);
        text_add(t, p->fault == HEAP_BETWEEN ? ", or before the beginning of the next one" : "");
        break;
    case HEAP_BEFORE:
        text_add(t, "heap corruption: something wrote before the beginning of ");
        if (p->block != NULL) {
            say_block(t, p->size);
        } else {
            text_add(t, "a block");
        }
        break;
    case HEAP_AFTER_FREE: text_add(t, "use after free: something wrote to memory that was freed"); break;
    default: say_no_block(t, p);
    }
}

/* The code that allocated the block in question. Of a block whose head was overwritten only the place is known. */
static uint64_t allocated_by(const struct heap_problem *p)
{
    if (p->fault == HEAP_FULL || p->fault == HEAP_ELSEWHERE || p->fault == HEAP_UNKNOWN) {
        return 0;
    }
    const void *block = p->block != NULL ? p->block : p->fault == HEAP_BEFORE ? (const struct block *)p->at + 1 : p->at;
    size_t size = p->block != NULL ? p->size : allocations_size(block);
    return size == 0 ? 0 : allocations_code(block, size);
}

/* Why a finding does not say where the block was allocated, if that is because of a limit. */
static void say_limit(struct text *t, const struct heap_problem *p)
{
    if (p->block != NULL && allocated_by(p) == 0 && allocations_missed()) {
        text_printf(t, " (allocated at a place that was not kept: only the first %d allocations of a step are)", NOTES_MOST);
    }
}

static void tell(const struct heap_problem *p, uint64_t code)
{
    struct finding f = { .kind = KIND_MEMORY, .pc = code, .allocated = allocated_by(p) };
    struct text t = text_in(f.text, sizeof f.text);
    say(&t, p);
    say_limit(&t, p);
    abandon_with(&f);
}

/* A heap error of main(), before hr_run(). */
static void refuse_main(const struct heap_problem *p)
{
    char text[400];
    struct text t = text_in(text, sizeof text);
    text_add(&t, "main(): ");
    say(&t, p);
    guard_unusable(text);
}

static void on_fault(const struct heap *h, const struct heap_problem *p)
{
    if (border.running == NULL || (!h->of_an_actor && !border.in_program)) {
        refuse_main(p);
    }
    if (!border.in_program) { /* the engine allocates for the program: a new actor's struct, or a message to be delivered */
        tell(p, border.request.kind == REQUEST_SPAWN ? border.request.pc : 0);
    }
    struct text t = text_in(looked.text, sizeof looked.text);
    say(&t, p);
    say_limit(&t, p);
    border.request = (struct request){ .kind = REQUEST_FINDING,
                                       .finding = KIND_MEMORY,
                                       .data = looked.text,
                                       .number = allocated_by(p),
                                       .pc = (uint64_t)(uintptr_t)notes.caller - 1 };
    request_ask();
}

void memory_init(void)
{
    heaps.on_fault = on_fault;
}

/* ---- checks ---- */

enum { OLD_FRAMES = 8 << 10 };

unsigned char *memory_stack_top(struct control *c, size_t message)
{
    unsigned char *top = arena_stack_top(c->actor);
    looked.above.largest_message = message > looked.above.largest_message ? message : looked.above.largest_message;
    if (!heaps.filling.apart) {
        return top;
    }
    size_t room = (size_t)(top - arena_stack_bottom(c->actor)) / 4, size = (looked.above.largest_message + OLD_FRAMES + 15) & ~(size_t)15;
    size = size > room ? room & ~(size_t)15 : size;
    looked.above.actor = c->actor;
    looked.above.from = top - size;
    looked.above.size = size;
    heap_fill(top - size, size, heaps.filling.dead);
    return top - size;
}

void memory_begin(void)
{
    looked.above.size = 0;
}

void memory_prepare(struct control *c)
{
    if (heaps.filling.dead != 0 || heaps.filling.apart) {
        heap_prepare(&c->heap);
    }
}

static void check_above(const struct control *c, uint64_t code)
{
    if (looked.above.size == 0 || looked.above.actor != c->actor) {
        return;
    }
    if (!heap_filled(looked.above.from, looked.above.size, heaps.filling.dead)) {
        abandon(KIND_MEMORY,
                "it writes where an earlier message or an earlier handler's local variable was: a pointer that was kept too long",
                (struct hr_place){ 0 }, code);
    }
    memset(looked.above.from, 0, looked.above.size);
}

void memory_check(struct control *c, uint64_t code)
{
    struct heap_problem problem;
    if (!heap_check(&c->heap, &problem)) {
        border.running = c;
        tell(&problem, code);
    }
    border.running = c;
    check_above(c, code);
    if (heaps.filling.dead != 0 || heaps.filling.apart) {
        heap_blank(&c->heap);
    }
}
