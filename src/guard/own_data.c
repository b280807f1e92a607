#include "guard/own_data.h"

#include <string.h>
#include <sys/mman.h>

enum { WORD = 8 };

/* One range of a library's data. Pages are numbered from its beginning. */
struct own_part {
    uintptr_t from, to;
    unsigned char *initial; /* as main() left it */
    bool *written;          /* by page: some step wrote it, so it is compared; NULL: all are compared */
};
/* A global because the signal handler for a write to such a page gets an address only. */
static struct {
    struct pool parts;          /* struct own_part */
    struct pool parts_before;   /* the previous parts, while own_data_know() runs */
    struct pool initial_before; /* while copies are rebased: the initial contents of all parts */
    struct pool taken;          /* what was taken last */
    struct pool suspended;      /* the copies of creating actors, innermost last */
} own_data;

/* Consecutive words that differ from main's, as part of an image. The bytes come after it, padded to whole words. */
struct own_run {
    uint64_t at, size;
};

static size_t part_count(void)
{
    return own_data.parts.used / sizeof(struct own_part);
}

static struct own_part *part_at(size_t i)
{
    return (struct own_part *)own_data.parts.base + i;
}

static size_t pages_of(const struct own_part *p)
{
    return (p->to - p->from + PAGE_BYTES - 1) / PAGE_BYTES;
}

bool own_data_any(void)
{
    return part_count() != 0;
}

/* ---- the parts ---- */

static void add_part(struct pool *to, struct range r, bool is_pages, const struct own_part *old, size_t old_count)
{
    struct own_part *p = pool_take(to, sizeof *p);
    *p = (struct own_part){ .from = r.from, .to = r.to };
    const struct own_part *known = NULL;
    for (size_t i = 0; i < old_count; i++) {
        known = old[i].from == r.from && old[i].to <= r.to ? &old[i] : known;
    }
    if (known != NULL && known->to == r.to) {
        *p = *known;
        if (is_pages) { /* many pages were written by main() only */
            memset(p->written, 0, pages_of(p) * sizeof *p->written);
        }
        return;
    }
    p->initial = table_new(r.to - r.from);
    memcpy(p->initial, (const void *)r.from, r.to - r.from);
    p->written = is_pages ? table_new(pages_of(p) * sizeof *p->written) : NULL;
    if (known != NULL) { /* a known range that has grown */
        memcpy(p->initial, known->initial, known->to - known->from);
        table_free(known->initial, known->to - known->from);
        table_free(known->written, pages_of(known) * sizeof *known->written);
    }
}

void own_data_know(const struct ranges *pages, const struct ranges *locals)
{
    if (own_data.parts.base == NULL) {
        pool_init(&own_data.parts, (size_t)1 << 24);
        pool_init(&own_data.parts_before, (size_t)1 << 24);
        pool_init(&own_data.taken, (size_t)1 << 32);
        pool_init(&own_data.suspended, (size_t)1 << 34);
    }
    memcpy(own_data.parts_before.base, own_data.parts.base, own_data.parts.used);
    size_t count = part_count();
    pool_give_back(&own_data.parts, own_data.parts.used);
    for (size_t i = 0; i < ranges_count(pages); i++) {
        if (range_at(pages, i).from < range_at(pages, i).to) {
            add_part(&own_data.parts, range_at(pages, i), true, (const struct own_part *)own_data.parts_before.base, count);
        }
    }
    for (size_t i = 0; i < ranges_count(locals); i++) {
        add_part(&own_data.parts, range_at(locals, i), false, (const struct own_part *)own_data.parts_before.base, count);
    }
}

static void set_access(const struct own_part *p, size_t page, size_t count, int access)
{
    mprotect((void *)(p->from + page * PAGE_BYTES), count * PAGE_BYTES, access);
}

void own_data_begin(bool open)
{
    for (size_t i = 0; i < part_count(); i++) {
        struct own_part *p = part_at(i);
        memcpy(p->initial, (const void *)p->from, p->to - p->from);
        for (size_t page = 0; p->written != NULL && page < pages_of(p); page++) {
            p->written[page] = p->written[page] || open;
            if (!p->written[page]) {
                set_access(p, page, 1, PROT_READ);
            }
        }
    }
}

void own_data_open(void)
{
    for (size_t i = 0; i < part_count(); i++) {
        if (part_at(i)->written != NULL) {
            set_access(part_at(i), 0, pages_of(part_at(i)), PROT_READ | PROT_WRITE);
        }
    }
}

static struct own_part *part_of(uintptr_t address)
{
    for (size_t i = 0; i < part_count(); i++) {
        if (address >= part_at(i)->from && address < part_at(i)->to) {
            return part_at(i);
        }
    }
    return NULL;
}

bool own_data_touched(uintptr_t address)
{
    struct own_part *p = part_of(address);
    if (p == NULL || p->written == NULL) {
        return false;
    }
    size_t page = (address - p->from) / PAGE_BYTES;
    p->written[page] = true;
    set_access(p, page, 1, PROT_READ | PROT_WRITE);
    return true;
}

/* ---- copies ---- */

static size_t whole_words(size_t bytes)
{
    return (bytes + WORD - 1) / WORD * WORD;
}

