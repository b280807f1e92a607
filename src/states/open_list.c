#include "states/open_list.h"

#include <string.h>

void open_init(struct open_list *o, struct visited *visited, bool depth_first, bool own_records)
{
    *o = (struct open_list){ .visited = visited, .depth_first = depth_first, .own_records = own_records, .level_end = 1 };
    pool_init(&o->entries, (size_t)1 << 36);
    pool_init(&o->records, (size_t)1 << 40);
    pool_init(&o->handles, (size_t)1 << 36);
    pool_init(&o->hashes, (size_t)1 << 36);
    pool_init(&o->links, (size_t)1 << 36);
    pool_init(&o->found_by, (size_t)1 << 35);
    pool_init(&o->territories, (size_t)1 << 35);
    pool_init(&o->ordinals, (size_t)1 << 36);
}

/* Whether the queue has a handle per state. Several workers make it so, to have the hash, too. */
static bool has_handles(const struct open_list *o)
{
    return !o->depth_first && !o->own_records && (o->trails != NULL || !visited_in_order(o->visited));
}

/* Whether the store gives one state after the other, so that the queue has only their hashes. (With a reduction states are taken once more, out of order.) */
static bool has_hashes(const struct open_list *o)
{
    return !o->depth_first && !o->own_records && !has_handles(o) && !o->visited->exact.numbered;
}

/* Stores the record, if it is kept here; returns what stands for the state in an entry. */
static uint64_t add_record(struct open_list *o, const struct arrival *a)
{
    if (!o->own_records) {
        return a->handle;
    }
    uint64_t place = o->records.used / sizeof *a->packed.words, *to = (uint64_t *)o->records.base + place;
    pool_account(&o->records, (a->packed.length + !o->depth_first) * sizeof *to);
    memcpy(to, a->packed.words, a->packed.length * sizeof *to);
    if (!o->depth_first) {
        to[a->packed.length] = a->hash;
    }
    return place;
}

static void add_handle(struct open_list *o, uint64_t handle, uint64_t hash)
{
    if (has_handles(o)) {
        *(struct open_handle *)pool_take(&o->handles, sizeof(struct open_handle)) = (struct open_handle){ handle, hash };
    }
}

static struct open_handle *handle_at(const struct open_list *o, uint64_t number)
{
    return (struct open_handle *)o->handles.base + number;
}

static void add_number(struct pool *p, uint32_t number)
{
    uint32_t *at = (uint32_t *)(p->base + p->used);
    pool_account(p, sizeof *at);
    *at = number;
}

static void push(struct open_list *o, struct open_entry entry)
{
    *(struct open_entry *)pool_take(&o->entries, sizeof entry) = entry;
}

void open_add_from(struct open_list *o, const struct arrival *a, struct trail_link link)
{
    uint64_t handle = add_record(o, a);
    if (o->owned) {
        add_number(&o->territories, a->territory);
    }
    if (o->depth_first) {
        push(o, (struct open_entry){
                    .handle = handle, .hash = a->hash, .depth = link.depth, .parent = (uint32_t)open_found(o), .found_by = a->found_by });
    } else {
        add_number(&o->found_by, a->found_by);
    }
    add_handle(o, a->handle, a->hash);
    trail_add(o->trails, o->me, link);
}

void open_add(struct open_list *o, const struct arrival *a)
{
    if (o->trails != NULL) {
        bool first = open_found(o) == 0; /* which is its own parent */
        uint64_t depth = first ? 0 : open_depth(o) + 1;
        open_add_from(o, a,
                      (struct trail_link){ .parent = first ? 0 : (uint32_t)open_number(o),
                                           .ordinal = a->ordinal,
                                           .worker = o->me & 63,
                                           .depth = trail_depth(depth) & TRAIL_DEPTH_MAX });
        return;
    }
    uint64_t handle = add_record(o, a);
    if (o->depth_first) {
        bool first = open_count(o) == 0;
        uint32_t depth = first ? 0 : open_at(o, o->current)->depth + 1;
        push(o, (struct open_entry){ .handle = handle,
                                     .hash = a->hash,
                                     .ordinal = a->ordinal,
                                     .parent = first ? 0 : (uint32_t)o->current,
                                     .depth = depth,
                                     .found_by = a->found_by });
    } else {
        add_number(&o->found_by, a->found_by);
        struct link *l = pool_take(&o->links, sizeof *l);
        *l = (struct link){ .parent = (uint32_t)o->current, .ordinal = a->ordinal };
        add_handle(o, handle, a->hash);
        if (has_hashes(o)) {
            *(uint64_t *)pool_take(&o->hashes, sizeof a->hash) = a->hash;
        }
    }
}

