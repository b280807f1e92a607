/* What the parts of the stateful search share: drafting successors (drafts.c), storing them (arrivals.c), the loop of one worker
 * (stateful.c) and of several (parallel.c). */
#ifndef HARRIER_STATES_STATEFUL_H
#define HARRIER_STATES_STATEFUL_H

#include "base/intern.h"
#include "check/check.h"
#include "cover/coverage.h"
#include "moves/steps.h"
#include "states/ample.h"
#include "states/diamond.h"
#include "states/history.h"
#include "states/open_list.h"
#include "workers/workers.h"

/* A successor that is not written down yet: its hash, and the move that leads to it. */
struct draft {
    uint64_t hash;
    uint64_t handle; /* if announced; of a known state that it may be, if its record was made */
    uint32_t record; /* the place of its record in x->made, if that was made */
    uint32_t move;   /* its number; NO_MOVE: none leads to the first state */
    uint32_t ordinal;
    uint32_t territory; /* where states have owners: see model/territory.h */
    uint8_t from;       /* which of the states that are expanded together it is a successor of */
    bool is_end;
    bool announced; /* to a store in which the record decides the place */
    bool made;      /* its record */
};

enum { NO_MOVE = UINT32_MAX };

/* Whose the store is in which a successor is looked for: this worker's; one of all workers'; that of the state's owner. */
enum look_up { LOOK_UP_OWN, LOOK_UP_SHARED, LOOK_UP_OWNERS };

/* The states that are expanded together: see states/together.c. */
enum { TOGETHER_MOST = 24, TOGETHER_LOOKING = 10 };
struct together {
    struct open_place members[TOGETHER_MOST * TOGETHER_LOOKING];
    bool all_simple[TOGETHER_MOST * TOGETHER_LOOKING]; /* of each: all of its slots lead to one successor, whose hash is a sum */
    uint8_t most;                                      /* how many there may be */
    uint8_t count;                                     /* how many there are */
    uint8_t at;                                        /* the one that is current in the open list */
    uint8_t on_sheet;                                  /* the one that is on x->here */
};

/* The old value of an entry of the state, to change it back. */
struct change {
    ptrdiff_t cell;
    uint32_t value;
};

struct stateful {
    struct search *s;
    bool ends_apart, big_steps;
    uint32_t carried;        /* what the moves that were last applied to the vector add to the state's territory */
    size_t chained;          /* with big steps: deliveries so far of the step that is being made; 0: none is */
    struct symmetric *keyed; /* computes the keys by which states are compared; NULL: states are compared directly */
    struct intern keys;      /* with keys: the visited keys; `visited` has none then */
    struct visited visited;
    struct open_list open;
    struct together together;
    struct sheet here;          /* the state being expanded, and its words as they are changed to those of a successor */
    struct sheet_slot *pending; /* while its successors are drafted: its slots with pending messages, in order */
    size_t pending_count;
    uint32_t left_out;      /* how many more there are, whose successors are left out */
    bool diamonds;          /* successors that are found from elsewhere are not looked up */
    struct diamond diamond; /* which these are, of the state being expanded */
    struct draft *drafts;
    struct change *notes;
    size_t draft_count;
    struct packed packed; /* a packed successor */
    uint64_t *made;       /* packed successors that are not stored yet, one after the other */
    size_t made_words;
    struct exchange *exchange; /* with several workers: sends states to others; NULL: there is one worker */
    bool sends_all;            /* each of them has a store of its own, so states are sent to be looked up */
    struct draft *away;        /* successors that other workers own */
    size_t away_count;
    struct sheet received; /* a state that another worker sent */
    bool look;             /* successors must be checked: callers may wait in a ring */
    bool reducing;         /* --reduction ample */
    bool leads_on;         /* the state being reduced has a successor that leads on, see states/ample.h */
    bool visible;          /* an invariant may see the step to the successor that is being stored */
    uint32_t watched;      /* the local state of the actor whose messages are drafted, if an invariant looks at it; 0: none does */
    bool modest;           /* the reduction is given up where it costs more than it brings */
    bool given_up;
    uint64_t looked, reduced; /* how many states had moves of several actors, and how many of them were reduced */
    struct ample ample;
    struct steps steps;
    struct regrowth *regrowth; /* of several workers: what is resumed is being rebuilt; NULL: it is not */
    struct history *history;   /* for checkpoints; NULL: none are written, and none is resumed */
};

