#include "step/fence.h"

#include <string.h>
#include <sys/mman.h>

#include "actor/arena.h"
#include "actor/request.h"
#include "base/text.h"
#include "step/copied.h"
#include "step/guard.h"
#include "step/mappings.h"
#include "step/objects.h"
#include "step/put_back.h"
#include "step/thread_local.h"

static struct board *board;
static struct ranges early;     /* mapped before main() began */
static struct ranges protected; /* writing there is a finding */
static struct ranges excepted;  /* declared */
static struct range main_stack; /* its whole mapping */
static uintptr_t main_frames;   /* and the lowest frame on it */
static bool raised;

/* A page with a declared global in it that has other things too: with a copy, to compare. */
struct page_beside {
    uintptr_t page;
    unsigned char bytes[PAGE_BYTES];
};
static struct pool beside; /* struct page_beside */

void fence_init(struct board *b)
{
    board = b;
    driver_heap(); /* not for the first time in a step */
    system_heap();
    objects_settings(b->job.libraries);
    mappings_writable(&early);
    b->bias = objects_find();
    memory_caller_is_system = objects_system_code;
}

void fence_except(void *from, size_t size)
{
    ranges_add(&excepted, (uintptr_t)from, (uintptr_t)from + size);
}

/* ---- what belongs to whom ---- */

/* Moves what [from, to) and `of` have in common to `to_list`. */
static void move_common(struct ranges *of, struct ranges *to_list, uintptr_t from, uintptr_t to)
{
    for (size_t i = 0; i < ranges_count(of); i++) {
        struct range r = range_at(of, i);
        uintptr_t a = r.from > from ? r.from : from, b = r.to < to ? r.to : to;
        ranges_add(to_list, a, b);
    }
    ranges_subtract(of, from, to);
}

static void subtract_own(void *writable, const void *from, size_t size)
{
    ranges_subtract(writable, (uintptr_t)from, (uintptr_t)from + size);
}

static void subtract_engine(struct ranges *writable)
{
    uintptr_t from, to;
    pool_each(subtract_own, writable);
    arenas_extent(&from, &to);
    ranges_subtract(writable, from, to);
    ranges_subtract(writable, (uintptr_t)board, (uintptr_t)board + BOARD_BYTES);
    struct range tls = thread_local_pages();
    ranges_subtract(writable, tls.from, tls.to);
}

static bool is_silent(const struct object *o)
{
    return o->kind == OBJECT_SYSTEM || o->put_back;
}

/* Data of objects: the engine's own is nobody's business, that of the system goes to `silent`; the rest stays. */
static void sort_objects(struct ranges *writable, struct ranges *silent)
{
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data; k++) {
            struct range r = o->data[k];
            if (o->kind == OBJECT_ENGINE) {
                ranges_subtract(writable, r.from, r.to);
            } else if (is_silent(o)) {
                move_common(writable, silent, r.from, r.to);
            } else {
                ranges_subtract(&early, r.from, r.to);
            }
        }
    }
}

static void sort_early(struct ranges *writable, struct ranges *silent)
{
    uintptr_t from, to;
    driver_heap_extent(&from, &to);
    ranges_subtract(&early, from, to);
    ranges_subtract(&early, main_stack.from, main_stack.to);
    system_heap_extent(&from, &to);
    ranges_subtract(&early, from, to);
    ranges_add(&early, from, page_up((uintptr_t)system_heap()->top)); /* no more of it is in use, and in a step it does not grow */
    for (size_t i = 0; i < ranges_count(&early); i++) {
        move_common(writable, silent, range_at(&early, i).from, range_at(&early, i).to);
    }
}

void fence_each_shared_library(void (*declare)(void *from, size_t size))
{
    struct ranges writable = { 0 }, data = { 0 };
    objects_find();
    mappings_writable(&writable);
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data && o->shared; k++) {
            move_common(&writable, &data, o->data[k].from, o->data[k].to);
        }
    }
    for (size_t i = 0; i < ranges_count(&data); i++) {
        declare((void *)range_at(&data, i).from, range_at(&data, i).to - range_at(&data, i).from);
    }
}

/* ---- raising it ---- */

