#include "guard/fence.h"

#include <sys/mman.h>

#include "actor/arena.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/beside.h"
#include "guard/copied.h"
#include "guard/garbage.h"
#include "guard/guard.h"
#include "guard/objects.h"
#include "guard/own_data.h"
#include "guard/put_back.h"
#include "guard/thread_local.h"
#include "guard/whose.h"

static struct board *board;
static struct whose whose;       /* writing to `others` is a finding */
static struct ranges opened;     /* pages of them that main() wrote since */
static struct ranges stack_open; /* pages of main's stack with declared ranges */
static uintptr_t main_frames;    /* the lowest frame on main's stack */
static bool raised;              /* around a step */
static bool known;               /* `whose` is right, and all of it protected: main() made no system call since */

void fence_init(struct board *b)
{
    board = b;
    driver_heap(); /* not for the first time in a step */
    system_heap();
    objects_settings(b->job.libraries);
    whose_init(b);
    b->bias = objects_find();
    memory_heap_for = objects_heap_for;
    if (b->job.guards) { /* without, nothing is put back, and what libc allocated it still knows */
        garbage_init();
    }
}

void fence_except(void *from, size_t size)
{
    fence_fall();
    beside_declare((uintptr_t)from, (uintptr_t)from + size);
}

static bool is_main_stack(uintptr_t address)
{
    enum { GROWS = 64 << 20 }; /* nothing else is that close below */
    return address < whose.main_stack.to && address + GROWS >= whose.main_stack.from;
}

/* ---- raising it ---- */

static void set_access(uintptr_t from, uintptr_t to, bool writable)
{
    int code = ranges_have(&whose.executable, from) ? PROT_EXEC : 0;
    if (from < to) {
        mprotect((void *)from, to - from, PROT_READ | (writable ? PROT_WRITE : 0) | code);
    }
}

/* The whole stack, however far it has grown meanwhile. */
static void set_stack_access(bool writable)
{
    int access = PROT_READ | (writable ? PROT_WRITE : 0) | (ranges_have(&whose.executable, whose.main_stack.from) ? PROT_EXEC : 0);
    if (mprotect((void *)(whose.main_stack.to - PAGE_BYTES), PAGE_BYTES, access | PROT_GROWSDOWN) != 0) {
        mprotect((void *)whose.main_stack.from, whose.main_stack.to - whose.main_stack.from, access);
    }
}

/* Declared ranges may lie on the stack too: their pages stay open. */
static void sort_declared(void)
{
    struct range stack = whose.main_stack;
    ranges_clear(&stack_open);
    ranges_add(&stack_open, stack.from, stack.to);
    ranges_add(&whose.others, stack.from, stack.to);
    beside_sort(&whose.others);
    for (size_t i = 0; i < ranges_count(&whose.others); i++) {
        ranges_subtract(&stack_open, range_at(&whose.others, i).from, range_at(&whose.others, i).to);
    }
    ranges_subtract(&whose.others, stack.from, stack.to); /* it is protected as a whole */
}

/* Looks what there is, and whose, and protects it. */
static void find_out(uintptr_t on_main_stack)
{
    board->bias = objects_find();
    if (!whose_find(&whose, on_main_stack)) {
        guard_broken("/proc/self/maps cannot be read: the guards cannot know what to protect (--no-guards does without)");
    }
    sort_declared();
    if (!board->job.guards) {
        return;
    }
    own_data_know(&whose.own, &whose.own_locals);
    put_back_know(&whose.silent, board->job.gdb);
    for (size_t i = 0; i < ranges_count(&whose.others); i++) {
        set_access(range_at(&whose.others, i).from, range_at(&whose.others, i).to, false);
    }
    known = true;
}

void fence_raise(uintptr_t on_main_stack)
{
    if (!is_main_stack(on_main_stack)) {
        fence_fall(); /* main() has changed stacks, or this is the first time */
    }
    if (!known) {
        find_out(on_main_stack);
    }
    main_frames = on_main_stack;
    if (!board->job.guards) {
        return;
    }
    for (size_t i = 0; i < ranges_count(&opened); i++) {
        set_access(range_at(&opened, i).from, range_at(&opened, i).to, false);
    }
    ranges_clear(&opened);
    thread_local_begin();
    copied_begin();
    put_back_begin();
    beside_begin();
    own_data_begin(board->job.gdb);
    set_stack_access(false);
    for (size_t i = 0; i < ranges_count(&stack_open); i++) {
        set_access(range_at(&stack_open, i).from, range_at(&stack_open, i).to, true);
    }
    raised = true;
}

