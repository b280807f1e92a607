#include "image/image.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "actor/exclude.h"
#include "base/debug.h"
#include "guard/guard.h"
#include "guard/own_data.h"
#include "image/beneath.h"
#include "image/unwritten.h"
#include "model/names.h"

static size_t stack_size(const struct control *c)
{
    return c->sp == NULL ? 0 : (size_t)(arena_stack_top(c->actor) - (unsigned char *)c->sp);
}

static size_t heap_size_of(const struct control *c)
{
    return (size_t)(c->heap.top - c->heap.start);
}

struct image_parts image_parts(const struct control *image, size_t size)
{
    struct image_parts p = { .heap = heap_size_of(image), .stack = stack_size(image) };
    assert(size >= sizeof *image + p.heap + p.stack);
    p.own = size - sizeof *image - p.heap - p.stack;
    return p;
}

/* A global, like the arenas. */
static struct {
    image_form form_of;  /* how local states are compared; NULL: exactly */
    struct pool scratch; /* a copy of an image, in which what the program excludes is blanked */
    uint64_t trust;      /* increased by image_distrust() */
    struct pool trusted; /* uint64_t by arena: `trust` when it was last loaded; if that has changed, it is emptied first */
    struct {
        uint32_t actor;
        unsigned char *deepest; /* the deepest page of its stack that its last measured run used */
    } measured;
    struct beneath beneath;
} images;

void image_measure_stack(uint32_t actor)
{
    enum { PAGES = 1 << 14, PAGE = 4096 };
    unsigned char resident[PAGES];
    unsigned char *lowest = arena_stack_lowest(actor), *top = arena_stack_top(actor);
    size_t pages = (size_t)(top - lowest) / PAGE, i = 0;
    pages = pages > PAGES ? PAGES : pages;
    images.measured.actor = actor;
    images.measured.deepest = top;
    if (mincore(top - pages * PAGE, pages * PAGE, resident) == 0) {
        while (i < pages && (resident[i] & 1) == 0) {
            i++;
        }
        images.measured.deepest = top - (pages - i) * PAGE;
    }
}

void image_fill_stack(uint32_t actor, const void *sp, unsigned char with)
{
    /* Less than the near part by a page, in which a handler's first frame begins: opening the deep part costs several system calls. */
    enum { BELOW = 12 << 10, PAGE = 4096 };
    unsigned char *bottom = arena_stack_bottom(actor), *near = arena_stack_near(actor), *from = near;
    unsigned char *end = sp != NULL ? (unsigned char *)(uintptr_t)sp : arena_stack_top(actor);
    if (with != 0 && images.measured.actor == actor && images.measured.deepest < from) {
        from = images.measured.deepest;
    }
    if ((with != 0 || end <= near) && from > end - BELOW) {
        from = end - BELOW; /* what runs next will use about as much */
    }
    from = (unsigned char *)((uintptr_t)from & ~(uintptr_t)(PAGE - 1));
    from = from < bottom ? bottom : from;
    if (from < near) {
        arena_deepen(actor);
    }
    heap_fill(from, (size_t)(end - from), with);
    arena_empty_stack(actor, from);
}

static uint64_t *trusted_at(uint32_t actor)
{
    if (images.trusted.base == NULL) {
        pool_init(&images.trusted, (size_t)1 << 24);
    }
    return (uint64_t *)images.trusted.base + actor;
}

void image_distrust(void)
{
    images.trust++;
}

bool image_is_trusted(uint32_t actor)
{
    return *trusted_at(actor) == images.trust;
}

/* Whether the image and the arena are the same bytes, up to what is not the arena's own: libraries' data. */
static bool is_in_arena(const struct control *image, size_t size)
{
    const struct control *c = arena_control(image->actor);
    struct image_parts p = image_parts(image, size);
    return memcmp(c, image, sizeof *c) == 0 && memcmp(c->heap.start, image_heap(image), p.heap) == 0 &&
           memcmp(arena_stack_top(c->actor) - p.stack, image_stack(image, p), p.stack) == 0;
}

/* Whether the heap is as the allocator left it. The audit's fillings come after the image is loaded. */
static bool heap_intact(const struct control *c)
{
    struct heap_problem problem;
    struct heap_filling filling = heaps.filling;
    heaps.filling = (struct heap_filling){ 0 };
    bool intact = heap_check(&c->heap, &problem);
    heaps.filling = filling;
    return intact;
}

/* New blocks must be zero. Only what lies nearest is looked at. */
static bool blank_beyond_heap(const struct control *c)
{
    enum { NEAR = 16 << 10 };
    size_t size = (size_t)(c->heap.end - c->heap.top) < NEAR ? (size_t)(c->heap.end - c->heap.top) : NEAR;
    return heap_filled(c->heap.top, size, 0);
}

