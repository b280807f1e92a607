/* The inside of the stateful search, for its parts: one worker's loop is in stateful.c, that of several in parallel.c. */
#ifndef HARRIER_EXPLORE_STATEFUL_H
#define HARRIER_EXPLORE_STATEFUL_H

#include "base/intern.h"
#include "explore/open_list.h"
#include "explore/search.h"

/* A successor on paper. */
struct draft {
    uint64_t hash;
    uint32_t move; /* its number */
    uint32_t ordinal;
    bool is_end;
};

/* An entry of the state as it was, to change back. */
struct note {
    ptrdiff_t cell;
    uint32_t value;
};

struct stateful {
    struct search *s;
    bool ends_apart, big_steps;
    bool keyed;             /* states are compared by a key */
    struct intern keys;     /* and kept by it: the visited set's own place is only for its layout */
    struct visited visited;
    struct open_list open;
    uint64_t expanded;      /* depth first: place on the stack of what x->state is; UINT64_MAX: nothing yet */
    uint32_t *state;        /* being expanded */
    uint64_t hash;          /* of that */
    uint32_t *pending;      /* slots that are not empty in it, in order */
    size_t pending_count;
    struct draft *drafts;
    struct note *notes;
    size_t draft_count;
    struct draft *away;     /* with several workers: successors that another one owns */
    size_t away_count;
    struct layout earlier;  /* what came is packed by, when it was sent before the layout changed */
    uint64_t *received;
    bool look;              /* successors must be looked at: there are invariants, or callers that may wait in a ring */
    uint64_t *packed;       /* a successor */
};

/* Makes room for wider numbers, and the counters of `state` (NULL: none). */
void stateful_prepare(struct stateful *x, const uint32_t *state);
/* Opens the first state, which x->packed is. */
void stateful_open_root(struct stateful *x);
/* Takes the next state; false when there is none. */
bool stateful_take(struct stateful *x);
/* Drafts its successors and stores those that are new. */
void stateful_expand(struct stateful *x);
/* Applies a move to x->state, see stateful.c; returns how many notes there are to change it back. */
size_t stateful_apply(struct stateful *x, const struct move *m, uint64_t *hash, uint32_t ordinal, uint64_t *deliveries, uint32_t *finding);
void stateful_change_back(struct stateful *x, size_t notes);
/* Packs a successor into x->packed: by a plain move (false when a counter overflows), or what x->state is for the moment. */
bool stateful_patch_plain(struct stateful *x, const struct move *m);
void stateful_pack_successor(struct stateful *x);
/* At a heartbeat: looks at the limits. */
void stateful_look_around(struct stateful *x);
void stateful_measure(struct stateful *x);

/* A worker's whole search; it ends the process. */
void parallel_work(struct stateful *x) __attribute__((noreturn));
/* Sends the successors in x->away to their owners. */
void parallel_hand_over(struct stateful *x);

#endif
