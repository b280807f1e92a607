#include "guard/whose.h"

#include "actor/arena.h"
#include "actor/request.h"
#include "guard/thread_local.h"
#include "process/mappings.h"
#include "process/objects.h"

void whose_init(struct whose *w, const struct board *board)
{
    w->board = board;
    mappings_writable(&w->early, NULL);
}

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
    ranges_subtract(writable, (uintptr_t)from, page_up((uintptr_t)from + size)); /* whole pages are mapped */
}

static void subtract_engine(struct ranges *writable, const struct board *board)
{
    uintptr_t from, to;
    pool_each(subtract_own, writable);
    arenas_extent(&from, &to);
    ranges_subtract(writable, from, to);
    ranges_subtract(writable, (uintptr_t)board, (uintptr_t)board + SHARED_BYTES);
    struct range tls = thread_local_pages();
    ranges_subtract(writable, tls.from, tls.to);
}

static bool is_silent(const struct object *o)
{
    return o->kind == OBJECT_SYSTEM || o->put_back;
}

/* Data of objects: the engine's are removed, the system's go to `silent`, those with a copy per actor to `own`; the rest stays. */
static void sort_objects(struct whose *w)
{
    struct ranges *writable = &w->others, *silent = &w->silent, *own = &w->own;
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data; k++) {
            struct range r = o->data[k];
            if (o->kind == OBJECT_ENGINE) {
                ranges_subtract(writable, r.from, r.to);
            } else if (is_silent(o)) {
                move_common(writable, silent, r.from, r.to);
            } else if (o->own) {
                move_common(writable, own, r.from, r.to);
            } else {
                ranges_subtract(&w->early, r.from, r.to);
            }
        }
    }
}

/* What a library with a copy per actor allocated in main() is copied like its data. */
static void sort_library_heaps(struct whose *w)
{
    uintptr_t from, to;
    library_heap_extent(LIBRARY_OWN, &from, &to);
    if (from < to) {
        ranges_subtract(&w->others, from, to);
        ranges_add(&w->own, from, page_up((uintptr_t)library_heap(LIBRARY_OWN)->top)); /* it does not grow in steps */
        ranges_subtract(&w->early, from, to);
    }
}

/* What was mapped before main() began, and belongs to no object, is the system's. */
static void sort_early(struct whose *w)
{
    struct ranges *early = &w->early;
    uintptr_t from, to;
    driver_heap_extent(&from, &to);
    ranges_subtract(early, from, to);
    ranges_subtract(early, w->main_stack.from, w->main_stack.to);
    system_heap_extent(&from, &to);
    ranges_subtract(early, from, to);
    /* Of the system's heap, the part in use and some room: in a step it grows only by what the audit brings back (guard/garbage.h). */
    enum { ROOM = 2 << 20 };
    uintptr_t top = page_up((uintptr_t)system_heap()->top);
    ranges_add(early, from, to - top > ROOM ? top + ROOM : to);
    for (size_t i = 0; i < ranges_count(early); i++) {
        move_common(&w->others, &w->silent, range_at(early, i).from, range_at(early, i).to);
    }
}

void whose_each_shared_library(void (*declare)(void *from, size_t size))
{
    struct ranges writable = { 0 }, data = { 0 };
    mappings_writable(&writable, NULL);
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data && o->shared; k++) {
            move_common(&writable, &data, o->data[k].from, o->data[k].to);
        }
    }
    uintptr_t from, to;
    library_heap_extent(LIBRARY_SHARED, &from, &to);
    if (from < to) {
        declare((void *)from, page_up((uintptr_t)library_heap(LIBRARY_SHARED)->top) - from);
    }
    for (size_t i = 0; i < ranges_count(&data); i++) {
        declare((void *)range_at(&data, i).from, range_at(&data, i).to - range_at(&data, i).from);
    }
}

static void add_locals(struct ranges *own)
{
    bool any = false;
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        if (o->own) {
            ranges_add(own, o->tls.from, o->tls.to);
            any = true;
        }
    }
    const struct early_block *early_blocks;
    size_t count = any ? memory_early_blocks(&early_blocks) : 0;
    for (size_t i = 0; i < count; i++) {
        if (objects_heap_for(early_blocks[i].code) == library_heap(LIBRARY_OWN)) {
            uintptr_t from = (uintptr_t)early_blocks[i].block;
            ranges_add(own, from, from + early_blocks[i].size);
        }
    }
    if (any) {
        struct range specific = thread_local_specific();
        ranges_add(own, specific.from, specific.to);
    }
}

bool whose_find(struct whose *w, uintptr_t on_main_stack)
{
    struct ranges *all = &w->others;
    struct ranges *const lists[] = { all, &w->executable, &w->silent, &w->own, &w->own_locals };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        ranges_clear(lists[i]);
    }
    if (!mappings_writable(all, &w->executable)) {
        return false;
    }
    for (size_t i = 0; i < ranges_count(all); i++) {
        if (on_main_stack >= range_at(all, i).from && on_main_stack < range_at(all, i).to) {
            w->main_stack = range_at(all, i);
        }
    }
    ranges_subtract(all, w->main_stack.from, w->main_stack.to);
    subtract_engine(all, w->board);
    sort_objects(w);
    sort_library_heaps(w);
    sort_early(w);
    add_locals(&w->own_locals);
    return true;
}
