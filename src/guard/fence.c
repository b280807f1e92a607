#include "guard/fence.h"

#include <string.h>
#include <sys/mman.h>

#include "actor/arena.h"
#include "actor/request.h"
#include "base/text.h"
#include "guard/beside.h"
#include "guard/copied.h"
#include "guard/garbage.h"
#include "guard/guard.h"
#include "guard/held.h"
#include "guard/leftovers.h"
#include "guard/own_data.h"
#include "guard/put_back.h"
#include "guard/thread_local.h"
#include "guard/whose.h"
#include "process/objects.h"

/* A global because the process has one memory to protect, and the signal handler for a stopped write gets an address only. */
static struct {
    struct board *board;
    struct whose whose;       /* writing to `others` is a finding */
    struct ranges opened;     /* pages of `whose.others` that main() wrote since then */
    struct ranges stack_open; /* pages of main's stack with declared ranges: they stay writable */
    uintptr_t main_frames;    /* the lowest frame on main's stack */
    bool raised;              /* a step runs */
    bool known;               /* `whose` is up to date, and all of it protected: main() made no system call since */
} fence;

/* Which libraries there are, for the command: some may hold actors. Beyond the table's end they are shown without their fields. */
static void find_objects(struct board *b)
{
    b->bias = objects_find();
    b->library_count = 0;
    for (size_t i = 0; i < objects_count() && b->library_count < LIBRARIES_MAX; i++) {
        const struct object *o = object_at(i);
        if ((o->kind == OBJECT_LIBRARY || o->kind == OBJECT_ENGINE) && strlen(o->path) < sizeof b->engine.path) {
            struct loaded_library *l = o->kind == OBJECT_ENGINE ? &b->engine : &b->libraries[b->library_count++];
            *l = (struct loaded_library){ .bias = o->bias };
            memcpy(l->path, o->path, strlen(o->path));
        }
    }
}