void open_load(struct open_list *o, struct sheet *sheet)
{
    bool in_store = !o->own_records;
    if (in_store && !(o->depth_first || has_handles(o) || has_hashes(o))) {
        visited_load(o->visited, o->handle, sheet); /* the hash is not known */
        return;
    }
    bool tree = in_store && o->visited->kind == STORE_TREE;
    const uint64_t *record = tree       ? NULL
                             : in_store ? exact_record(&o->visited->exact, o->handle)
                                        : (const uint64_t *)o->records.base + o->handle;
    uint64_t hash = o->depth_first  ? open_at(o, o->current)->hash
                    : has_hashes(o) ? ((const uint64_t *)o->hashes.base)[o->current]
                    : in_store      ? handle_at(o, o->current)->hash
                                    : record[record_length(record)];
    if (tree) {
        tree_load_words(&o->visited->tree, o->handle, sheet, hash);
    } else {
        sheet_load_words(sheet, record, hash);
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
    if (has_handles(o)) {
        o->handle = handle_at(o, o->current)->handle;
        return true;
    }
    o->handle = o->next_handle;
    if (o->own_records) {
        o->next_handle += record_length((const uint64_t *)o->records.base + o->handle) + 1; /* and the hash */
    } else {
        o->next_handle = exact_next(&o->visited->exact, o->handle);
    }
    return true;
}

/* Makes the state at this place of the stack the current one. */
static void mark(struct open_list *o, size_t at)
{
    o->current = at;
    o->handle = open_at(o, at)->handle;
    open_at(o, at)->ordinal |= EXPANDED;
    o->expanded++;
}

static bool take_depth_first(struct open_list *o)
{
    while (open_count(o) != 0 && open_at(o, open_count(o) - 1)->ordinal & EXPANDED) {
        if (o->own_records) {
            pool_give_back(&o->records, o->records.used - open_at(o, open_count(o) - 1)->handle * sizeof(uint64_t));
        }
        pool_give_back(&o->entries, sizeof(struct open_entry)); /* everything found from it is done */
        pool_give_back(&o->territories, o->owned ? sizeof(uint32_t) : 0);
        o->expanded--;
    }
    if (open_count(o) == 0) {
        return false;
    }
    mark(o, open_count(o) - 1);
    return true;
}

bool open_take(struct open_list *o)
{
    if (o->depth_first) {
        return take_depth_first(o);
    }
    bool any = take_breadth_first(o);
    if (any) {
        pool_drop(&o->found_by, o->current * sizeof(uint32_t));
        pool_drop(&o->territories, o->owned ? o->current * sizeof(uint32_t) : 0);
    }
    if (any && has_handles(o)) {
        pool_drop(&o->handles, o->current * sizeof(struct open_handle)); /* those before are expanded */
    } else if (any && has_hashes(o)) {
        pool_drop(&o->hashes, o->current * sizeof(uint64_t));
    } else if (any && o->own_records) {
        pool_drop(&o->records, o->handle * sizeof(uint64_t));
    }
    return any;
}

bool open_take_beside(struct open_list *o)
{
    enum { NEAR = 16 };
    if (!o->depth_first) {
        return (o->trails != NULL || o->next != o->level_end) && take_breadth_first(o);
    }
    for (size_t at = o->current, end = at < NEAR ? 0 : at - NEAR; at > end; at--) {
        if (!(open_at(o, at - 1)->ordinal & EXPANDED)) {
            mark(o, at - 1);
            return true;
        }
    }
    return false;
}

bool open_drop(struct open_list *o)
{
    pool_give_back(&o->entries, sizeof(struct open_entry));
    o->expanded--;
    return true;
}

void open_again(struct open_list *o, uint64_t handle, uint64_t hash)
{
    o->handle = handle;
    if (o->depth_first) {
        open_add(o, &(struct arrival){ .handle = handle, .hash = hash });
        take_depth_first(o);
    }
}

struct path open_resolve(struct path p)
{
    const struct open_list *o = p.user;
    uint32_t *out = (uint32_t *)o->ordinals.base;
    return (struct path){ .ordinals = out, .count = trail_path(o->trails, p.worker, p.number, out), .stops = p.stops };
}

static struct path reversed(uint32_t *ordinals, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t swap = ordinals[i];
        ordinals[i] = ordinals[count - 1 - i];
        ordinals[count - 1 - i] = swap;
    }
    return (struct path){ .ordinals = ordinals, .count = count };
}