/* The vector of the state being expanded. */
static inline uint32_t *vector_here(struct stateful *x)
{
    return sheet_vector(&x->here);
}

/* With a reduction: the number of the state being expanded. */
static inline uint64_t number_here(const struct stateful *x)
{
    return exact_number(&x->visited.exact, x->open.handle);
}

static inline struct path path_here(struct stateful *x)
{
    return x->reducing ? ample_path(&x->ample, number_here(x)) : open_path(&x->open);
}

static inline uint64_t depth_here(const struct stateful *x)
{
    return x->reducing ? ample_note(&x->ample, number_here(x))->depth : open_depth(&x->open);
}

/* What is remembered of how a successor was found: see struct arrival. */
static inline uint32_t draft_found_by(const struct stateful *x, const struct draft *d)
{
    return x->diamonds && d->move != NO_MOVE ? diamond_note(d->move, x->together.all_simple[d->from]) : 0;
}

bool draft_has_moves(const uint32_t *state);
/* The only move there is in the vector; UINT32_MAX: there are none or several. */
uint32_t draft_only_move(struct stateful *x);
/* Applies a move to the vector, adding the changed entries to the `notes` earlier ones; returns how many there are then. */
size_t draft_apply_one(struct stateful *x, const struct move *m, uint64_t *hash, size_t notes);
/* Applies a move. With big steps, deliveries without an alternative belong to it: `deliveries` (may be NULL) counts these further
 * ones, whose states are checked, and *finding is what the last of them ran into. */
size_t draft_apply(struct stateful *x, const struct move *m, uint64_t *hash, uint32_t ordinal, uint64_t *deliveries, uint32_t *finding);
void draft_change_back(struct stateful *x, size_t notes);
/* Checks the state in the vector, which was reached by this move. */
void draft_look_at(struct stateful *x, const struct move *m, uint32_t ordinal);
/* Lists what is pending in the state on the sheet. */
void pending_list(struct stateful *x);
/* Drafts successors by the slots from x->pending[from] on that lead to one each, whose hash is a sum, up to the first other one; returns how many slots that
 * are. `ordinals`: what is added to the number of slots before one, to have the ordinal of its move. */
size_t draft_run(struct stateful *x, size_t from, uint32_t ordinals);
/* Drafts all successors, in the order of walk_moves, and adds them to those that there are; returns how many moves there were. */
uint32_t draft_all(struct stateful *x);
/* Drafts the successors by one actor's moves (`its_own`), or by all others; returns how many moves there were. */
uint32_t draft_part(struct stateful *x, uint32_t actor, bool its_own);
/* For a search that is rebuilt: drafts the successors by the moves with these ordinals, and reports nothing. With `all` the others are
 * made too, so that the tables grow as they did. False when there are no such moves. */
bool draft_again(struct stateful *x, const uint32_t *ordinals, size_t count, bool all);

/* Of the first state, which is on the sheet. */
uint32_t territory_of_root(struct stateful *x);
/* Opens it. */
void arrivals_open_root(struct stateful *x);
/* Takes the next state; false when there is none. */
bool stateful_take(struct stateful *x);
/* Drafts the successors of the current state and stores those that are new. */
void stateful_expand(struct stateful *x);
/* The two halves of that, without a reduction. */
void stateful_draft(struct stateful *x);
void stateful_store(struct stateful *x);
/* Puts the current state on the sheet. */
void stateful_load(struct stateful *x);
/* The current state is an end: nothing can be delivered. */
void stateful_end_here(struct stateful *x);
/* For coverage: says which state's deliveries come next. */
void stateful_note_path(struct stateful *x);
/* With a reduction: expands the current state by the messages of one actor, if they are enough. */
void reduced_expand(struct stateful *x);
/* Expands in full a state that was reduced when the send graph was smaller, and would not be now; false when there is none. */
bool reduced_repair(struct stateful *x);
/* The same as stateful_expand(), with some states of the open list besides, where that is faster. */
void together_expand(struct stateful *x);
/* The current state is the first of those that are expanded together. */
static inline void together_begin(struct stateful *x)
{
    x->together.at = x->together.on_sheet = 0;
    x->together.count = 1;
    x->together.members[0] = open_place(&x->open);
}
/* Takes one more state into those, and does not load it; false when there is none. */
bool together_take(struct stateful *x);
/* Makes the state that a draft is a successor of the current one; and puts it on the sheet. */
static inline void together_go_to(struct stateful *x, const struct draft *d)
{
    if (d->from != x->together.at) {
        x->together.at = d->from;
        open_go_to(&x->open, x->together.members[d->from]);
    }
}
static inline void together_look_at(struct stateful *x, const struct draft *d)
{
    together_go_to(x, d);
    if (d->from != x->together.on_sheet) {
        x->together.on_sheet = d->from;
        open_load(&x->open, &x->here);
    }
}
/* Asks the store for the successors in x->drafts, and opens those that are new. Each new one is checked if `look_at_each`. */
void arrivals_store_all(struct stateful *x, bool look_at_each);
/* Asks the store, in which the words decide the place, for that of the successor whose words are on the sheet; takes these off again. */
void arrival_announce(struct stateful *x, struct draft *d);

