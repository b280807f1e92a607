/* The open list of a stateful search: states that were found, including those that are not expanded yet.
 *
 * Depth first it is a stack. An entry stays on it, marked, until everything found from it is done: the marked entries are the path.
 * Breadth first it is a queue, with one link per state back to where it was found.
 *
 * With several workers it is also a queue, of the states that this worker owns, without levels.
 *
 * Where the store keeps no records, the list keeps those of the states to expand. */
#ifndef HARRIER_STATES_OPEN_LIST_H
#define HARRIER_STATES_OPEN_LIST_H

#include "explore/search.h"
#include "store/visited.h"
#include "workers/trail.h"

struct open_entry {
    uint64_t hash;
    uint64_t handle;  /* the handle of its record in the store */
    uint32_t ordinal; /* the ordinal of the move that led here */
    uint32_t move;    /* the number of that move */
};
enum { EXPANDED = 1u << 31 };

struct link {
    uint32_t parent, ordinal;
};

struct open_list {
    bool depth_first, own_records;
    struct visited *visited;
    struct pool entries;             /* depth first: struct open_entry */
    struct pool records;             /* own_records: the packed states of the stack or queue */
    struct pool handles;             /* breadth first, where handles are not the states' numbers: a handle per state found */
    struct pool links;               /* breadth first: struct link per state found */
    struct trails *trails;           /* with several workers: where the links are; NULL: there is one worker */
    uint32_t me;                     /* the number of this worker */
    const uint64_t *record;          /* the record of the current state; NULL: not asked for yet */
    uint64_t next, level_end, level; /* breadth first */
    uint64_t current;                /* the state being expanded: its number, depth first its place on the stack */
    uint64_t path_length;            /* depth first: how many entries on the stack are marked */
    struct pool ordinals;            /* scratch for paths */
};

void open_init(struct open_list *o, struct visited *visited, bool depth_first, bool own_records);
/* Opens a new state, found from the current one. */
void open_add(struct open_list *o, const uint64_t *packed, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move);
/* The same for a state that another worker found. */
void open_add_from(struct open_list *o, const uint64_t *packed, uint64_t handle, struct trail_link link);
/* Takes the next state to expand; false when there is none. Depth first its entry is marked. */
bool open_take(struct open_list *o);
/* Takes the current state off the stack again; true. */
bool open_drop(struct open_list *o);
/* Makes a state that was expanded before the current one again, when nothing else is open. */
void open_again(struct open_list *o, uint64_t handle);
/* The current state's record, wherever it is now. */
const uint64_t *open_find_record(struct open_list *o);
static inline const uint64_t *open_record(struct open_list *o)
{
    return o->record != NULL ? o->record : (o->record = open_find_record(o));
}
/* The path to the current state. It has room for one more ordinal at its end. */
struct path open_path(struct open_list *o);
/* After a change of layout: converts own records and handles. */
void open_repack(struct open_list *o, struct visited_old *old);
/* Copies the records from the store, which is about to drop them. */
void open_take_records(struct open_list *o);
/* Bytes in memory. */
uint64_t open_bytes(const struct open_list *o);

static inline size_t open_count(const struct open_list *o)
{
    return o->entries.used / sizeof(struct open_entry);
}
static inline struct open_entry *open_at(const struct open_list *o, size_t i)
{
    return (struct open_entry *)o->entries.base + i;
}
/* Depth first: whether this state, which was expanded at this place of the stack, is still on the path. */
static inline bool open_on_path(const struct open_list *o, size_t place, uint64_t handle)
{
    return place < open_count(o) && open_at(o, place)->handle == handle && open_at(o, place)->ordinal & EXPANDED;
}
/* Breadth first, and with several workers: how many states were found. */
static inline uint64_t open_found(const struct open_list *o)
{
    return o->trails != NULL ? trail_count(o->trails, o->me) : o->links.used / sizeof(struct link);
}
static inline uint64_t open_depth(const struct open_list *o)
{
    return o->depth_first ? o->path_length - 1 : o->trails != NULL ? trail_at(o->trails, o->me, o->current)->depth : o->level;
}
/* How many states were found and not expanded yet. */
static inline uint64_t open_pending(const struct open_list *o)
{
    return o->depth_first ? open_count(o) - o->path_length : open_found(o) - o->next;
}

#endif
