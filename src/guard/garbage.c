#include "guard/garbage.h"

#include <string.h>

#include "actor/request.h"
#include "base/hash.h"
#include "guard/own_data.h"
#include "process/declared.h"
#include "process/objects.h"

struct suspect {
    unsigned char *block; /* as malloc returned it */
    size_t size;
    bool there, reached;
};
/* A global because allocated() is called from malloc(), which gets no context. */
static struct {
    struct pool suspects; /* blocks allocated in this step, in order, that may be garbage */
    struct pool losses;   /* struct lost: blocks that were freed, in sets; those of the present step last */
    size_t kept;          /* how many bytes of them are of sets that are kept */
    uint32_t last_set;    /* the last one that is kept */
} garbage;

static size_t suspect_count(void)
{
    return garbage.suspects.used / sizeof(struct suspect);
}

static struct suspect *suspect_at(size_t i)
{
    return (struct suspect *)garbage.suspects.base + i;
}

static void allocated(void *block, size_t size, size_t align, const void *caller)
{
    enum { MOST = 500 }; /* every allocation is compared with all suspects, so further ones are not freed */
    bool silent = objects_silent_code((uintptr_t)caller);
    const unsigned char *from = (unsigned char *)block - align;
    for (size_t i = 0; i < suspect_count(); i++) {
        struct suspect *s = suspect_at(i);
        if (s->block > from && s->block < from + size + 2 * align) { /* the suspect was freed meanwhile, and its memory is used again */
            s->block = NULL;
        }
    }
    while (suspect_count() != 0 && suspect_at(suspect_count() - 1)->block == NULL) {
        pool_give_back(&garbage.suspects, sizeof(struct suspect));
    }
    if (silent && suspect_count() < MOST) {
        *(struct suspect *)pool_take(&garbage.suspects, sizeof(struct suspect)) = (struct suspect){ .block = block };
    }
}

void garbage_init(void)
{
    pool_init(&garbage.suspects, (size_t)1 << 30);
    pool_init(&garbage.losses, (size_t)1 << 30);
    memory_calls.allocated = allocated;
}

void garbage_begin(void)
{
    pool_empty(&garbage.suspects);
    pool_give_back(&garbage.losses, garbage.losses.used - garbage.kept);
}

/* ---- what points to them ---- */

/* A search for pointers to suspects. */
struct scan {
    size_t step;                  /* 8: words, as compilers place pointers; 1: anywhere, for packed structs */
    uintptr_t heap_from, heap_to; /* the actor's heap */
    bool reached_more;
};

static void look_at(struct scan *scan, uintptr_t word)
{
    for (size_t i = 0; i < suspect_count(); i++) {
        struct suspect *s = suspect_at(i);
        if (s->there && !s->reached && word - (uintptr_t)s->block < s->size) {
            s->reached = scan->reached_more = true;
        }
    }
}

static void scan_range(void *user, const void *from, size_t size)
{
    struct scan *scan = user;
    const unsigned char *at = from, *end = at + size;
    for (; at + sizeof(uintptr_t) <= end; at += scan->step) {
        uintptr_t word;
        memcpy(&word, at, sizeof word);
        if (word >= scan->heap_from && word < scan->heap_to) {
            look_at(scan, word);
        }
    }
}

/* The suspect in this block: at its beginning or, if it was aligned, further on. */
static struct suspect *suspect_in(const unsigned char *from, size_t size)
{
    for (size_t i = 0; i < suspect_count(); i++) {
        if (suspect_at(i)->block >= from && suspect_at(i)->block < from + size) {
            return suspect_at(i);
        }
    }
    return NULL;
}

/* Scans all blocks that are no suspects; without a scan, marks the suspects that are still allocated. */
static void walk_heap(const struct control *c, struct scan *scan)
{
    enum { HEAD = 16 };
    for (const unsigned char *head = c->heap.start; head < c->heap.top;) {
        size_t bytes = heap_block_bytes(head);
        if (bytes == 0) {
            return; /* damaged: reported when the block is freed */
        }
        struct suspect *s = suspect_in(head + HEAD, bytes - HEAD);
        if (heap_block_used(head) && scan != NULL && (s == NULL || !s->there)) {
            scan_range(scan, head + HEAD, heap_block_asked(head));
        } else if (heap_block_used(head) && scan == NULL && s != NULL) {
            s->there = true;
            s->size = (size_t)(head + bytes - s->block);
        }
        head += bytes;
    }
}

static bool all_reached(void)
{
    for (size_t i = 0; i < suspect_count(); i++) {
        if (suspect_at(i)->there && !suspect_at(i)->reached) {
            return false;
        }
    }
    return true;
}