/* Whether a successor's record is its state's with some words changed; `look`: it will be looked at, so the vector is needed anyway. */
bool successor_is_patch(const struct stateful *x, const struct draft *d, bool look);
/* Makes the words on the sheet those of a successor, until sheet_undo(): by a plain move (false where that is not enough), or by the
 * first `notes` changes that were made to the vector. */
bool successor_patch(struct stateful *x, const struct move *m);
void successor_put(struct stateful *x, size_t notes);
/* Packs a successor that is no end; returns how many words the record has. */
uint32_t successor_pack(struct stateful *x, const struct draft *d, uint64_t *out);
/* The same from the record of the state that it is a successor of, which need not be on the sheet; 0: it cannot be made like that. */
uint32_t successor_pack_from(const struct stateful *x, const struct draft *d, const uint64_t *record, uint64_t *out);
/* Adds what waits for it to the hash of a draft whose message joins a queue, or leaves one (states/behind.h), and makes its record as well, where that can be made. */
void successor_make_behind(struct stateful *x, struct draft *d);
/* Makes the records of drafts, as far as there is room for them: the second step of storing them. */
void successors_make(struct stateful *x, struct draft *d, const struct draft *end);

/* The size of each worker's store, where that does not grow. */
uint64_t stateful_store_bytes(const struct job *j);
/* At a heartbeat: looks at the limits. */
void stateful_look_around(struct stateful *x);
void stateful_measure(struct stateful *x);
/* Does again what a journal says that the search had done. */
void stateful_rebuild(struct stateful *x);

/* The whole search of a worker, or of a rank of a cluster. */
void parallel_work(struct stateful *x);
/* Where workers fill one store: gives a new state to a worker that has little to do, if there is one. */
bool parallel_give(struct stateful *x, uint64_t handle, const struct draft *d);
/* Sends the successors in x->away to their owners, and empties the list. */
void parallel_hand_over(struct stateful *x);
/* The parts of that: puts the words of a successor on the sheet; sends what they are packed to. */
void parallel_put(struct stateful *x, const struct draft *d);
struct parcel parallel_parcel(const struct stateful *x, const struct draft *d, uint32_t length);
void parallel_send(struct stateful *x, const struct parcel *head, const uint64_t *words);
/* Stores a state that another worker found, if it is new; `told`: it was checked already. */
bool parallel_take_in(struct stateful *x, const struct parcel *p, uint32_t from, bool told);
/* Expands and takes in states until no worker has anything left to do, or the search is stopped. */
void parallel_exhaust(struct stateful *x, void (*expand)(struct stateful *x));

/* Whether the open list is a stack. Several workers with checkpoints have a queue: what is expanded is known by its number then. */
static inline bool stateful_is_depth_first(const struct search *s)
{
    bool several = s->job->workers > 1 || s->job->ranks != 0;
    return s->job->search == SEARCH_DFS && !(several && workers_of(s)->keep != NULL);
}
/* Decides who owns which states, if that is not decided yet, for so many workers or ranks. */
void survey_divide(struct search *s, uint32_t workers);
/* Where states have owners: the territory of a successor of the current state, by moves that add this to it; of a state with this hash. */
static inline uint32_t territory_after(const struct stateful *x, uint32_t added, uint64_t hash)
{
    return !x->sends_all ? 0 : component_shared.territories.chosen ? *open_territory(&x->open) + added : (uint32_t)hash;
}

/* Builds the states of a checkpoint again, together with the other workers. */
void regrow_all(struct stateful *x);
/* A parcel that was sent meanwhile. */
void regrow_take_in(struct stateful *x, const struct parcel *p, uint32_t from);

#endif
