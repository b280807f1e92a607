#include "actor/arena.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, GUARD = 64 << 10 };
/* Between stack and control block. When an arena is closed, the processor must forget its pages. Up to 33 are forgotten one by one, more all at
 * once, which is quicker from a few pages on: with a guard of 64 pages in between it is always more. */
enum { MIDDLE_GUARD = 256 << 10 };
enum { CONTROL = 2 * PAGE }; /* the control block, and a gap to protect it from writes before the first block */
_Static_assert(sizeof(struct control) <= CONTROL / 2, "the gap is gone");
/* The part of a stack that is open when its arena is. The rest is deep: it is opened when something is written or read there, so that it
 * need not be emptied before each step. The near part of an actor that often goes deeper grows. */
enum { NEAR_LEAST = 16 << 10, NEAR_MOST = 64 << 10 };
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13 */
#endif

/* Fixed addresses that ordinary programs leave alone; the second list is for 39-bit address spaces. */
static const uintptr_t bases[] = { 0x3a0000000000, 0x2a0000000000, 0x1a0000000000, 0x3a00000000, 0x2a00000000 };

/* A global because malloc() and signal handlers, which get no context, ask which arena an address is in. */
static struct {
    unsigned char *base;
    size_t reserved, stride, heap_size, stack_size;
    bool all_open; /* the deep parts stay open, because nothing handles faults */
    struct arena_status {
        enum arena_access access : 8;
        bool prepared;
        bool in_one; /* the middle guard stays closed by itself, so that the arena is opened and closed in one go */
        bool deep;   /* the deep part of the stack is in use */
        uint32_t near;
        uint32_t window, apart; /* bytes of the heap: in the window; that are in its mapping */
        uint64_t openings;
    } status[ARENAS_MOST];
} arenas;