/* Calls `apply` for every run of a copy whose data still exist. */
static void each_run(const unsigned char *differing, size_t size,
                     void (*apply)(struct own_part *p, size_t offset, const unsigned char *bytes, size_t size))
{
    for (const unsigned char *at = differing, *end = differing + size; at < end;) {
        struct own_run r;
        memcpy(&r, at, sizeof r);
        struct own_part *p = part_of(r.at);
        if (p != NULL) {
            apply(p, r.at - p->from, at + sizeof r, r.size);
        }
        at += sizeof r + whole_words(r.size);
    }
}

static void write_run(struct own_part *p, size_t offset, const unsigned char *bytes, size_t size)
{
    for (size_t at = offset; p->written != NULL && at < offset + size; at += PAGE_BYTES - at % PAGE_BYTES) {
        if (!p->written[at / PAGE_BYTES]) {
            own_data_touched(p->from + at); /* a step of another worker wrote it */
        }
    }
    memcpy((void *)(p->from + offset), bytes, size);
}

void own_data_load(const unsigned char *differing, size_t size)
{
    each_run(differing, size, write_run);
}

/* Appends to `out` what differs between `now` and `base`, two contents of the page at `address`. Runs do not go beyond a page, so
 * that they do not depend on which pages are compared. */
static void add_runs(struct pool *out, uintptr_t address, const unsigned char *now, const unsigned char *base, size_t size)
{
    struct own_run *open = NULL;
    for (size_t at = 0; at < size; at += WORD) {
        size_t bytes = size - at < WORD ? size - at : WORD;
        if (memcmp(now + at, base + at, bytes) == 0) {
            open = NULL;
            continue;
        }
        if (open == NULL) {
            open = pool_take(out, sizeof *open);
            *open = (struct own_run){ .at = address + at };
        }
        open->size += bytes;
        unsigned char *word = pool_take(out, WORD);
        memset(word, 0, WORD);
        memcpy(word, now + at, bytes);
    }
}

void own_data_take(void)
{
    if (part_count() == 0) {
        return;
    }
    pool_give_back(&own_data.taken, own_data.taken.used);
    for (size_t i = 0; i < part_count(); i++) {
        struct own_part *p = part_at(i);
        for (size_t at = 0; at < p->to - p->from; at += PAGE_BYTES) {
            size_t size = p->to - p->from - at < PAGE_BYTES ? p->to - p->from - at : PAGE_BYTES;
            unsigned char *now = (unsigned char *)p->from + at;
            bool compared = p->written == NULL || p->written[at / PAGE_BYTES];
            if (compared && memcmp(now, p->initial + at, size) != 0) {
                add_runs(&own_data.taken, p->from + at, now, p->initial + at, size);
                memcpy(now, p->initial + at, size);
            }
        }
    }
}

size_t own_data_taken(const unsigned char **bytes)
{
    *bytes = own_data.taken.used != 0 ? own_data.taken.base : (const unsigned char *)"";
    return own_data.taken.used;
}

size_t own_data_suspend(void)
{
    size_t before = own_data.suspended.used;
    own_data_take();
    if (own_data.taken.used != 0) {
        memcpy(pool_take(&own_data.suspended, own_data.taken.used), own_data.taken.base, own_data.taken.used);
    }
    return before;
}

void own_data_go_on(size_t before)
{
    if (part_count() != 0) {
        own_data_take();
        own_data_load(own_data.suspended.base + before, own_data.suspended.used - before);
        pool_give_back(&own_data.suspended, own_data.suspended.used - before);
    }
}

void own_data_forget(void)
{
    if (part_count() != 0) {
        own_data_take();
        pool_give_back(&own_data.suspended, own_data.suspended.used);
    }
}

/* ---- while main() goes on ---- */

bool own_data_changed(void)
{
    for (size_t i = 0; i < part_count(); i++) {
        if (memcmp((const void *)part_at(i)->from, part_at(i)->initial, part_at(i)->to - part_at(i)->from) != 0) {
            return true;
        }
    }
    return false;
}

static void swap_run(struct own_part *p, size_t offset, const unsigned char *bytes, size_t size)
{
    memcpy(p->initial + offset, bytes, size);
}

size_t own_data_rebase(const unsigned char *differing, size_t size, const unsigned char **bytes)
{
    struct pool *before = &own_data.initial_before;
    if (before->base == NULL) {
        pool_init(before, (size_t)1 << 32);
    }
    pool_give_back(before, before->used);
    for (size_t i = 0; i < part_count(); i++) {
        struct own_part *p = part_at(i);
        memcpy(pool_take(before, whole_words(p->to - p->from)), p->initial, p->to - p->from);
    }
    each_run(differing, size, swap_run); /* memory holds the actor's copy for a moment */
    pool_give_back(&own_data.taken, own_data.taken.used);
    const unsigned char *kept = before->base;
    for (size_t i = 0; i < part_count(); i++) {
        struct own_part *p = part_at(i);
        for (size_t at = 0; at < p->to - p->from; at += PAGE_BYTES) {
            size_t part = p->to - p->from - at < PAGE_BYTES ? p->to - p->from - at : PAGE_BYTES;
            add_runs(&own_data.taken, p->from + at, p->initial + at, (const unsigned char *)p->from + at, part);
        }
        memcpy(p->initial, kept, p->to - p->from);
        kept += whole_words(p->to - p->from);
    }
    *bytes = own_data.taken.base;
    return own_data.taken.used;
}

void own_data_each(void (*visit)(void *user, const void *from, size_t size), void *user)
{
    for (size_t i = 0; i < part_count(); i++) {
        visit(user, (const void *)part_at(i)->from, part_at(i)->to - part_at(i)->from);
    }
}
