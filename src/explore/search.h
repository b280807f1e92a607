/* What all searches share: where they start, when they must stop, and how they tell what they found. A path is the list of
 * ordinals of the moves taken, counted over all moves of a state in order of actors. */
#ifndef HARRIER_EXPLORE_SEARCH_H
#define HARRIER_EXPLORE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "model/state.h"
#include "step/guard.h"
#include "step/move.h"

struct search {
    struct board *board;
    struct job *job;
    uint32_t *root;     /* the first state */
    uint64_t root_hash;
    uint64_t deliveries, states, paths, end_states, depth, blocked, steps;
    uint64_t state_bytes, slack_bytes, pending; /* kept up to date by searches that store states */
    double omissions;   /* likewise: states expected to be missing */
    bool stopped;
    bool cut;           /* some path was given up because of --depth */
};

struct execution;
struct path {
    const uint32_t *ordinals;
    size_t count;
    const struct execution *individuals; /* when given, `ordinals` are pairs: the number of a message in it, and an outcome */
    size_t stops; /* with big steps: inside the last one, after this many deliveries less one; 0: at its end */
};

/* A search strategy. */
struct explorer {
    void (*run)(struct search *s);
};
extern const struct explorer explorer_stateful, explorer_stateless, explorer_reduced, explorer_graph, explorer_sample, explorer_auto, explorer_cover;
const struct explorer *explorer_for(const struct job *job);

/* Why the job's search would say what is not true of this program, as far as it is known now; NULL: it suits. */
const char *search_refused(const struct board *b);

/* Looks at the clock and the limits; sets s->stopped. In a worker the coordinator's word is the limit. */
void search_look(struct search *s);
/* Counts one delivery, after which the search may have to stop; false when it was the last one allowed. */
static inline bool search_count_delivery(struct search *s)
{
    if (__builtin_expect(guard_heartbeat, 0)) {
        search_look(s);
    }
    return ++s->deliveries != s->job->deliveries_max;
}
void search_stop(struct search *s, enum limit_kind why);

/* A violation at the end of `path` followed by the move `last` (UINT32_MAX: none). Stops the search unless it goes on. */
void search_found(struct search *s, const struct finding *f, struct path path, uint32_t last);
/* How a state was reached. A path may be long: it is made only when there is something to tell. */
struct way {
    struct path (*path)(void *user); /* NULL: the first state */
    void *user;
    uint32_t last; /* the move after that path, UINT32_MAX: none */
};
/* Looks at a state that was just reached; `waits`: somebody may have begun to wait for a reply. False when something is wrong. */
bool search_check_state(struct search *s, const uint32_t *state, bool waits, struct way way);
/* The end of an execution: checks it. */
void search_end(struct search *s, const uint32_t *state, struct path path);
/* With --output ends: remembers an end, and writes all of them to the log. */
void ends_note(struct search *s, const uint32_t *state);
void ends_write(struct search *s);
/* In JOB_GRAPH: writes what explorer_graph found to the log. */
void graph_write(struct search *s);
/* With --output coverage: adds what an execution covers, and writes all of it to the log. Not for the search cover, which does so
 * itself. A stateful search says of each state that it expands how deep it is; if its path is followed, what that is: as a whole, or depth
 * first by its last ordinal, the rest being part of the path before; and then each of the deliveries that it makes there. */
enum { COVERAGE_DEEPEST = 1000 };
void coverage_note(const struct execution *x);
bool coverage_follows(const struct search *s, uint64_t depth);
void coverage_enter_path(struct path path);
void coverage_enter(uint64_t depth, uint32_t last);
void coverage_delivery(const struct move *m);
void coverage_write(struct search *s);
/* A state that was reached for the first time by `move`: checks that it may be. */
void search_reached(struct search *s, const uint32_t *state, const struct move *move, struct path path, uint32_t last);
/* Publishes the counters. */
void search_publish(struct search *s);

/* The move with this ordinal in a state. */
const struct move *state_move(const uint32_t *state, uint32_t ordinal);

/* Writes the schedule of a path into the board's log; offset and size into the finding. */
void path_write(struct search *s, struct path path, uint32_t last, struct finding *f);
/* The path of an execution, valid until the next call; and the way to where it is. */
struct path path_of_execution(const struct execution *x);
struct way way_of_execution(struct execution *x);

#endif