/* A page with a declared range stays writable. Unless it has nothing else, it is copied. */
static void leave_writable(uintptr_t page)
{
    for (size_t i = 0; i < ranges_count(&excepted); i++) {
        if (range_at(&excepted, i).from <= page && range_at(&excepted, i).to >= page + PAGE_BYTES) {
            return;
        }
    }
    if (beside.base == NULL) {
        pool_init(&beside, (size_t)1 << 34);
    }
    struct page_beside *b = pool_take(&beside, sizeof *b);
    b->page = page;
    memcpy(b->bytes, (const void *)page, PAGE_BYTES);
}

static void except_pages(struct ranges *from)
{
    for (size_t i = 0; i < ranges_count(&excepted); i++) {
        struct range r = range_at(&excepted, i);
        for (uintptr_t page = page_down(r.from); page < r.to; page += PAGE_BYTES) {
            if (ranges_have(from, page)) { /* not twice */
                leave_writable(page);
                ranges_subtract(from, page, page + PAGE_BYTES);
            }
        }
    }
}

void fence_raise(uintptr_t on_main_stack)
{
    struct ranges writable = { 0 }, silent = { 0 };
    ranges_add(&silent, 0, 0);
    board->bias = objects_find();
    if (!mappings_writable(&writable)) {
        guard_broken("/proc/self/maps cannot be read: the guards cannot know what to protect (--no-guards does without)");
    }
    for (size_t i = 0; i < ranges_count(&writable); i++) {
        if (on_main_stack >= range_at(&writable, i).from && on_main_stack < range_at(&writable, i).to) {
            main_stack = range_at(&writable, i);
            main_frames = on_main_stack;
        }
    }
    subtract_engine(&writable);
    sort_objects(&writable, &silent);
    sort_early(&writable, &silent);
    except_pages(&writable);
    protected = writable;
    if (!board->job.guards) {
        return;
    }
    thread_local_init();
    copied_init();
    put_back_init(&silent, board->job.gdb);
    for (size_t i = 0; i < ranges_count(&protected); i++) {
        struct range r = range_at(&protected, i);
        if (r.from < r.to) {
            mprotect((void *)r.from, r.to - r.from, PROT_READ);
        }
    }
    raised = true;
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
        text_printf(&t, "writes a global variable of %s (--library says what its data are: NAME=restored for caches, NAME=shared for state)",
                    o->path);
    } else if (driver_heap_has((const void *)address)) {
        text_add(&t, "writes memory that main() allocated");
    } else if (address >= main_stack.from && address < main_stack.to) {
        text_add(&t, "writes main()'s stack");
    } else {
        text_add(&t, "writes memory that main() mapped");
    }
}

/* ---- after a step ---- */

static bool check_page_beside(const struct page_beside *b, struct finding *out)
{
    unsigned char *now = (unsigned char *)b->page;
    bool same = memcmp(now, b->bytes, PAGE_BYTES) == 0;
    for (size_t i = 0; !same && i < PAGE_BYTES; i++) {
        if (now[i] == b->bytes[i] || ranges_have(&excepted, b->page + i)) {
            continue;
        }
        *out = (struct finding){ 0 };
        describe(b->page + i, out);
        for (; i < PAGE_BYTES; i++) {
            now[i] = ranges_have(&excepted, b->page + i) ? now[i] : b->bytes[i];
        }
        return true;
    }
    return false;
}

bool fence_put_back(bool ended_well, struct finding *out)
{
    if (!raised) {
        return false;
    }
    put_back_all(ended_well);
    copied_put_back();
    bool written = thread_local_put_back(out);
    const struct page_beside *b = (const struct page_beside *)beside.base;
    for (size_t k = 0; k < beside.used / sizeof *b; k++) {
        written = check_page_beside(&b[k], out) || written;
    }
    return written;
}

bool fence_is_main_memory(uintptr_t address)
{
    return driver_heap_has((const void *)address) || (address >= main_stack.from && address < main_stack.to);
}

bool fence_explain(uintptr_t address, struct finding *f)
{
    if (!ranges_have(&protected, address)) {
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
        visit(user, (const void *)page_down(main_frames), main_stack.to - page_down(main_frames));
        return;
    }
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data && o->kind <= OBJECT_LIBRARY; k++) {
            visit(user, (const void *)o->data[k].from, o->data[k].to - o->data[k].from);
        }
    }
}
