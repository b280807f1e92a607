#include "explore/open_list.h"

#include <string.h>

void open_init(struct open_list *o, struct visited *visited, bool depth_first, bool own_records)
{
    *o = (struct open_list){ .visited = visited, .depth_first = depth_first, .own_records = own_records, .level_end = 1 };
    pool_init(&o->entries, (size_t)1 << 36);
    pool_init(&o->records, (size_t)1 << 40);
    pool_init(&o->links, (size_t)1 << 36);
    pool_init(&o->ordinals, (size_t)1 << 36);
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

void open_add_from(struct open_list *o, const uint64_t *packed, struct trail_link link)
{
    add_record(o, packed);
    trail_add(workers_me, link);
}

void open_add(struct open_list *o, const uint64_t *packed, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move)
{
    if (o->shared_trail) {
        uint64_t depth = open_found(o) == 0 ? 0 : open_depth(o) + 1; /* the first state is its own parent */
        open_add_from(o, packed, (struct trail_link){ .parent = (uint32_t)o->current, .ordinal = ordinal, .worker = workers_me & 63,
                                                      .depth = depth > TRAIL_DEPTH_MAX ? TRAIL_DEPTH_MAX : (uint32_t)depth });
        return;
    }
    add_record(o, packed);
    if (o->depth_first) {
        struct open_entry *e = pool_take(&o->entries, sizeof *e);
        *e = (struct open_entry){ .hash = hash, .handle = handle, .ordinal = ordinal, .move = move };
    } else {
        struct link *l = pool_take(&o->links, sizeof *l);
        *l = (struct link){ .parent = (uint32_t)o->current, .ordinal = ordinal };
    }
}

/* Records of states that were expanded are not needed again; those of the others move to the front, so seldom that each moves
 * about once. */
static void drop_expanded(struct open_list *o, uint64_t found)
{
    enum { SOME = 1 << 14 };
    uint64_t done = o->next - o->first_record, open = found - o->next;
    if (!o->own_records || done < SOME || done < open) {
        return;
    }
    size_t size = layout_bytes(visited_layout(o->visited));
    memmove(o->records.base, o->records.base + done * size, open * size);
    pool_give_back(&o->records, done * size);
    o->first_record = o->next;
}

static bool take_breadth_first(struct open_list *o)
{
    uint64_t found = open_found(o);
    if (o->next == found) {
        return false;
    }
    drop_expanded(o, found);
    if (o->next == o->level_end) {
        o->level++;
        o->level_end = found;
    }
    o->current = o->next++;
    return true;
}

static bool take_depth_first(struct open_list *o)
{
    while (open_count(o) != 0 && open_at(o, open_count(o) - 1)->ordinal & EXPANDED) {
        pool_give_back(&o->entries, sizeof(struct open_entry)); /* everything below it is done */
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
    return o->depth_first ? take_depth_first(o) : take_breadth_first(o);
}

const uint64_t *open_record(const struct open_list *o)
{
    if (o->own_records) {
        return (const uint64_t *)o->records.base + (o->current - o->first_record) * visited_layout(o->visited)->words;
    }
    return visited_record(o->visited, o->depth_first ? open_at(o, o->current)->handle : o->current);
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
    if (o->shared_trail) {
        return (struct path){ .ordinals = out, .count = trail_path(workers_me, o->current, out) };
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

void open_repack(struct open_list *o, const struct layout *from)
{
    if (!o->own_records) {
        return;
    }
    const struct layout *to = visited_layout(o->visited);
    struct pool records;
    pool_init(&records, (size_t)1 << 40);
    size_t count = o->records.used / layout_bytes(from);
    pool_account(&records, count * layout_bytes(to));
    layout_repack(from, (const uint64_t *)o->records.base, to, (uint64_t *)records.base, count);
    pool_close(&o->records);
    o->records = records;
}