struct path open_path(struct open_list *o)
{
    uint32_t *out = (uint32_t *)o->ordinals.base;
    size_t count = 0;
    if (o->trails != NULL && o->trails->rank != NULL) {
        return (struct path){ .resolve = open_resolve, .user = o, .worker = o->me, .number = open_number(o) };
    }
    if (o->trails != NULL) {
        return (struct path){ .ordinals = out, .count = trail_path(o->trails, o->me, open_number(o), out) };
    }
    if (o->depth_first) {
        for (size_t at = o->current; at != 0; at = open_at(o, at)->parent) {
            out[count++] = open_at(o, at)->ordinal & ~(uint32_t)EXPANDED;
        }
        return reversed(out, count);
    }
    const struct link *links = (const struct link *)o->links.base;
    for (uint64_t at = o->current; at != 0; at = links[at].parent) {
        out[count++] = links[at].ordinal;
    }
    return reversed(out, count);
}

/* Packs a state of the store, and stores its record here; returns its place. */
static uint64_t take_record(struct open_list *o, uint64_t handle, struct sheet *sheet)
{
    uint64_t place = o->records.used / sizeof(uint64_t), *to = (uint64_t *)o->records.base + place;
    visited_load(o->visited, handle, sheet);
    uint32_t length = sheet_pack(sheet, to);
    if (!o->depth_first) {
        to[length++] = sheet->hash;
    }
    pool_account(&o->records, length * sizeof *to);
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
                take_record(o, handle_at(o, i)->handle, sheet);
            } else {
                take_record(o, at, sheet);
                at = exact_next(&o->visited->exact, at);
            }
        }
        o->next_handle = 0;
    }
    pool_close(&o->handles);
    pool_close(&o->hashes);
    o->own_records = true;
}

static uint64_t translated(struct open_list *o, struct tree_store *old, uint64_t handle, struct sheet *sheet, uint64_t *scratch)
{
    tree_load(old, handle, sheet);
    return visited_handle(o->visited, sheet, scratch);
}

void open_translate(struct open_list *o, struct tree_store *old, struct sheet *sheet, uint64_t *scratch)
{
    for (size_t i = 0; i < open_count(o); i++) {
        open_at(o, i)->handle = translated(o, old, open_at(o, i)->handle, sheet, scratch);
    }
    for (uint64_t i = o->next; i < o->handles.used / sizeof(struct open_handle); i++) {
        struct open_handle *h = handle_at(o, i);
        h->handle = translated(o, old, h->handle, sheet, scratch);
    }
}

uint64_t open_bytes(const struct open_list *o)
{
    uint64_t queues = o->records.used - o->records.dropped + o->handles.used - o->handles.dropped + o->hashes.used - o->hashes.dropped;
    uint64_t numbers = o->found_by.used - o->found_by.dropped + o->territories.used - o->territories.dropped;
    return o->entries.used + queues + numbers;
}