static void find_reached(const struct control *c, size_t step)
{
    struct scan scan = { .step = step, .heap_from = (uintptr_t)c->heap.start, .heap_to = (uintptr_t)c->heap.top };
    scan_range(&scan, c, sizeof *c);
    if (c->sp != NULL) {
        scan_range(&scan, c->sp, (size_t)(arena_stack_top(c->actor) - (unsigned char *)c->sp));
    }
    walk_heap(c, &scan);
    own_data_each(scan_range, &scan);
    for (size_t i = 0; i < declared_count(); i++) {
        scan_range(&scan, declared_at(i).from, declared_at(i).size);
    }
    do {
        scan.reached_more = false;
        for (size_t i = 0; i < suspect_count(); i++) {
            if (suspect_at(i)->reached) {
                scan_range(&scan, suspect_at(i)->block, suspect_at(i)->size);
            }
        }
    } while (scan.reached_more);
}

/* ---- what is freed is remembered ---- */

/* A block of a set; its bytes come after it. */
struct lost {
    uint32_t set;
    uintptr_t from;
    size_t size;
    unsigned char *now; /* its copy in this step; NULL: not brought back */
};

static struct lost *next_lost(struct lost *l)
{
    return (struct lost *)((unsigned char *)(l + 1) + (l->size + 7) / 8 * 8);
}

static struct lost *first_lost(void)
{
    return (struct lost *)garbage.losses.base;
}

static struct lost *end_of_losses(void)
{
    return (struct lost *)(garbage.losses.base + garbage.losses.used);
}

static void lose(const struct suspect *s)
{
    struct lost *l = pool_take(&garbage.losses, sizeof *l + s->size);
    *l = (struct lost){ .set = garbage.last_set + 1, .from = (uintptr_t)s->block, .size = s->size };
    memcpy(l + 1, s->block, s->size);
}

/* ---- the end of a step ---- */

static void free_unreached(struct control *c)
{
    for (size_t i = suspect_count(); i-- > 0;) { /* in reverse order, so that the heap becomes what it was */
        struct suspect *s = suspect_at(i);
        if (s->there && !s->reached) {
            lose(s);
            heap_free(&c->heap, s->block);
        }
    }
    /* Blocks before these that libc itself freed can now be removed too. */
    for (size_t i = suspect_count(); i-- > 0;) {
        struct suspect *s = suspect_at(i);
        if (s->block != NULL && !s->there && heap_drop_last(&c->heap, s->block)) {
            i = suspect_count();
            s->block = NULL;
        }
    }
    for (size_t i = 0; i < suspect_count(); i++) {
        struct suspect *s = suspect_at(i);
        s->block = s->there ? NULL : s->block; /* it was freed, or is known to be in use */
        s->there = s->reached = false;
    }
}

void garbage_free(struct control *c)
{
    if (suspect_count() == 0) {
        return;
    }
    walk_heap(c, NULL);
    if (!all_reached()) {
        find_reached(c, sizeof(uintptr_t));
    }
    if (!all_reached()) {
        find_reached(c, 1);
    }
    free_unreached(c);
}

/* ---- in another step ---- */

bool garbage_fits(void)
{
    enum { MOST = 256 << 10 }; /* guard/whose.c leaves room for this after libc's heap */
    return garbage.losses.used - garbage.kept < MOST;
}

uint64_t garbage_hash(void)
{
    uint64_t hash = 0;
    for (struct lost *l = (struct lost *)(garbage.losses.base + garbage.kept); l < end_of_losses(); l = next_lost(l)) {
        hash = hash_bytes(l + 1, l->size, hash + l->from);
    }
    return hash;
}

uint32_t garbage_keep(void)
{
    if (garbage.losses.used == garbage.kept) {
        return 0;
    }
    garbage.kept = garbage.losses.used;
    return ++garbage.last_set;
}

void garbage_forget_kept(void)
{
    garbage.kept = 0;
    garbage.last_set = 0;
}

static struct lost *lost_at(uint32_t set, uintptr_t word)
{
    for (struct lost *l = first_lost(); l < end_of_losses(); l = next_lost(l)) {
        if (l->set == set && word >= l->from && word < l->from + l->size) {
            return l;
        }
    }
    return NULL;
}

uint64_t garbage_moved(uint32_t set, uint64_t word)
{
    uint32_t arena;
    const struct lost *l = set != 0 && arena_of((const void *)word, &arena) ? lost_at(set, word) : NULL;
    return l != NULL && l->now != NULL ? (uintptr_t)l->now + (word - l->from) : word;
}

void garbage_bring_back(uint32_t set)
{
    for (struct lost *l = first_lost(); l < end_of_losses(); l = next_lost(l)) {
        if (l->set == set) {
            size_t align = l->from & -l->from; /* the same alignment, up to a page: some code relies on it */
            l->now = heap_alloc(system_heap(), l->size, align > PAGE_BYTES ? PAGE_BYTES : align);
            memcpy(l->now, l + 1, l->size);
        }
    }
    for (struct lost *l = first_lost(); l < end_of_losses(); l = next_lost(l)) {
        uint64_t *word = (uint64_t *)(void *)l->now;
        for (size_t i = 0; l->set == set && i < l->size / sizeof *word; i++) {
            word[i] = garbage_moved(set, word[i]);
        }
    }
}
