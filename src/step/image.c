#include "step/image.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "actor/exclude.h"
#include "model/names.h"
#include "identity/shape.h"
#include "step/unwritten.h"

enum { NEAR_STACK = 16 << 10 };

static size_t stack_size(const struct control *c)
{
    return c->sp == NULL ? 0 : (size_t)(arena_stack_top(c->actor) - (unsigned char *)c->sp);
}

size_t image_size(const struct control *c)
{
    return sizeof *c + (size_t)(c->heap.top - c->heap.start) + stack_size(c);
}

static struct {
    uint32_t actor;
    unsigned char *deepest; /* page of its stack that its last measured run came to */
} measured;

void image_measure_stack(uint32_t actor)
{
    enum { PAGES = 1 << 14, PAGE = 4096 };
    static unsigned char resident[PAGES];
    unsigned char *bottom = arena_stack_bottom(actor), *top = arena_stack_top(actor);
    size_t pages = (size_t)(top - bottom) / PAGE, i = 0;
    pages = pages > PAGES ? PAGES : pages;
    measured.actor = actor;
    measured.deepest = top;
    if (mincore(top - pages * PAGE, pages * PAGE, resident) == 0) {
        while (i < pages && (resident[i] & 1) == 0) {
            i++;
        }
        measured.deepest = top - (pages - i) * PAGE;
    }
}

void image_fill_stack(uint32_t actor, const void *sp, unsigned char with)
{
    unsigned char *bottom = arena_stack_bottom(actor);
    unsigned char *end = sp != NULL ? (unsigned char *)(uintptr_t)sp : arena_stack_top(actor);
    unsigned char *near = (size_t)(end - bottom) > NEAR_STACK ? end - NEAR_STACK : bottom;
    if (with != 0 && measured.actor == actor && measured.deepest < near) {
        near = measured.deepest;
    }
    near = (unsigned char *)((uintptr_t)near & ~(uintptr_t)4095);
    near = near < bottom ? bottom : near;
    heap_fill(near, (size_t)(end - near), with);
    if (near > bottom) {
        /* Deep parts are rarely touched: giving the pages back is cheaper than writing them. */
        madvise(bottom, (size_t)(near - bottom), MADV_DONTNEED);
    }
}

/* What an execution leaves in an arena is known, unless it was abandoned: then anything can be anywhere, in every arena that it had a part in. Arenas
 * whose number is not the present one are emptied first. */
static uint64_t trust;

static uint64_t *trusted_at(uint32_t actor)
{
    static struct pool numbers;
    if (numbers.base == NULL) {
        pool_init(&numbers, (size_t)1 << 24);
    }
    return (uint64_t *)numbers.base + actor;
}

void image_distrust(void)
{
    trust++;
}

void image_load(uint32_t local)
{
    uint32_t actor = local_get(local)->actor;
    struct control *c = arena_control(actor);
    size_t size;
    const unsigned char *image = local_image(local, &size);
    if (*trusted_at(actor) != trust) {
        arena_reset(actor);
        *trusted_at(actor) = trust;
    }
    unsigned char *old_top = c->heap.top;
    memcpy(c, image, sizeof *c);
    size_t heap = (size_t)(c->heap.top - c->heap.start);
    memcpy(c->heap.start, image + sizeof *c, heap);
    if (old_top > c->heap.top) {
        memset(c->heap.top, 0, (size_t)(old_top - c->heap.top));
    }
    size_t stack = stack_size(c);
    assert(size == sizeof *c + heap + stack);
    memcpy(arena_stack_top(actor) - stack, image + sizeof *c + heap, stack);
    image_fill_stack(actor, c->sp, 0);
}

/* An actor that has ended keeps its name, type and status, nothing else. */
static void drop_ended(struct control *c)
{
    if (c->status != ACTOR_DESTROYED && c->status != ACTOR_FAILED) {
        return;
    }
    struct control rest;
    memset(&rest, 0, sizeof rest); /* padding is state too */
    rest.self = c->self;
    rest.actor = c->actor;
    rest.status = c->status;
    rest.type = c->type;
    rest.behaviour = &c->type->behaviour;
    rest.adapter = c->adapter;
    rest.fail_reason = c->fail_reason;
    rest.clock = c->status == ACTOR_FAILED ? c->clock : 0; /* who calls it is still answered */
    heap_init(&rest.heap, c->heap.start, c->heap.end);
    rest.heap.of_an_actor = true;
    memset(c->heap.start, 0, (size_t)(c->heap.top - c->heap.start));
    memcpy(c, &rest, sizeof rest);
}

void image_log(struct effects *log, enum effect_kind kind, struct control *c)
{
    drop_ended(c);
    const struct hr_clause *end = c->type->behaviour.clauses;
    bool environment = false;
    for (; end->kind != HR_CLAUSE_END; end++) {
        environment = environment || end->kind == HR_CLAUSE_ENVIRONMENT;
    }
    struct effect e = {
        .kind = kind,
        .actor = c->actor,
        .size = (uint32_t)image_size(c),
        .local = { .actor = c->actor,
                   .waiting_for = c->status == ACTOR_WAITING_ON_REPLY ? names_find(c->waiting_for) : NO_ACTOR,
                   .status = c->status,
                   .environment = environment },
    };
    unsigned char *out = effects_add(log, &e);
    size_t heap = (size_t)(c->heap.top - c->heap.start), stack = stack_size(c);
    memcpy(out, c, sizeof *c);
    memcpy(out + sizeof *c, c->heap.start, heap);
    memcpy(out + sizeof *c + heap, arena_stack_top(c->actor) - stack, stack);
}

static enum identity_kind identity;

void image_compare(enum identity_kind by)
{
    identity = by;
}

/* `visible` is the image without what the program excludes. */
static uint32_t put(const struct local *what, const unsigned char *visible, const unsigned char *image, size_t size)
{
    if (identity != IDENTITY_CANONICAL && identity != IDENTITY_JACCO) {
        return local_put(what, visible, size, image, size);
    }
    const void *form;
    size_t form_size = shape_canonical(visible, size, identity == IDENTITY_JACCO, &form);
    return local_put(what, form, form_size, image, size);
}

uint32_t image_ended(uint32_t local)
{
    size_t size;
    const struct control *c = local_image(local, &size);
    struct local what = *local_get(local);
    what.status = ACTOR_DESTROYED;
    what.waiting_for = NO_ACTOR;
    struct control ended = { .self = c->self, .actor = c->actor, .status = ACTOR_DESTROYED, .type = c->type,
                             .behaviour = &c->type->behaviour, .adapter = c->adapter };
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

static uint32_t commit(const struct effect *e)
{
    static struct pool scratch;
    const unsigned char *image = effect_bytes(e);
    if (((const struct control *)image)->excluded.count == 0) {
        return put(&e->local, image, image, e->size);
    }
    if (scratch.base == NULL) {
        pool_init(&scratch, (size_t)1 << 30);
    }
    memcpy(scratch.base, image, e->size);
    blank_excluded(scratch.base, e->size);
    return put(&e->local, scratch.base, image, e->size);
}

uint32_t image_commit(const struct effect *e)
{
    uint32_t local = commit(e);
    unwritten_reached(local, e);
    return local;
}
