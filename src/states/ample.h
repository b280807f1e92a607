/* Ample sets for stateful search: in a state, all deliverable messages of one actor may be enough.
 *
 * They are enough when no other pending message, deliverable or not, can lead through other actors to a message for this actor, or to
 * its creation: then it makes no difference whether other actors' steps come before or after this actor's. (The persistent sets of
 * Godefroid's thesis, 1996, for actors.) What "can lead" to what is not known in advance. It is taken from what the search has seen
 * so far, the send graph, which grows. So each reduced state is remembered with its actor. After the search, states whose actor would
 * not be chosen any more are expanded in full, and the search goes on from there, until there are no such states: this is called
 * repair.
 *
 * Along a cycle one actor could be preferred for ever. So a reduced state must have at least one successor that leads on (the weak
 * form of the cycle proviso, enough for safety: Holzmann and Peled 1994): one that is expanded in full, or depth first one that is not
 * on the path, or breadth first one that is not expanded yet. Depth first a successor that is open elsewhere is opened again, so that
 * it is done before the reduced state is, as it would be in a recursive search.
 *
 * Why that is enough, once nothing is left to repair. Claim: from every state s of the reduced graph, every path w of the full
 * one has all its steps (local state, message) somewhere in the reduced graph. By induction over the length of w. If s is
 * expanded in full, take the first step. Otherwise let a be its actor.
 *  - Before a's first step in w, or before w's last step if a does not step in w, no actor sends to a. If one did, the steps up to that
 *    send would be a shorter path, also possible after any step of a, so by induction they would be in the reduced graph, their edges in
 *    the send graph, and s would have been repaired.
 *  - If a steps in w, its first step there is possible in s and can be moved to the front: a shorter path is left.
 *  - If a does not step in w, w is possible after each of a's steps in s. Go to the successor that leads on, and repeat: depth first,
 *    these states are done earlier and earlier, breadth first they are expanded later and later. So this comes to a state that is expanded
 *    in full, or whose actor steps in w.
 * Ends: on a path to an end a must step, so the second case applies each time, and the end itself is in the reduced graph. The same
 * holds for rings of waiting callers, which nothing dissolves. A step with a violation can only be the last one of w; a state whose
 * actor has only such steps does not lead on.
 *
 * Invariants over named actors. A step that changes the local state of an actor that an invariant looks at is visible, and the successor
 * that leads on must be one by an invisible step. Then the named actors have, somewhere in the reduced graph, together the local states that
 * they have after w. By the same induction: in the first two cases what is left of w leads to the same state as w. In the third, the step
 * to the successor that leads on changes no named actor, and w none that a's step changes; so w, from there, leads to the same local
 * states of the named actors. (All steps of a need not be invisible: the others are taken as well, and none of them is needed for w.) */
#ifndef HARRIER_STATES_AMPLE_H
#define HARRIER_STATES_AMPLE_H

#include "explore/search.h"
#include "states/send_graph.h"

/* What is remembered of a state, by its number in the store. */
struct ample_note {
    uint32_t parent, ordinal; /* where it was found; needed because, depth first, the path is gone when it is repaired */
    uint32_t depth;           /* the length of that path */
    uint32_t group;           /* 0: not expanded yet; 1: expanded in full; others: reduced, see `groups` */
    uint32_t place;           /* depth first: its place on the stack when it was expanded */
    uint32_t handle;          /* its handle in the store */
};

struct ample {
    struct send_graph graph;
    bool leading;         /* an actor all of whose moves violate something is not enough */
    struct pool watched;  /* a byte per actor: whether an invariant looks at it; those beyond are not looked at */
    struct pool notes;    /* struct ample_note */
    struct intern groups; /* tag: actor, bytes: nodes of messages pending for others, ascending; the group's number is one more */
    struct pool checked;  /* uint32_t by group: size of the send graph when the group was last found to hold */
    struct pool scratch;  /* scratch memory of ample_choose() */
    struct pool ordinals; /* scratch for paths */
    uint64_t cursor;      /* repair: states before this one were looked at */
    uint32_t cursor_size; /* repair: the size of the send graph when that began */
};

void ample_init(struct ample *a);
/* An invariant looks at this actor. (The first parameter is a struct ample.) */
void ample_watch(void *ample, uint32_t actor);
static inline bool ample_is_watched(const struct ample *a, uint32_t actor)
{
    return actor < a->watched.used && a->watched.base[actor] != 0;
}
/* Notes a new state, its handle in the store, and where it was found. */
void ample_found(struct ample *a, uint64_t state, uint64_t handle, uint64_t parent, uint32_t ordinal);

/* The actor whose messages are enough to expand a state, the one with the fewest moves of those with a step that no invariant sees; NO_ACTOR:
 * all messages are needed. *group is the reason, to be checked again later; without an actor, 1 if nobody but one actor has any moves, so that
 * there was no choice, else 0. */
uint32_t ample_choose(struct ample *a, const uint32_t *state, uint32_t *group);
/* Notes how a state is expanded: in full, at this place of the stack; or only by the messages of a group's actor. */
void ample_full(struct ample *a, uint64_t state, uint64_t place);
void ample_reduced(struct ample *a, uint64_t state, uint32_t group);
static inline const struct ample_note *ample_note(const struct ample *a, uint64_t state)
{
    return (const struct ample_note *)a->notes.base + state;
}
static inline bool ample_is_full(const struct ample *a, uint64_t state)
{
    return ample_note(a, state)->group == 1;
}
static inline bool ample_is_expanded(const struct ample *a, uint64_t state)
{
    return ample_note(a, state)->group != 0;
}

/* The next reduced state whose actor would not be chosen any more, and that actor; false when there is none. */
bool ample_invalid(struct ample *a, uint64_t *state, uint32_t *actor);

/* A path to a state, with room for one more ordinal at its end. */
struct path ample_path(struct ample *a, uint64_t state);

#endif
