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
    return !o->depth_first && !o->own_records && !visited_numbers(o->visited);
}

static void add_record(struct open_list *o, const uint64_t *packed)
{
    if (o->own_records) {
        size_t size = layout_bytes(visited_layout(o->visited));
        unsigned char *at = o->records.base + o->records.used;
        pool_account(&o->records, size);
        memcpy(at, packed, size);
    }
}

static void add_handle(struct open_list *o, uint64_t handle)
{
    if (has_handles(o)) {
        *(uint64_t *)pool_take(&o->handles, sizeof handle) = handle;
    }
}

void open_add_from(struct open_list *o, const uint64_t *packed, uint64_t handle, struct trail_link link)
{
    add_record(o, packed);
    add_handle(o, handle);
    trail_add(o->trails, o->me, link);
}

void open_add(struct open_list *o, const uint64_t *packed, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move)
{
    if (o->trails != NULL) {
        uint64_t depth = open_found(o) == 0 ? 0 : open_depth(o) + 1; /* the first state is its own parent */
        open_add_from(
            o, packed, handle,
            (struct trail_link){
                .parent = (uint32_t)o->current, .ordinal = ordinal, .worker = o->me & 63, .depth = trail_depth(depth) & TRAIL_DEPTH_MAX });
        return;
    }
    add_record(o, packed);
    if (o->depth_first) {
        struct open_entry *e = pool_take(&o->entries, sizeof *e);
        *e = (struct open_entry){ .hash = hash, .handle = handle, .ordinal = ordinal, .move = move };
    } else {
        struct link *l = pool_take(&o->links, sizeof *l);
        *l = (struct link){ .parent = (uint32_t)o->current, .ordinal = ordinal };
        add_handle(o, handle);
    }
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
    if (o->own_records) {
        pool_drop(&o->records, o->current * layout_bytes(visited_layout(o->visited)));
    } else if (has_handles(o)) {
        pool_drop(&o->handles, o->current * sizeof(uint64_t));
    }
    return true;
}

static bool take_depth_first(struct open_list *o)
{
    while (open_count(o) != 0 && open_at(o, open_count(o) - 1)->ordinal & EXPANDED) {
        pool_give_back(&o->entries, sizeof(struct open_entry)); /* everything found from it is done */
        o->path_length--;
        if (o->own_records) {
            pool_give_back(&o->records, layout_bytes(visited_layout(o->visited)));
        }
    }
    if (open_count(o) == 0) {
        return false;
    }
    o->current = open_count(o) - 1;
    open_at(o, o->current)->ordinal |= EXPANDED;
    o->path_length++;
    return true;
}

bool open_take(struct open_list *o)
{
    o->record = NULL;
    return o->depth_first ? take_depth_first(o) : take_breadth_first(o);
}

bool open_drop(struct open_list *o)
{
    pool_give_back(&o->entries, sizeof(struct open_entry));
    o->path_length--;
    o->record = NULL;
    return true;
}

void open_again(struct open_list *o, uint64_t handle)
{
    o->current = handle;
    o->record = NULL;
    if (o->depth_first) {
        open_add(o, NULL, 0, handle, 0, 0);
        take_depth_first(o);
    }
}

static uint64_t handle_of(const struct open_list *o, uint64_t i)
{
    return o->depth_first ? open_at(o, i)->handle : has_handles(o) ? ((const uint64_t *)o->handles.base)[i] : i;
}

const uint64_t *open_find_record(struct open_list *o)
{
    if (o->own_records) {
        return (const uint64_t *)o->records.base + o->current * visited_layout(o->visited)->words;
    }
    return visited_record(o->visited, handle_of(o, o->current));
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

/* The first state whose record may still be asked for: of a stack the first, of a queue the one being expanded. */
static uint64_t first_needed(const struct open_list *o)
{
    return o->depth_first ? 0 : o->current;
}
static uint64_t found(const struct open_list *o)
{
    return o->depth_first ? open_count(o) : open_found(o);
}

/* Room for the record of each state, by number, without memory for those before the first that is needed. */
static struct pool room_for_records(const struct open_list *o, size_t bytes)
{
    struct pool records;
    pool_init(&records, (size_t)1 << 40);
    pool_account(&records, found(o) * bytes);
    pool_drop(&records, first_needed(o) * bytes);
    return records;
}

static void repack_records(struct open_list *o, const struct layout *from)
{
    const struct layout *to = visited_layout(o->visited);
    uint64_t first = first_needed(o);
    struct pool records = room_for_records(o, layout_bytes(to));
    layout_repack(from, (const uint64_t *)o->records.base + first * from->words, to, (uint64_t *)records.base + first * to->words,
                  found(o) - first);
    pool_close(&o->records);
    o->records = records;
}

void open_repack(struct open_list *o, struct visited_old *old)
{
    o->record = NULL;
    if (o->own_records) {
        repack_records(o, &old->layout);
    } else if (visited_translates(o->visited)) {
        uint64_t count = found(o);
        for (uint64_t i = first_needed(o); i < count; i++) {
            uint64_t *handle = o->depth_first ? &open_at(o, i)->handle : (uint64_t *)o->handles.base + i;
            *handle = visited_translate(o->visited, old, *handle);
        }
    }
}

void open_take_records(struct open_list *o)
{
    const struct layout *l = visited_layout(o->visited);
    uint64_t count = found(o);
    struct pool records = room_for_records(o, layout_bytes(l));
    for (uint64_t i = first_needed(o); i < count; i++) {
        memcpy(records.base + i * layout_bytes(l), visited_record(o->visited, handle_of(o, i)), layout_bytes(l));
    }
    pool_close(&o->records);
    pool_close(&o->handles);
    o->records = records;
    o->own_records = true;
    o->record = NULL;
}

uint64_t open_bytes(const struct open_list *o)
{
    return o->entries.used + o->records.used - o->records.dropped + o->handles.used - o->handles.dropped;
}
