/* What all searches share: where they start, when they must stop, and how they tell what they found. A path is the list of
 * ordinals of the moves taken, counted over all moves of a state in order of actors. */
#ifndef HARRIER_EXPLORE_SEARCH_H
#define HARRIER_EXPLORE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "base/intern.h"
#include "guard/guard.h"
#include "model/state.h"
#include "moves/move.h"

struct search;
/* Several processes that search together, as one of them or the one that coordinates them sees it. */
struct crew {
    bool member;                                                /* this process searches; the coordinator only looks after the others */
    void (*report)(struct search *s);                           /* tells the coordinator how far it is */
    void (*stop)(const struct crew *crew, enum limit_kind why); /* asks all of them to stop; the first reason counts */
    enum limit_kind (*stopping)(const struct crew *crew);       /* why they must; LIMIT_NONE: they need not */
    void (*totals)(const struct crew *crew, volatile struct counts *c); /* in the coordinator: adds what only all of them together know */
    bool (*ends_begun)(const struct crew *crew); /* whether another one wrote its ends before: notes that they are begun */
};

struct search {
    struct board *board;
    struct job *job;
    uint32_t *root; /* the first state */
    uint64_t root_hash;
    struct tally tally;
    struct checks *checks;
    struct crew *crew;           /* NULL: it searches alone */
    struct coverage *coverage;   /* what it measures on the way, see cover/coverage.h; NULL: nothing */
    struct intern ends;          /* state vectors, for --output ends */
    double started, started_cpu; /* in seconds; 0: not yet */
    bool stopped;
    bool cut; /* some path was given up because of --depth */
};

/* Which message a number means, where a path names messages by number. */
struct path_message {
    uint32_t to, message;
};
struct path {
    const uint32_t *ordinals;
    size_t count;
    /* When given, `ordinals` are pairs: the number of a message, and an outcome of delivering it. */
    struct path_message (*message_of)(const void *user, uint32_t number);
    const void *user;
    size_t stops; /* with big steps: inside the last one, after this many deliveries less one; 0: at its end */
};

/* A search strategy. */
struct explorer {
    void (*run)(struct search *s);
};
/* Why the job's search would say what is not true of this program, as far as it is known now; NULL: it suits. */
const char *search_refused(const struct search *s);

/* Looks at the clock and the limits; sets s->stopped. In a worker the coordinator's word is the limit. */
void search_look(struct search *s);
/* The time is over since a while, and nobody has looked: one step of the search takes long (a table grows, a million messages are sent). */
bool search_is_late(const struct search *s);
/* Counts one delivery, after which the search may have to stop; false when it was the last one allowed. */
static inline bool search_count_delivery(struct search *s)
{
    if (__builtin_expect(guard.heartbeat, 0)) {
        search_look(s);
    }
    return ++s->tally.deliveries != s->job->deliveries_max;
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
/* A state that was reached for the first time by `move`: checks that it may be. */
void search_reached(struct search *s, const uint32_t *state, const struct move *move, struct path path, uint32_t last);
/* Publishes the counters. */
void search_publish(struct search *s);

/* The move with this ordinal in a state. */
const struct move *state_move(const uint32_t *state, uint32_t ordinal);

/* Writes the schedule of a path into the board's log; offset and size into the finding. */
void path_write(struct search *s, struct path path, uint32_t last, struct finding *f);

#endif
