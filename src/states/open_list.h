/* The open list of a stateful search: states that were found, including those that are not expanded yet.
 *
 * Depth first it is a stack. An entry stays on it, marked, until everything found from it is done: so those that led to a state are below it. Where one
 * state is expanded at a time the marked entries are the path.
 * Breadth first it is a queue, with one link per state back to where it was found.
 *
 * With several workers it has no levels, and the links are trails, which all workers can read. It is a queue of the states that this worker owns; or, where they
 * fill one store, depth first, a stack, because what was found a moment ago is still in the processor's caches.
 *
 * Where the store keeps no states, the list keeps the records of those to expand, one after the other. */
#ifndef HARRIER_STATES_OPEN_LIST_H
#define HARRIER_STATES_OPEN_LIST_H

#include "explore/search.h"
#include "store/visited.h"
#include "workers/trail.h"

struct open_entry {
    uint64_t handle; /* the state's handle in the store; with own records, the place of its record here, in words */
    uint64_t hash;
    uint32_t ordinal; /* the ordinal of the move that led here */
    uint32_t parent;  /* the place on the stack of the state that it was found from; with several workers: the number of its own trail */
    uint32_t depth;
    uint32_t found_by; /* as in an arrival */
};
enum { EXPANDED = 1u << 31 };

struct link {
    uint32_t parent, ordinal;
};

struct open_handle {
    uint64_t handle, hash;
};

struct open_list {
    bool depth_first, own_records, owned; /* owned: by territory, each by one of several workers */
    struct visited *visited;
    struct pool entries;             /* depth first: struct open_entry */
    struct pool records;             /* own_records: the packed states of the stack or queue; of a queue each with its hash behind it */
    struct pool handles;             /* breadth first, where a handle does not tell the next one: struct open_handle, per state found */
    struct pool hashes;              /* breadth first, where it does: uint64_t, per state found */
    struct pool links;               /* breadth first: struct link per state found */
    struct pool territories;         /* where states have owners: uint32_t per entry, or per state found */
    struct pool found_by;            /* breadth first: uint32_t per state found, as in an arrival */
    struct trails *trails;           /* with several workers: where the links are; NULL: there is one worker */
    uint32_t me;                     /* the number of this worker */
    uint64_t next, level_end, level; /* breadth first */
    uint64_t current;                /* the state being expanded: its number, depth first its place on the stack */
    uint64_t handle;                 /* its handle, or the place of its record, as in an entry */
    uint64_t next_handle;            /* breadth first: of the state after it, where handles are in order */
    uint64_t expanded;               /* depth first: how many entries on the stack are marked */
    struct pool ordinals;            /* scratch for paths */
};

/* A packed state. */
struct packed {
    uint64_t *words;
    uint32_t length;
};

/* A state that was found. */
struct arrival {
    struct packed packed; /* only with own records */
    uint64_t handle, hash;
    uint32_t ordinal;   /* of the move that leads there from the current state */
    uint32_t territory; /* where states have owners: model/territory.h */
    uint32_t found_by;  /* what is remembered of that move: diamond_note() */
};

void open_init(struct open_list *o, struct visited *visited, bool depth_first, bool own_records);
/* Opens a new state, found from the current one. */
void open_add(struct open_list *o, const struct arrival *a);
/* The same for a state that another worker found. */
void open_add_from(struct open_list *o, const struct arrival *a, struct trail_link link);
/* Takes the next state to expand; false when there is none. Depth first its entry is marked. */
bool open_take(struct open_list *o);
/* Takes one more state, before anything was found from the current one: breadth first the next one of the same level, depth first one that is not far
 * below on the stack. False when there is none. */
bool open_take_beside(struct open_list *o);
/* Which state is the current one: to go back to it. */
struct open_place {
    uint64_t current, handle;
};
static inline struct open_place open_place(const struct open_list *o)
{
    return (struct open_place){ o->current, o->handle };
}
static inline void open_go_to(struct open_list *o, struct open_place at)
{
    o->current = at.current;
    o->handle = at.handle;
}
/* Takes the current state off the stack again; true. */
bool open_drop(struct open_list *o);
/* Makes a state that was expanded before the current one again, when nothing else is open. */
void open_again(struct open_list *o, uint64_t handle, uint64_t hash);
/* Puts the current state on the sheet. */
void open_load(struct open_list *o, struct sheet *sheet);
/* The path to the current state. It has room for one more ordinal at its end. */
struct path open_path(struct open_list *o);
/* Makes the path to p.number of p.worker; p.user is the list. Of a cluster this takes messages to other ranks, so it is done when it is needed. */
struct path open_resolve(struct path p);
/* Copies the states from the store, which is about to drop them; by way of the sheet. */
void open_take_records(struct open_list *o, struct sheet *sheet);
/* Replaces the handles of a tree by those of the store as it is now; by way of the sheet, and there must be room for a record. */
void open_translate(struct open_list *o, struct tree_store *old, struct sheet *sheet, uint64_t *scratch);
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
/* With own records: that of the current state. */
static inline const uint64_t *open_record(const struct open_list *o)
{
    return (const uint64_t *)o->records.base + o->handle;
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
/* The number by which links and trails know the current state. */
static inline uint64_t open_number(const struct open_list *o)
{
    return o->depth_first ? open_at(o, o->current)->parent : o->current;
}
/* Where states have owners: the territory of the current one. */
static inline uint32_t *open_territory(const struct open_list *o)
{
    return (uint32_t *)o->territories.base + o->current;
}
/* How the current state was found: see struct arrival. */
static inline uint32_t open_found_by(const struct open_list *o)
{
    return o->depth_first ? open_at(o, o->current)->found_by : ((const uint32_t *)o->found_by.base)[o->current];
}
static inline uint64_t open_depth(const struct open_list *o)
{
    return o->depth_first ? open_at(o, o->current)->depth : o->trails != NULL ? trail_at(o->trails, o->me, o->current)->depth : o->level;
}
/* How many states were found and not expanded yet. */
static inline uint64_t open_pending(const struct open_list *o)
{
    return o->depth_first ? open_count(o) - o->expanded : open_found(o) - o->next;
}

#endif
