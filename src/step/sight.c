#include "step/sight.h"

#include "actor/arena.h"
#include "guard/guard.h"
#include "image/image.h"
#include "image/window.h"
#include "step/around.h"

enum { READABLE_BYTES = 1 << 16, SEEN_BYTES = 1 << 20 };

_Static_assert(ARENAS_MOST * sizeof(uint32_t) <= READABLE_BYTES, "all actors may be readable at once");

/* Numbers of executions are guard.step at that time. */
struct seen {
    uint64_t shown;    /* the last execution that it was readable in */
    uint64_t named;    /* the last one that asked for it by its reference */
    uint64_t openings; /* arena_openings() when it was loaded */
    uint32_t local;    /* what was loaded then; 0: nothing that could be relied on */
    bool readable;     /* or even writable: it is not closed */
};
_Static_assert(ARENAS_MOST * sizeof(struct seen) <= SEEN_BYTES, "every actor has its place");

static struct seen *seen_of(const struct sight *s, uint32_t actor)
{
    return (struct seen *)s->seen.base + actor;
}

static uint32_t readable_at(const struct sight *s, size_t i)
{
    return ((const uint32_t *)s->readable.base)[i];
}

static bool is_one_of(uint32_t actor, const uint32_t *actors, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (actors[i] == actor) {
            return true;
        }
    }
    return false;
}

static void begin_list(struct sight *s)
{
    if (s->seen.base == NULL) {
        pool_init(&s->seen, SEEN_BYTES);
        pool_init(&s->readable, READABLE_BYTES);
    }
}

static void enlist(struct sight *s, uint32_t actor)
{
    struct seen *seen = seen_of(s, actor);
    if (!seen->readable) {
        ((uint32_t *)s->readable.base)[s->readable_count++] = actor;
        seen->readable = true;
    }
}

static void hide(const struct sight *s, uint32_t actor)
{
    seen_of(s, actor)->readable = false;
    if (around_guards()) {
        arena_access(actor, ARENA_CLOSED);
    }
}

void sight_begin(struct sight *s, const uint32_t *actors, size_t count)
{
    uint32_t *readable = (uint32_t *)s->readable.base;
    size_t kept = 0;
    for (size_t i = 0; i < s->readable_count; i++) {
        if (is_one_of(readable[i], actors, count)) {
            readable[kept++] = readable[i];
        } else {
            hide(s, readable[i]);
        }
    }
    s->readable_count = kept;
}

uint32_t sight_changes(const struct sight *s, const uint32_t *actors, size_t count)
{
    uint32_t changes = (uint32_t)(s->readable_count + count);
    for (size_t i = 0; i < s->readable_count; i++) {
        changes -= is_one_of(readable_at(s, i), actors, count) ? 2 : 0;
    }
    return changes;
}

/* Whether it still holds what was loaded: memory that was not writable since then cannot have changed. */
static bool holds_still(const struct seen *seen, uint32_t actor)
{
    bool usual = heaps.filling.fresh == 0 && heaps.filling.dead == 0 && !heaps.filling.apart;
    return around_guards() && usual && seen->local != 0 && seen->openings == arena_openings(actor) && image_is_trusted(actor);
}

static void load(const struct seen *seen, uint32_t actor, uint32_t local)
{
    if (arena_is_window(actor)) {
        arena_access(actor, ARENA_READ);
    }
    if (seen->readable && holds_still(seen, actor) && image_replace(local)) {
        return;
    }
    if (around_guards()) {
        arena_access(actor, ARENA_OPEN);
    }
    image_load(local);
    around_loaded(arena_control(actor), local);
    if (around_guards()) {
        arena_access(actor, ARENA_READ);
    }
}

static void note_shown(struct sight *s, uint32_t actor, uint32_t local)
{
    struct seen *seen = seen_of(s, actor);
    enlist(s, actor);
    seen->local = local;
    seen->openings = arena_openings(actor);
    seen->shown = guard.step;
}

void sight_show(struct sight *s, uint32_t actor, uint32_t local)
{
    begin_list(s);
    struct seen *seen = seen_of(s, actor);
    if (seen->local == local && holds_still(seen, actor)) {
        arena_access(actor, ARENA_READ);
    } else {
        load(seen, actor, local);
    }
    note_shown(s, actor, local);
}

void sight_show_in_haste(struct sight *s, uint32_t actor, uint32_t local)
{
    begin_list(s);
    struct seen *seen = seen_of(s, actor);
    bool still = holds_still(seen, actor);
    if (!still || !window_suits(local)) {
        sight_show(s, actor, local);
        return;
    }
    if (seen->local != local || !arena_is_window(actor)) {
        window_load(local);
    }
    note_shown(s, actor, local);
}

bool sight_is_untouched(const struct sight *s)
{
    for (size_t i = 0; i < s->readable_count; i++) {
        uint32_t actor = readable_at(s, i);
        if (arena_is_window(actor) && !window_shows(seen_of(s, actor)->local)) {
            return false;
        }
    }
    return true;
}

bool sight_is_blank(const struct sight *s)
{
    for (size_t i = 0; i < s->readable_count; i++) {
        if (arena_is_window(readable_at(s, i)) && !window_is_blank(readable_at(s, i))) {
            return false;
        }
    }
    return true;
}

void sight_take(struct sight *s, uint32_t actor)
{
    begin_list(s);
    enlist(s, actor);
}

bool sight_shows(const struct sight *s, uint32_t actor)
{
    return s->seen.base != NULL && seen_of(s, actor)->shown == guard.step;
}

void sight_note_look(struct sight *s, uint32_t actor)
{
    if (s->seen.base != NULL) {
        seen_of(s, actor)->named = guard.step;
    }
}

bool sight_was_asked_for(const struct sight *s, uint32_t actor)
{
    return s->seen.base != NULL && seen_of(s, actor)->named == guard.step;
}

void sight_forget(struct sight *s)
{
    for (size_t i = 0; i < s->readable_count; i++) {
        seen_of(s, readable_at(s, i))->local = 0;
    }
}

/* The arenas stay open until they are loaded again, or hidden. */
void sight_blank(struct sight *s)
{
    for (size_t i = 0; i < s->readable_count; i++) {
        uint32_t actor = readable_at(s, i);
        if (around_guards()) {
            arena_access(actor, ARENA_OPEN);
        }
        heap_blank(&arena_control(actor)->heap);
    }
    sight_forget(s);
}

void sight_drop(struct sight *s)
{
    sight_begin(s, NULL, 0);
}

void sight_leave_to(struct sight *s, uint32_t actor)
{
    sight_begin(s, &actor, 1);
    if (s->readable_count != 0) {
        seen_of(s, actor)->readable = false;
        s->readable_count = 0;
    }
}