bool arenas_init(size_t heap_bytes, size_t stack_bytes, bool handles_faults)
{
    arenas.all_open = !handles_faults;
    arenas.heap_size = (heap_bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    arenas.stack_size = (stack_bytes + PAGE - 1) & ~(size_t)(PAGE - 1);
    assert(arenas.stack_size > NEAR_LEAST);
    arenas.stride = GUARD + arenas.stack_size + MIDDLE_GUARD + CONTROL + arenas.heap_size;
    for (arenas.reserved = (size_t)1 << 40; arenas.reserved >= 64 * arenas.stride; arenas.reserved /= 4) {
        for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
            void *want = (void *)bases[i];
            void *got = mmap(want, arenas.reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
            if (got == want) {
                arenas.base = got;
                return true;
            }
            if (got != MAP_FAILED) {
                munmap(got, arenas.reserved);
            }
        }
    }
    return false;
}

uint32_t arenas_max(void)
{
    size_t most = arenas.reserved / arenas.stride;
    return most > ARENAS_MOST ? ARENAS_MOST : (uint32_t)most;
}

size_t arena_stride(void)
{
    return arenas.stride;
}

static unsigned char *start_of(uint32_t actor)
{
    assert(actor < arenas_max());
    return arenas.base + (size_t)actor * arenas.stride;
}

unsigned char *arena_stack_bottom(uint32_t actor)
{
    return start_of(actor) + GUARD;
}

unsigned char *arena_stack_top(uint32_t actor)
{
    return arena_stack_bottom(actor) + arenas.stack_size;
}

struct control *arena_control(uint32_t actor)
{
    return (struct control *)(arena_stack_top(actor) + MIDDLE_GUARD);
}

unsigned char *arena_heap_end(uint32_t actor)
{
    return (unsigned char *)arena_control(actor) + CONTROL + arenas.heap_size;
}

unsigned char *arena_stack_near(uint32_t actor)
{
    return arena_stack_top(actor) - arenas.status[actor].near;
}

unsigned char *arena_stack_lowest(uint32_t actor)
{
    return arenas.status[actor].deep ? arena_stack_bottom(actor) : arena_stack_near(actor);
}

/* Before an arena is opened for the first time. */
static void prepare(uint32_t actor)
{
    struct arena_status *is = &arenas.status[actor];
    is->prepared = true;
    is->near = NEAR_LEAST;
    is->deep = arenas.all_open;
    is->in_one = madvise(arena_stack_top(actor), MIDDLE_GUARD, MADV_GUARD_INSTALL) == 0;
    /* Whatever is always closed differs in a flag, no matter which one, from what is opened and closed: otherwise the kernel would unite
     * the mappings each time an arena is closed, and divide them again. */
    unsigned char *next = start_of(actor) + arenas.stride;
    madvise(start_of(actor), (size_t)(arena_stack_near(actor) - start_of(actor)), MADV_DONTDUMP);
    if (!is->in_one) {
        madvise(arena_stack_top(actor), MIDDLE_GUARD, MADV_DONTDUMP);
    }
    if (next + GUARD <= arenas.base + arenas.reserved) {
        madvise(next, GUARD, MADV_DONTDUMP);
    }
}

static void protect(unsigned char *from, unsigned char *to, enum arena_access access)
{
    static const int protections[] = { PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE, PROT_NONE };
    mprotect(from, (size_t)(to - from), protections[access]);
}

void arena_access(uint32_t actor, enum arena_access access)
{
    struct arena_status *is = &arenas.status[actor];
    if (!is->prepared) {
        prepare(actor);
    } else if (is->access == access) {
        return;
    }
    bool was_window = is->access == ARENA_WINDOW;
    is->access = access;
    is->openings += access == ARENA_OPEN;
    if (was_window && access == ARENA_CLOSED) {
        protect((unsigned char *)arena_control(actor), arena_window_end(actor), access);
        return;
    }
    unsigned char *lowest = arena_stack_lowest(actor);
    if (is->in_one) {
        protect(lowest, arena_heap_end(actor), access);
    } else {
        protect(lowest, arena_stack_top(actor), access);
        protect((unsigned char *)arena_control(actor), arena_heap_end(actor), access);
    }
}

bool arena_is_window(uint32_t actor)
{
    return arenas.status[actor].access == ARENA_WINDOW;
}

unsigned char *arena_window_end(uint32_t actor)
{
    return (unsigned char *)arena_control(actor) + CONTROL + arenas.status[actor].window;
}

void arena_window(uint32_t actor, size_t heap_bytes)
{
    enum { APART_MOST = 500 };
    struct arena_status *is = &arenas.status[actor];
    uint32_t window = (uint32_t)((heap_bytes + PAGE - 1) & ~(size_t)(PAGE - 1));
    if (is->access == ARENA_WINDOW && window <= is->window) {
        return;
    }
    if (is->access != ARENA_WINDOW) {
        arena_access(actor, ARENA_CLOSED);
        is->openings++;
    }
    is->access = ARENA_WINDOW;
    is->window = window;
    /* It is opened and closed by itself, again and again. With a flag it stays a mapping of its own: two more for an arena, so not all can have it. */
    if (window > is->apart && actor < APART_MOST) {
        is->apart = window;
        madvise(arena_control(actor), CONTROL + window, MADV_DONTDUMP);
    }
    protect((unsigned char *)arena_control(actor), arena_window_end(actor), ARENA_OPEN);
}

uint64_t arena_openings(uint32_t actor)
{
    return arenas.status[actor].openings;
}

void arena_deepen(uint32_t actor)
{
    struct arena_status *is = &arenas.status[actor];
    if (!is->deep) {
        is->deep = true;
        protect(arena_stack_bottom(actor), arena_stack_near(actor), is->access);
    }
}

void arena_empty_stack(uint32_t actor, unsigned char *below)
{
    struct arena_status *is = &arenas.status[actor];
    unsigned char *bottom = arena_stack_bottom(actor), *near = arena_stack_near(actor);
    if (!is->deep || below <= bottom) {
        return;
    }
    madvise(bottom, (size_t)(below - bottom), MADV_DONTNEED);
    if (below >= near && !arenas.all_open) {
        is->deep = false;
        protect(bottom, near, ARENA_CLOSED);
    }
}

bool arena_fault(const void *address)
{
    uint32_t actor;
    if (!arena_of(address, &actor) || actor >= arenas_max()) {
        return false;
    }
    struct arena_status *is = &arenas.status[actor];
    const unsigned char *at = address;
    if (!is->prepared || is->access == ARENA_CLOSED || is->access == ARENA_WINDOW || is->deep || at < arena_stack_bottom(actor) ||
        at >= arena_stack_near(actor)) {
        return false;
    }
    arena_deepen(actor);
    if (is->near < NEAR_MOST && 2 * is->near < arenas.stack_size) {
        is->near *= 2;
    }
    return true;
}

bool arena_of(const void *address, uint32_t *actor)
{
    uintptr_t a = (uintptr_t)address, b = (uintptr_t)arenas.base;
    if (arenas.base == NULL || a < b || a >= b + arenas.reserved) {
        return false;
    }
    *actor = (uint32_t)((a - b) / arenas.stride);
    return true;
}

bool arena_is_stack_guard(const void *address)
{
    uint32_t actor;
    return arena_of(address, &actor) && (const unsigned char *)address < arena_stack_bottom(actor);
}

bool arena_is_above_stack(const void *address, bool *nearer_to_stack)
{
    uint32_t actor;
    if (!arena_of(address, &actor)) {
        return false;
    }
    const unsigned char *a = address;
    *nearer_to_stack = a < arena_stack_top(actor) + MIDDLE_GUARD / 2;
    return a >= arena_stack_top(actor) && a < (const unsigned char *)arena_control(actor);
}

void arena_reset(uint32_t actor)
{
    struct control *c = arena_control(actor);
    arenas.status[actor].openings++;
    /* Pages that were used are given back to the kernel, so that they read as zero again. */
    madvise(c, CONTROL + arenas.heap_size, MADV_DONTNEED);
    madvise(arena_stack_near(actor), arenas.status[actor].near, MADV_DONTNEED);
    arena_empty_stack(actor, arena_stack_near(actor));
    heap_init(&c->heap, (unsigned char *)c + CONTROL, arena_heap_end(actor));
    c->heap.of_an_actor = true;
}

bool arena_sane(const struct control *c, uint32_t actor)
{
    const struct heap *h = &c->heap;
    const unsigned char *sp = c->sp;
    const struct short_list *const all[] = { &c->owed, &c->excluded, &c->far_timers };
    bool lists = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct short_list *l = all[i];
        const unsigned char *more = (const unsigned char *)l->more;
        lists = lists && (l->count > SHORT_LIST_IN_PLACE) == (more != NULL) && (more == NULL || (more > h->start && more < h->top));
    }
    const unsigned char *loans = c->loans, *outlives = (const unsigned char *)c->outlives;
    bool heap = h->start == (const unsigned char *)arena_control(actor) + CONTROL && h->end == arena_heap_end(actor) &&
                h->of_an_actor == 1 && h->top >= h->start && h->top <= h->end && ((uintptr_t)h->top & 15) == 0 &&
                (h->filled_to == NULL || (h->filled_to >= h->top && h->filled_to <= h->end));
    return lists && heap && c->actor == actor && (sp == NULL || (sp >= arena_stack_bottom(actor) && sp < arena_stack_top(actor))) &&
           (loans == NULL || (loans > h->start && loans < h->top)) && (unsigned)c->status <= ACTOR_CRASHED &&
           (outlives == NULL || (outlives > h->start && outlives < h->top));
}