void image_load(uint32_t local)
{
    uint32_t actor = local_get(local)->actor;
    struct control *c = arena_control(actor);
    size_t size;
    const struct control *image = local_image(local, &size);
    struct image_parts p = image_parts(image, size);
    if (!image_is_trusted(actor)) {
        arena_reset(actor);
        *trusted_at(actor) = images.trust;
    }
    unsigned char *old_top = c->heap.top;
    *c = *image;
    memcpy(c->heap.start, image_heap(image), p.heap);
    if (old_top > c->heap.top) {
        memset(c->heap.top, 0, (size_t)(old_top - c->heap.top));
    }
    if (arena_stack_top(actor) - p.stack < arena_stack_near(actor)) {
        arena_deepen(actor);
    }
    memcpy(arena_stack_top(actor) - p.stack, image_stack(image, p), p.stack);
    image_fill_stack(actor, c->sp, 0);
    debug_assert(is_in_arena(image, size));
    debug_assert(heap_intact(c));
    debug_assert(blank_beyond_heap(c));
}

enum { CHUNK = 64 };

/* Faster than a call of memcmp() for so few bytes. */
static inline bool same_chunk(const unsigned char *a, const unsigned char *b)
{
    uint64_t x[CHUNK / 8], y[CHUNK / 8], differ = 0;
    memcpy(x, a, CHUNK);
    memcpy(y, b, CHUNK);
    for (size_t i = 0; i < CHUNK / 8; i++) {
        differ |= x[i] ^ y[i];
    }
    return differ == 0;
}

/* The bytes of `now` that differ from those of `before`, from the first to the last. */
static struct span {
    size_t from, to;
} differences(const unsigned char *before, const unsigned char *now, size_t size)
{
    struct span s = { 0, size };
    while (s.to - s.from >= CHUNK && same_chunk(before + s.from, now + s.from)) {
        s.from += CHUNK;
    }
    while (s.to - s.from >= CHUNK && same_chunk(before + s.to - CHUNK, now + s.to - CHUNK)) {
        s.to -= CHUNK;
    }
    return s;
}

static bool replace(void *at, const void *now, size_t size)
{
    struct span s = differences(at, now, size);
    return s.from == s.to ||
           beneath_write(&images.beneath, (unsigned char *)at + s.from, (const unsigned char *)now + s.from, s.to - s.from);
}

static bool blank(unsigned char *from, size_t size)
{
    static const unsigned char zeros[4096];
    for (size_t part; size != 0; from += part, size -= part) {
        part = size < sizeof zeros ? size : sizeof zeros;
        if (!beneath_write(&images.beneath, from, zeros, part)) {
            return false;
        }
    }
    return true;
}

bool image_replace(uint32_t local)
{
    enum { MUCH = 32 << 10 }; /* from here on it is cheaper to open the arena */
    uint32_t actor = local_get(local)->actor;
    struct control *c = arena_control(actor);
    size_t size;
    const struct control *image = local_image(local, &size);
    struct image_parts p = image_parts(image, size);
    size_t before = heap_size_of(c);
    if (guard_main_runs() || !image_is_trusted(actor) || c->sp != NULL || p.stack != 0 || p.heap + before > MUCH) {
        return false;
    }
    bool done = replace(c->heap.start, image_heap(image), p.heap) && (before <= p.heap || blank(c->heap.start + p.heap, before - p.heap)) &&
                replace(c, image, sizeof *c);
    debug_assert(!done || (is_in_arena(image, size) && blank_beyond_heap(c)));
    return done;
}

/* Writing zeros is much cheaper than giving pages back to the kernel, unless there are many. */
void image_empty(uint32_t actor)
{
    enum { MANY = 256 << 10 };
    struct heap *h = &arena_control(actor)->heap;
    if (!image_is_trusted(actor) || h->start == NULL || h->top - h->start > MANY) {
        arena_reset(actor);
        *trusted_at(actor) = images.trust;
        return;
    }
    memset(h->start, 0, (size_t)(h->top - h->start));
    heap_init(h, h->start, h->end);
    h->of_an_actor = true;
    image_fill_stack(actor, NULL, 0);
}

void image_load_own(uint32_t local)
{
    if (own_data_any()) {
        size_t size;
        const struct control *image = local_image(local, &size);
        struct image_parts p = image_parts(image, size);
        own_data_load(image_own(image, p), p.own);
    }
}

/* An actor that has ended keeps its name, type and status, nothing else. */
static bool drop_ended(struct control *c)
{
    if (c->status != ACTOR_DESTROYED && c->status != ACTOR_FAILED) {
        return false;
    }
    struct control rest;
    memset(&rest, 0, sizeof rest); /* padding is part of the state too */
    rest.self = c->self;
    rest.actor = c->actor;
    rest.status = c->status;
    rest.type = c->type;
    rest.behaviour = &c->type->behaviour;
    rest.adapter = c->adapter;
    rest.fail_reason = c->fail_reason;
    rest.clock = c->status == ACTOR_FAILED ? c->clock : 0; /* its callers still get answers */
    heap_init(&rest.heap, c->heap.start, c->heap.end);
    rest.heap.of_an_actor = true;
    memset(c->heap.start, 0, (size_t)(c->heap.top - c->heap.start));
    memcpy(c, &rest, sizeof rest);
    return true;
}

