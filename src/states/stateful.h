/* Inside the stateful search: what its parts share, drafting successors (drafts.c), storing them (arrivals.c), one worker's loop (stateful.c), and
 * that of several (parallel.c). */
#ifndef HARRIER_STATES_STATEFUL_H
#define HARRIER_STATES_STATEFUL_H

#include "base/intern.h"
#include "check/check.h"
#include "cover/coverage.h"
#include "states/ample.h"
#include "states/open_list.h"
#include "states/steps.h"
#include "workers/workers.h"

/* A successor on paper. */
struct draft {
    uint64_t hash;
    uint64_t handle; /* if announced */
    uint32_t move;   /* its number */
    uint32_t ordinal;
    bool is_end;
    bool announced; /* to a store that wants records for that */
};

/* An entry of the state as it was, to change back. */
struct change {
    ptrdiff_t cell;
    uint32_t value;
};

struct stateful {
    struct search *s;
    bool ends_apart, big_steps;
    size_t chained;          /* with big steps: deliveries of the one that is being made; 0: none is */
    struct symmetric *keyed; /* what makes the key that states are compared by; NULL: they are compared themselves */
    struct intern keys;      /* ... and kept by: the visited set's own place is only for its layout */
    struct visited visited;
    struct open_list open;
    uint64_t expanded; /* depth first: place on the stack of what x->state is; UINT64_MAX: nothing yet */
    uint32_t *state;   /* being expanded */
    uint64_t hash;     /* of that */
    uint32_t *pending; /* slots that are not empty in it, in order */
    size_t pending_count;
    struct draft *drafts;
    struct change *notes;
    size_t draft_count;
    struct exchange *exchange; /* with several workers: what goes from one to another; NULL: there are none */
    struct draft *away;        /* successors that another one owns */
    size_t away_count;
    struct layout earlier; /* what came is packed by, when it was sent before the layout changed */
    uint64_t *received;
    uint32_t *received_state, *received_slots; /* scratch, to check what came */
    bool look;                                 /* successors must be looked at: callers may wait in a ring */
    uint64_t *packed;                          /* a successor */
    bool reducing;                             /* --reduction ample */
    bool leads_on;                             /* of the state being reduced: a successor that will do, see states/ample.h */
    struct ample ample;
    struct steps steps;
};

/* The number of the state being expanded, where the store keeps records. */
static inline uint64_t number_here(const struct stateful *x)
{
    return x->open.depth_first ? open_at(&x->open, x->open.current)->handle : x->open.current;
}

static inline struct path path_here(struct stateful *x)
{
    return x->reducing ? ample_path(&x->ample, number_here(x)) : open_path(&x->open);
}

static inline uint64_t depth_here(const struct stateful *x)
{
    return x->reducing ? ample_note(&x->ample, number_here(x))->depth : open_depth(&x->open);
}

bool draft_has_moves(const uint32_t *state);
/* The only move there is in x->state; UINT32_MAX: there are none or several. */
uint32_t draft_only_move(const struct stateful *x);
/* Applies a move to x->state, noting what it changes behind `notes` earlier notes; returns how many there are then. */
size_t draft_apply_one(struct stateful *x, const struct move *m, uint64_t *hash, size_t notes);
/* Applies a move. With big steps, what then is the only thing that can happen belongs to it: `deliveries` (NULL: nobody asks)
 * counts these further ones, which are looked at as they are reached, and *finding is what the last of them ran into. */
size_t draft_apply(struct stateful *x, const struct move *m, uint64_t *hash, uint32_t ordinal, uint64_t *deliveries, uint32_t *finding);
void draft_change_back(struct stateful *x, size_t notes);
/* Checks x->state, which was reached by this move. */
void draft_look_at(struct stateful *x, const struct move *m, uint32_t ordinal);
/* Drafts all successors, in the order of walk_moves; returns how many moves there were. */
uint32_t draft_all(struct stateful *x);
/* Drafts the successors by one actor's moves (`its_own`), or by all others; returns how many moves there were. */
uint32_t draft_part(struct stateful *x, uint32_t actor, bool its_own);

/* Makes room for wider numbers, and the counters of `state` (NULL: none). */
void stateful_prepare(struct stateful *x, const uint32_t *state);
/* Opens the first state, which x->packed is. */
void arrivals_open_root(struct stateful *x);
/* Takes the next state; false when there is none. */
bool stateful_take(struct stateful *x);
/* Drafts its successors and stores those that are new. */
void stateful_expand(struct stateful *x);
/* Asks the store for the successors in x->drafts, and opens those that are new. Each of these is looked at if asked for. */
void arrivals_store_all(struct stateful *x, bool look_at_each);
/* Packs a successor into x->packed: by a plain move (false when a counter overflows), or what x->state is for the moment. */
bool arrivals_pack_plain(struct stateful *x, const struct move *m);
void arrivals_pack_successor(struct stateful *x);
/* How large a bitstate store is to be, of each worker. */
uint64_t stateful_bitstate_bytes(const struct job *j);
/* At a heartbeat: looks at the limits. */
void stateful_look_around(struct stateful *x);
void stateful_measure(struct stateful *x);

/* A worker's whole search; it ends the process. */
void parallel_work(struct stateful *x) __attribute__((noreturn));
/* Sends the successors in x->away to their owners. */
void parallel_hand_over(struct stateful *x);

#endif
