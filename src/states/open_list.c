#include "states/open_list.h"

#include <string.h>

void open_init(struct open_list *o, struct visited *visited, bool depth_first, bool own_records)
{
    *o = (struct open_list){ .visited = visited, .depth_first = depth_first, .own_records = own_records, .level_end = 1 };
    pool_init(&o->entries, (size_t)1 << 36);
    pool_init(&o->records, (size_t)1 << 40);
    pool_init(&o->handles, (size_t)1 << 36);
    pool_init(&o->links, (size_t)1 << 36);
    pool_init(&o->ordinals, (size_t)1 << 36);
}

/* Whether the queue needs a handle per state. */
static bool has_handles(const struct open_list *o)
{
    return !o->depth_first && !o->own_records && !visited_in_order(o->visited);
}

/* Stores the record, if it is kept here; returns what stands for the state in an entry. */
static uint64_t add_record(struct open_list *o, const struct packed *packed, uint64_t handle)
{
    if (!o->own_records) {
        return handle;
    }
    size_t size = packed->length * sizeof *packed->words;
    uint64_t place = o->records.used / sizeof *packed->words;
    pool_account(&o->records, size);
    memcpy((uint64_t *)o->records.base + place, packed->words, size);
    return place;
}

static void add_handle(struct open_list *o, uint64_t handle)
{
    if (has_handles(o)) {
        *(uint64_t *)pool_take(&o->handles, sizeof handle) = handle;
    }
}

void open_add_from(struct open_list *o, const struct packed *packed, uint64_t handle, struct trail_link link)
{
    add_record(o, packed, handle);
    add_handle(o, handle);
    trail_add(o->trails, o->me, link);
}

void open_add(struct open_list *o, const struct packed *packed, uint64_t handle, uint32_t ordinal)
{
    if (o->trails != NULL) {
        uint64_t depth = open_found(o) == 0 ? 0 : open_depth(o) + 1; /* the first state is its own parent */
        open_add_from(
            o, packed, handle,
            (struct trail_link){
                .parent = (uint32_t)o->current, .ordinal = ordinal, .worker = o->me & 63, .depth = trail_depth(depth) & TRAIL_DEPTH_MAX });
        return;
    }
    handle = add_record(o, packed, handle);
    if (o->depth_first) {
        struct open_entry *e = pool_take(&o->entries, sizeof *e);
        *e = (struct open_entry){ .handle = handle, .ordinal = ordinal };
    } else {
        struct link *l = pool_take(&o->links, sizeof *l);
        *l = (struct link){ .parent = (uint32_t)o->current, .ordinal = ordinal };
        add_handle(o, handle);
    }
}

/* Entries that were taken off the stack since the mark are still there, as nothing was added. */
static void go_back(struct open_list *o, const struct open_mark *since)
{
    if (o->current != since->current) {
        open_at(o, o->current)->ordinal &= ~(uint32_t)EXPANDED;
    }
    pool_empty(&o->entries);
    pool_account(&o->entries, since->count * sizeof(struct open_entry));
    o->current = since->current;
    o->handle = since->handle;
    o->path_length = since->path_length;
}

void open_add_late(struct open_list *o, struct open_mark *since, uint64_t handle, uint32_t ordinal)
{
    if (!o->depth_first) {
        uint64_t current = o->current;
        o->current = since->current;
        open_add(o, NULL, handle, ordinal);
        o->current = current;
        return;
    }
    go_back(o, since);
    open_add(o, NULL, handle, ordinal);
    /* Among those found with it in the order of their moves, as if it had not been late. */
    size_t at = open_count(o) - 1;
    for (; at > since->current + 1 && open_at(o, at - 1)->ordinal > ordinal; at--) {
        *open_at(o, at) = *open_at(o, at - 1);
    }
    *open_at(o, at) = (struct open_entry){ .handle = handle, .ordinal = ordinal };
    *since = open_mark(o);
}

static bool take_breadth_first(struct open_list *o)
{
    uint64_t found = open_found(o);
    if (o->next == found) {
        return false;
    }
    if (o->next == o->level_end) {
        o->level++;
        o->level_end = found;
    }
    o->current = o->next++;
    if (has_handles(o)) {
        o->handle = ((const uint64_t *)o->handles.base)[o->current];
        pool_drop(&o->handles, o->current * sizeof(uint64_t));
        return true;
    }
    o->handle = o->next_handle;
    if (o->own_records) {
        o->next_handle += record_length((const uint64_t *)o->records.base + o->handle);
        pool_drop(&o->records, o->handle * sizeof(uint64_t));
    } else {
        o->next_handle = exact_next(&o->visited->exact, o->handle);
    }
    return true;
}