void image_log(struct effects *log, enum effect_kind kind, struct control *c)
{
    const unsigned char *own;
    size_t own_size = own_data_taken(&own);
    uint64_t clock = c->clock; /* an actor that ends loses it, but whoever goes on after it may know that time */
    struct image_parts p = { .own = drop_ended(c) ? 0 : own_size, .heap = heap_size_of(c), .stack = stack_size(c) };
    const struct hr_clause *end = c->type->behaviour.clauses;
    /* What is left for an actor that crashed for good is no mistake. */
    bool environment = c->status >= ACTOR_DESTROYED && c->fail_reason == HR_CRASHED;
    for (; end->kind != HR_CLAUSE_END; end++) {
        environment = environment || end->kind == HR_CLAUSE_ENVIRONMENT;
    }
    struct effect e = {
        .kind = kind,
        .actor = c->actor,
        .of = (uint32_t)p.stack,
        .size = (uint32_t)(sizeof *c + p.heap + p.own + p.stack),
        .number = clock,
        .local = { .actor = c->actor,
                   .waiting_for = c->status == ACTOR_WAITING_ON_REPLY ? names_find(c->waiting_for) : NO_ACTOR,
                   .status = c->status,
                   .environment = environment },
    };
    unsigned char *image = effects_add(log, &e), *out = image;
    memcpy(out, c, sizeof *c);
    memcpy(out += sizeof *c, c->heap.start, p.heap);
    memcpy(out += p.heap, own, p.own);
    memcpy(out += p.own, arena_stack_top(c->actor) - p.stack, p.stack);
    debug_assert(is_in_arena((const struct control *)image, e.size));
}

void image_compare_by(image_form form)
{
    images.form_of = form;
}

/* `visible` is the image without what the program excludes. */
static uint32_t put(const struct local *what, const unsigned char *visible, const unsigned char *image, size_t size)
{
    if (images.form_of == NULL) {
        return local_put(what, visible, size, image, size);
    }
    const void *form;
    size_t form_size = images.form_of(visible, size, &form);
    return local_put(what, form, form_size, image, size);
}

uint32_t image_ended(uint32_t local)
{
    size_t size;
    const struct control *c = local_image(local, &size);
    struct local what = *local_get(local);
    what.status = ACTOR_DESTROYED;
    what.waiting_for = NO_ACTOR;
    struct control ended = { .self = c->self,
                             .actor = c->actor,
                             .status = ACTOR_DESTROYED,
                             .type = c->type,
                             .behaviour = &c->type->behaviour,
                             .adapter = c->adapter };
    heap_init(&ended.heap, c->heap.start, c->heap.end);
    ended.heap.of_an_actor = true;
    return put(&what, (const unsigned char *)&ended, (const unsigned char *)&ended, sizeof ended);
}

/* Blanks what the program excludes. */
static void blank_excluded(unsigned char *key, size_t size)
{
    const struct control *c = (const struct control *)key;
    for (uint32_t i = 0; i < c->excluded.count; i++) {
        struct excluded e = exclude_in_image(c, i);
        assert(sizeof *c + e.from + e.size <= size);
        memset(key + sizeof *c + e.from, 0, e.size);
    }
}

static uint32_t commit(const struct local *what, const unsigned char *image, size_t size)
{
    if (((const struct control *)image)->excluded.count == 0) {
        return put(what, image, image, size);
    }
    if (images.scratch.base == NULL) {
        pool_init(&images.scratch, (size_t)1 << 30);
    }
    memcpy(images.scratch.base, image, size);
    blank_excluded(images.scratch.base, size);
    return put(what, images.scratch.base, image, size);
}

uint32_t image_commit(const struct effect *e)
{
    uint32_t local = commit(&e->local, effect_bytes(e), e->size);
    unwritten_reached(local, e);
    return local;
}

uint32_t image_rebase(uint32_t local)
{
    size_t size;
    const struct control *image = local_image(local, &size);
    struct image_parts p = image_parts(image, size);
    if (p.own == 0) {
        return local; /* the actor has no differences: it sees what main() left */
    }
    const unsigned char *own;
    size_t own_size = own_data_rebase(image_own(image, p), p.own, &own), whole = size - p.own + own_size;
    unsigned char *new = table_new(whole), *out = new;
    memcpy(out, image, sizeof *image + p.heap);
    memcpy(out += sizeof *image + p.heap, own, own_size);
    memcpy(out += own_size, image_stack(image, p), p.stack);
    local = commit(local_get(local), new, whole);
    table_free(new, whole);
    return local;
}