void arenas_extent(uintptr_t *from, uintptr_t *to)
{
    *from = (uintptr_t)arenas.base;
    *to = *from + arenas.reserved;
}

/* ---- the driver's heaps ---- */

/* A heap outside the arenas. Its struct heap is at its own beginning, so that it is protected, or put back, with the rest. */
struct outer_heap {
    unsigned char *base;
    size_t size;
};
/* A global because malloc() gets no context. */
static struct {
    struct outer_heap driver, systems, libraries[LIBRARY_COUNT];
} outer;

static struct heap *open_outer(struct outer_heap *o)
{
    static const size_t MOST = (size_t)1 << 34;
    if (o->base == NULL) {
        void *at = MAP_FAILED;
        for (o->size = MOST; at == MAP_FAILED && o->size >= PAGE; o->size /= 2) {
            at = mmap(NULL, o->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (at != MAP_FAILED) {
                break;
            }
        }
        assert(at != MAP_FAILED);
        o->base = at;
        heap_init(at, o->base + PAGE, o->base + o->size);
    }
    return (struct heap *)o->base;
}

static bool outer_has(const struct outer_heap *o, const void *address)
{
    const unsigned char *a = address;
    return o->base != NULL && a >= o->base && a < o->base + o->size;
}

static void outer_extent(const struct outer_heap *o, uintptr_t *from, uintptr_t *to)
{
    *from = (uintptr_t)o->base;
    *to = *from + (o->base != NULL ? o->size : 0);
}

struct heap *driver_heap(void)
{
    return open_outer(&outer.driver);
}

struct heap *system_heap(void)
{
    return open_outer(&outer.systems);
}

bool driver_heap_has(const void *address)
{
    return outer_has(&outer.driver, address);
}

bool system_heap_has(const void *address)
{
    return outer_has(&outer.systems, address);
}

void driver_heap_extent(uintptr_t *from, uintptr_t *to)
{
    outer_extent(&outer.driver, from, to);
}

void system_heap_extent(uintptr_t *from, uintptr_t *to)
{
    outer_extent(&outer.systems, from, to);
}

/* Libraries whose data are restored after each step, like the C library's, use the system's heap. */
static struct outer_heap *outer_of(enum library_kind of)
{
    return of == LIBRARY_RESTORED ? &outer.systems : &outer.libraries[of];
}

struct heap *library_heap(enum library_kind of)
{
    return open_outer(outer_of(of));
}

void library_heap_extent(enum library_kind of, uintptr_t *from, uintptr_t *to)
{
    outer_extent(outer_of(of), from, to);
}

struct heap *outer_heap_of(const void *address)
{
    struct outer_heap *const all[] = { &outer.driver, &outer.systems, &outer.libraries[LIBRARY_OWN], &outer.libraries[LIBRARY_SHARED] };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (outer_has(all[i], address)) {
            return (struct heap *)all[i]->base;
        }
    }
    return NULL;
}