static bool take_depth_first(struct open_list *o)
{
    while (open_count(o) != 0 && open_at(o, open_count(o) - 1)->ordinal & EXPANDED) {
        if (o->own_records) {
            pool_give_back(&o->records, o->records.used - open_at(o, open_count(o) - 1)->handle * sizeof(uint64_t));
        }
        pool_give_back(&o->entries, sizeof(struct open_entry)); /* everything found from it is done */
        o->path_length--;
    }
    if (open_count(o) == 0) {
        return false;
    }
    o->current = open_count(o) - 1;
    o->handle = open_at(o, o->current)->handle;
    open_at(o, o->current)->ordinal |= EXPANDED;
    o->path_length++;
    return true;
}

bool open_take(struct open_list *o)
{
    return o->depth_first ? take_depth_first(o) : take_breadth_first(o);
}

bool open_drop(struct open_list *o)
{
    pool_give_back(&o->entries, sizeof(struct open_entry));
    o->path_length--;
    return true;
}

void open_again(struct open_list *o, uint64_t handle)
{
    o->handle = handle;
    if (o->depth_first) {
        open_add(o, NULL, handle, 0);
        take_depth_first(o);
    }
}

struct path open_resolve(struct path p)
{
    const struct open_list *o = p.user;
    uint32_t *out = (uint32_t *)o->ordinals.base;
    return (struct path){ .ordinals = out, .count = trail_path(o->trails, p.worker, p.number, out), .stops = p.stops };
}

struct path open_path(struct open_list *o)
{
    uint32_t *out = (uint32_t *)o->ordinals.base;
    size_t count = 0;
    if (o->depth_first) {
        for (size_t i = 1; i < open_count(o); i++) {
            if (open_at(o, i)->ordinal & EXPANDED) {
                out[count++] = open_at(o, i)->ordinal & ~(uint32_t)EXPANDED;
            }
        }
        return (struct path){ .ordinals = out, .count = count };
    }
    if (o->trails != NULL && o->trails->rank != NULL) {
        return (struct path){ .resolve = open_resolve, .user = o, .worker = o->me, .number = o->current };
    }
    if (o->trails != NULL) {
        return (struct path){ .ordinals = out, .count = trail_path(o->trails, o->me, o->current, out) };
    }
    const struct link *links = (const struct link *)o->links.base;
    for (uint64_t at = o->current; at != 0; at = links[at].parent) {
        out[count++] = links[at].ordinal;
    }
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t swap = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = swap;
    }
    return (struct path){ .ordinals = out, .count = count };
}

/* Packs a state of the store, and stores its record here; returns its place. */
static uint64_t take_record(struct open_list *o, uint64_t handle, struct sheet *sheet)
{
    uint64_t place = o->records.used / sizeof(uint64_t);
    visited_load(o->visited, handle, sheet);
    pool_account(&o->records, sheet_pack(sheet, (uint64_t *)o->records.base + place) * sizeof(uint64_t));
    return place;
}

void open_take_records(struct open_list *o, struct sheet *sheet)
{
    if (o->depth_first) {
        for (size_t i = 0; i < open_count(o); i++) {
            open_at(o, i)->handle = take_record(o, open_at(o, i)->handle, sheet);
        }
    } else {
        uint64_t at = o->next_handle;
        for (uint64_t i = o->next; i < open_found(o); i++) {
            if (has_handles(o)) {
                take_record(o, ((const uint64_t *)o->handles.base)[i], sheet);
            } else {
                take_record(o, at, sheet);
                at = exact_next(&o->visited->exact, at);
            }
        }
        o->next_handle = 0;
    }
    pool_close(&o->handles);
    o->own_records = true;
}

static uint64_t translated(struct open_list *o, struct tree_store *old, uint64_t handle, struct sheet *sheet)
{
    tree_load(old, handle, sheet);
    return tree_root(&o->visited->tree, sheet, true);
}

void open_translate(struct open_list *o, struct tree_store *old, struct sheet *sheet)
{
    for (size_t i = 0; i < open_count(o); i++) {
        open_at(o, i)->handle = translated(o, old, open_at(o, i)->handle, sheet);
    }
    for (uint64_t i = o->next; i < o->handles.used / sizeof(uint64_t); i++) {
        uint64_t *handle = (uint64_t *)o->handles.base + i;
        *handle = translated(o, old, *handle, sheet);
    }
}

uint64_t open_bytes(const struct open_list *o)
{
    return o->entries.used + o->records.used - o->records.dropped + o->handles.used - o->handles.dropped;
}