void fence_init(struct board *b)
{
    fence.board = b;
    driver_heap(); /* creates the heaps now, because it must not happen in a step */
    system_heap();
    objects_settings(b->job.libraries);
    whose_init(&fence.whose, b);
    find_objects(b);
    memory_calls.heap_for = objects_heap_for;
    if (b->job.guards) { /* without guards nothing is put back, so libc still uses what it allocated */
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
    enum { GROWS = 64 << 20 }; /* how far the stack may have grown since; nothing else is mapped that close below it */
    return address < fence.whose.main_stack.to && address + GROWS >= fence.whose.main_stack.from;
}

/* ---- raising it ---- */

static void set_access(uintptr_t from, uintptr_t to, bool writable)
{
    int code = ranges_have(&fence.whose.executable, from) ? PROT_EXEC : 0;
    if (from < to) {
        mprotect((void *)from, to - from, PROT_READ | (writable ? PROT_WRITE : 0) | code);
    }
}

/* PROT_GROWSDOWN includes pages by which the stack has grown meanwhile. */
static void set_stack_access(bool writable)
{
    int access =
        PROT_READ | (writable ? PROT_WRITE : 0) | (ranges_have(&fence.whose.executable, fence.whose.main_stack.from) ? PROT_EXEC : 0);
    if (mprotect((void *)(fence.whose.main_stack.to - PAGE_BYTES), PAGE_BYTES, access | PROT_GROWSDOWN) != 0) {
        mprotect((void *)fence.whose.main_stack.from, fence.whose.main_stack.to - fence.whose.main_stack.from, access);
    }
}

/* Declared ranges may lie on the stack too: their pages stay open. */
static void sort_declared(void)
{
    struct range stack = fence.whose.main_stack;
    ranges_clear(&fence.stack_open);
    ranges_add(&fence.stack_open, stack.from, stack.to);
    ranges_add(&fence.whose.others, stack.from, stack.to);
    beside_sort(&fence.whose.others);
    for (size_t i = 0; i < ranges_count(&fence.whose.others); i++) {
        ranges_subtract(&fence.stack_open, range_at(&fence.whose.others, i).from, range_at(&fence.whose.others, i).to);
    }
    ranges_subtract(&fence.whose.others, stack.from, stack.to); /* the stack is protected as a whole, by set_stack_access() */
}

/* Finds out what each part of memory belongs to, and protects it. */
static void find_out(uintptr_t on_main_stack)
{
    find_objects(fence.board);
    if (!whose_find(&fence.whose, on_main_stack)) {
        guard_broken("/proc/self/maps cannot be read: the guards cannot know what to protect (--no-guards does without)");
    }
    beside_count();
    sort_declared();
    if (!fence.board->job.guards) {
        return;
    }
    own_data_know(&fence.whose.own, &fence.whose.own_locals);
    put_back_know(&fence.whose.silent, fence.board->job.gdb);
    for (size_t i = 0; i < ranges_count(&fence.whose.others); i++) {
        set_access(range_at(&fence.whose.others, i).from, range_at(&fence.whose.others, i).to, false);
    }
    fence.known = true;
}

void fence_raise(uintptr_t on_main_stack)
{
    if (!is_main_stack(on_main_stack)) {
        fence_fall(); /* main() runs on another stack now, or this is the first call */
    }
    if (!fence.known) {
        find_out(on_main_stack);
    }
    fence.main_frames = on_main_stack;
    if (!fence.board->job.guards) {
        return;
    }
    for (size_t i = 0; i < ranges_count(&fence.opened); i++) {
        set_access(range_at(&fence.opened, i).from, range_at(&fence.opened, i).to, false);
    }
    ranges_clear(&fence.opened);
    thread_local_begin();
    copied_begin();
    put_back_begin();
    held_begin();
    leftovers_forget();
    beside_begin();
    own_data_begin(fence.board->job.gdb);
    set_stack_access(false);
    for (size_t i = 0; i < ranges_count(&fence.stack_open); i++) {
        set_access(range_at(&fence.stack_open, i).from, range_at(&fence.stack_open, i).to, true);
    }
    fence.raised = true;
}

/* ---- main() goes on ---- */

void fence_lower(void)
{
    if (fence.raised) {
        set_stack_access(true);
        fence.raised = false;
    }
}

void fence_fall(void)
{
    fence_lower();
    if (!fence.known) {
        return;
    }
    fence.known = false;
    for (size_t i = 0; i < ranges_count(&fence.whose.others); i++) {
        set_access(range_at(&fence.whose.others, i).from, range_at(&fence.whose.others, i).to, true);
    }
    ranges_clear(&fence.opened);
    put_back_open();
    own_data_open();
}

bool fence_is_raised(void)
{
    return fence.raised;
}

bool fence_stands(void)
{
    return fence.known;
}

bool fence_let_main_write(uintptr_t address)
{
    if (fence.raised || !fence.known) {
        return false;
    }
    if (put_back_touched(address) || own_data_touched(address)) {
        return true;
    }
    if (system_heap_has((const void *)address)) {
        fence_fall(); /* libc's heap has grown into this page: `whose` is out of date */
        return true;
    }
    uintptr_t page = page_down(address);
    if (!ranges_have(&fence.whose.others, address) || ranges_have(&fence.opened, address)) {
        return false;
    }
    set_access(page, page + PAGE_BYTES, true);
    ranges_add(&fence.opened, page, page + PAGE_BYTES);
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
    } else if (driver_heap_has((const void *)address) || system_heap_has((const void *)address)) {
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
    if (!fence.raised) {
        return false;
    }
    uintptr_t address;
    if (ended_well) {
        own_data_take();
    } else {
        own_data_forget();
    }
    put_back_all();
    copied_put_back();
    bool written = thread_local_put_back(out);
    leftovers_end(ended_well);
    if (beside_put_back(&address)) {
        *out = (struct finding){ 0 };
        describe(address, out);
        written = true;
    }
    return written;
}

bool fence_is_intact(void)
{
    return !fence.raised || (thread_local_is_as_before() && beside_is_as_before());
}

bool fence_is_main_memory(uintptr_t address)
{
    return driver_heap_has((const void *)address) || is_main_stack(address);
}

struct range fence_main_frames(uintptr_t sp)
{
    return is_main_stack(sp) ? (struct range){ sp & ~(uintptr_t)7, fence.whose.main_stack.to } : (struct range){ 0, 0 };
}

/* The loader allocates the thread-local variables of libraries that were loaded late. */
static bool is_thread_local(uintptr_t address)
{
    for (size_t i = 0; i < objects_count(); i++) {
        if (address >= object_at(i)->tls.from && address < object_at(i)->tls.to) {
            return true;
        }
    }
    return false;
}

bool fence_is_mains(uintptr_t address, uint64_t pc)
{
    return fence.raised && system_heap_has((const void *)address) && guard_in_program_text(pc) && !is_thread_local(address);
}

bool fence_explain(uintptr_t address, struct finding *f)
{
    if (!system_heap_has((const void *)address) && !ranges_have(&fence.whose.others, address) && !is_main_stack(address)) {
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
        visit(user, (const void *)page_down(fence.main_frames), fence.whose.main_stack.to - page_down(fence.main_frames));
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
