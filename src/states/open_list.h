/* The open list of a stateful search: states that were found, and those not expanded yet among them.
 *
 * Depth first it is a stack. An entry stays, marked, until everything found below it is done: the marked ones are the path.
 * Breadth first it is a queue, with one link per state back to where it was found.
 *
 * With several workers it is a queue too, of the states that this one owns, and levels are not kept apart.
 *
 * Where the store keeps no records, or not those of the states to expand, the list keeps them itself. */
#ifndef HARRIER_STATES_OPEN_LIST_H
#define HARRIER_STATES_OPEN_LIST_H

#include "explore/search.h"
#include "store/visited.h"
#include "workers/trail.h"

struct open_entry {
    uint64_t hash;
    uint64_t handle;  /* of its record in the store */
    uint32_t ordinal; /* of the move that led here */
    uint32_t move;    /* its number */
};
enum { EXPANDED = 1u << 31 };

struct link {
    uint32_t parent, ordinal;
};

struct open_list {
    bool depth_first, own_records;
    struct visited *visited;
    struct pool entries;             /* depth first: struct open_entry */
    struct pool records;             /* own_records: packed states, the stack's or the queue's */
    struct pool handles;             /* breadth first, where they are not the states' numbers: a handle per state found */
    struct pool links;               /* breadth first: struct link per state found */
    struct trails *trails;           /* with several workers: a queue, and the links are there; NULL: there is one */
    uint32_t me;                     /* which of the workers this is */
    const uint64_t *record;          /* of the current state; NULL: not asked for yet */
    uint64_t next, level_end, level; /* breadth first */
    uint64_t current;                /* what is being expanded: its number, depth first its place on the stack */
    uint64_t path_length;            /* depth first: marked entries on the stack */
    struct pool ordinals;            /* scratch for paths */
};

void open_init(struct open_list *o, struct visited *visited, bool depth_first, bool own_records);
/* Opens a new state, found from the current one. */
void open_add(struct open_list *o, const uint64_t *packed, uint64_t hash, uint64_t handle, uint32_t ordinal, uint32_t move);
/* With several workers: the same for a state that was found from another one's. */
void open_add_from(struct open_list *o, const uint64_t *packed, uint64_t handle, struct trail_link link);
/* Takes the next state to expand; false when there is none. Depth first its entry is marked. */
bool open_take(struct open_list *o);
/* Takes the current state off the stack again; true. */
bool open_drop(struct open_list *o);
/* Makes a state that was expanded long ago the current one, when nothing else is open. */
void open_again(struct open_list *o, uint64_t handle);
/* The current state's record, wherever it is now. */
const uint64_t *open_find_record(struct open_list *o);
static inline const uint64_t *open_record(struct open_list *o)
{
    return o->record != NULL ? o->record : (o->record = open_find_record(o));
}
/* The path to the current state. There is room behind it for one more ordinal. */
struct path open_path(struct open_list *o);
/* After a change of layout: own records are packed anew, handles are translated. */
void open_repack(struct open_list *o, struct visited_old *old);
/* Has own records from now on, because the store is about to lose its. */
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
/* Depth first: whether this state, which was expanded at this place of the stack, is on the path still. */
static inline bool open_on_path(const struct open_list *o, size_t place, uint64_t handle)
{
    return place < open_count(o) && open_at(o, place)->handle == handle && open_at(o, place)->ordinal & EXPANDED;
}
/* Breadth first, and with several workers: all states. */
static inline uint64_t open_found(const struct open_list *o)
{
    return o->trails != NULL ? trail_count(o->trails, o->me) : o->links.used / sizeof(struct link);
}
static inline uint64_t open_depth(const struct open_list *o)
{
    return o->depth_first ? o->path_length - 1 : o->trails != NULL ? trail_at(o->trails, o->me, o->current)->depth : o->level;
}
/* Found and not expanded yet. */
static inline uint64_t open_pending(const struct open_list *o)
{
    return o->depth_first ? open_count(o) - o->path_length : open_found(o) - o->next;
}

#endif