/* ---- main() goes on ---- */

void fence_lower(void)
{
    if (raised) {
        set_stack_access(true);
        raised = false;
    }
}

void fence_fall(void)
{
    fence_lower();
    if (!known) {
        return;
    }
    known = false;
    for (size_t i = 0; i < ranges_count(&whose.others); i++) {
        set_access(range_at(&whose.others, i).from, range_at(&whose.others, i).to, true);
    }
    ranges_clear(&opened);
    put_back_open();
    own_data_open();
}

bool fence_is_raised(void)
{
    return raised;
}

bool fence_stands(void)
{
    return known;
}

bool fence_let_main_write(uintptr_t address)
{
    if (raised || !known) {
        return false;
    }
    if (put_back_touched(address) || own_data_touched(address)) {
        return true;
    }
    if (system_heap_has((const void *)address)) {
        fence_fall(); /* what libc allocates is its own, and this page was not yet */
        return true;
    }
    uintptr_t page = page_down(address);
    if (!ranges_have(&whose.others, address) || ranges_have(&opened, address)) {
        return false;
    }
    set_access(page, page + PAGE_BYTES, true);
    ranges_add(&opened, page, page + PAGE_BYTES);
    return true;
}

/* ---- saying what it was ---- */

static void describe(uintptr_t address, struct finding *f)
{
    const struct object *o = object_of_data(address);
    struct text t = text_in(f->text, sizeof f->text);
    f->kind = KIND_ISOLATION;
    f->address = address;
    if (o != NULL && o->kind == OBJECT_PROGRAM) {
        text_add(&t, "writes a global variable");
    } else if (o != NULL) {
        text_printf(&t, "writes a global variable of %s", o->path);
        object_advice(o, &t);
    } else if (driver_heap_has((const void *)address)) {
        text_add(&t, "writes memory that main() allocated");
    } else if (is_main_stack(address)) {
        text_add(&t, "writes main()'s stack");
    } else {
        text_add(&t, "writes memory that main() mapped");
    }
}

/* ---- after a step ---- */

bool fence_put_back(bool ended_well, struct finding *out)
{
    if (!raised) {
        return false;
    }
    uintptr_t address;
    if (ended_well) {
        own_data_take();
    } else {
        own_data_forget();
    }
    put_back_all(ended_well);
    copied_put_back();
    bool written = thread_local_put_back(out);
    if (beside_put_back(&address)) {
        *out = (struct finding){ 0 };
        describe(address, out);
        written = true;
    }
    return written;
}

bool fence_is_main_memory(uintptr_t address)
{
    return driver_heap_has((const void *)address) || is_main_stack(address);
}

struct range fence_main_frames(uintptr_t sp)
{
    return is_main_stack(sp) ? (struct range){ sp & ~(uintptr_t)7, whose.main_stack.to } : (struct range){ 0, 0 };
}

bool fence_explain(uintptr_t address, struct finding *f)
{
    if (!ranges_have(&whose.others, address) && !is_main_stack(address)) {
        return false;
    }
    describe(address, f);
    return true;
}

void fence_each_range(bool of_main, void (*visit)(void *user, const void *from, size_t size), void *user)
{
    if (of_main) {
        const struct heap *h = driver_heap();
        visit(user, h->start, (size_t)(h->top - h->start));
        visit(user, (const void *)page_down(main_frames), whose.main_stack.to - page_down(main_frames));
        return;
    }
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data && o->kind <= OBJECT_LIBRARY; k++) {
            visit(user, (const void *)o->data[k].from, o->data[k].to - o->data[k].from);
        }
    }
    uintptr_t from, to;
    library_heap_extent(LIBRARY_OWN, &from, &to);
    if (from < to) {
        const struct heap *h = library_heap(LIBRARY_OWN);
        visit(user, h->start, (size_t)(h->top - h->start));
    }
}
