/* What all searches share: where they start, when they must stop, and how they report what they found. A path is a list of ordinals:
 * the position of each move taken among all moves of its state. */
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
struct journal_mark;
/* Several processes that search together, from the view of one of them or of their coordinator. */
struct crew {
    bool member;                                                        /* this process searches; the coordinator does not */
    void (*report)(struct search *s);                                   /* tells the coordinator how far this process is */
    void (*stop)(const struct crew *crew, enum limit_kind why);         /* asks all processes to stop; the first reason is kept */
    enum limit_kind (*stopping)(const struct crew *crew);               /* why they were asked to stop; LIMIT_NONE: they were not */
    void (*totals)(const struct crew *crew, volatile struct counts *c); /* in the coordinator: adds up the counters of all processes */
    bool (*ends_begun)(const struct crew *crew); /* whether another process has begun to write ends; notes that it is begun now */
    /* Of a rank of a cluster, which watches its limits itself (workers/cluster.h); NULL in other crews. */
    void (*stopped)(struct search *s, enum limit_kind why);              /* it stops */
    void (*look)(struct search *s);                                      /* called now and then */
    bool (*defers)(struct search *s, enum limit_kind why);               /* whether it will stop at this limit a little later, by itself */
    bool (*is_beyond)(const struct crew *crew, uint64_t execution);      /* this execution is not to be sampled any more */
    bool (*asks)(struct search *s);                                      /* of one that samples: a checkpoint is wanted */
    void (*keeps)(struct search *s, const struct pool *text, bool mark); /* then: this is its part of the journal; and of its checkpoint */
    void (*keeps_piece)(struct search *s,
                        const struct pool *text); /* of one that covers, before that: a piece of its part of the journal */
    void (*gather)(struct search *s,
                   struct pool *mine); /* gives this to the first rank; there: adds what all others give, one after the other */
};

struct search {
    struct board *board;
    struct job *job;
    uint32_t *root; /* the first state */
    uint64_t root_hash;
    struct tally tally;
    struct checks *checks;
    struct crew *crew;           /* NULL: one process searches alone */
    struct coverage *coverage;   /* what is measured on the way, see cover/coverage.h; NULL: nothing */
    struct intern ends;          /* state vectors, for --output ends */
    double started, started_cpu; /* in seconds; 0: not yet */
    uint64_t execution;          /* the number of the one that is sampled */
    bool stopped;
    bool pausing;                       /* it waits for other processes, or writes down what was found, and so is not late */
    bool cut;                           /* some path was cut at --depth */
    const struct journal_mark *settled; /* how far it was where it can be gone on from, for checkpoints; NULL: as far as it is now */
    void (*waits)(struct search *s, void *user); /* called again and again while it waits for other ranks; may be NULL */
    void *waits_user;
};

/* A message that a path refers to by a number. */
struct path_message {
    uint32_t to, message;
};
struct path {
    const uint32_t *ordinals;
    size_t count;
    /* If not NULL, `ordinals` are pairs instead: the number of a message, and which outcome of its delivery. */
    struct path_message (*message_of)(const void *user, uint32_t number);
    const void *user;
    struct path (*resolve)(struct path p); /* if not NULL, the path is not known yet: this makes it, from `user` and what follows */
    uint32_t worker;
    uint64_t number;
    size_t stops; /* with big steps: the path ends inside the last one, after this many deliveries less one; 0: at its end */
};

/* A search strategy. */
struct explorer {
    void (*run)(struct search *s);
};
/* Why the job's search would give wrong results for this program, as far as it is known now; NULL: it suits. */
const char *search_refused(const struct search *s);
/* The same for any reduction. */
const char *search_refuses(const struct search *s, enum reduction_kind reduction);

/* Looks at the clock and the limits; sets s->stopped. A worker only looks whether the coordinator asks it to stop. */
void search_look(struct search *s);
/* Time counts from now on. */
void search_start_clock(struct search *s);
/* Whether time has been up for a while without search_look() being called, because one step of the search takes long (a table grows,
 * a million messages are sent). */
bool search_is_late(const struct search *s);
/* Counts one delivery; false when it was the last one that is allowed. */
static inline bool search_count_delivery(struct search *s)
{
    if (__builtin_expect(guard.heartbeat, 0)) {
        search_look(s);
    }
    return ++s->tally.deliveries != s->job->deliveries_max;
}
void search_stop(struct search *s, enum limit_kind why);

/* Reports a violation at the end of `path` followed by the move `last` (UINT32_MAX: none). Stops the search, unless --keep-going. */
void search_found(struct search *s, const struct finding *f, struct path path, uint32_t last);
/* How a state was reached. A path may be long, so it is only made when there is something to report. */
struct way {
    struct path (*path)(void *user); /* NULL: the first state */
    void *user;
    uint32_t last; /* the move after that path, UINT32_MAX: none */
};
/* Checks a state that was just reached; `waits`: an actor may have begun to wait for a reply. False when something is wrong. */
bool search_check_state(struct search *s, const uint32_t *state, bool waits, struct way way);
/* The parts of that which one delivery may have changed: rings of callers; invariants that name this actor. */
void search_check_rings(struct search *s, const uint32_t *state, struct way way);
void search_check_named(struct search *s, const uint32_t *state, uint32_t actor, struct way way);
/* Checks the end of an execution. */
void search_end(struct search *s, const uint32_t *state, struct path path);
/* With --output ends: remembers an end, and writes all of them to the log. */
void ends_note(struct search *s, const uint32_t *state);
void ends_record(struct search *s);
/* Checks a state that was reached for the first time, by `move`. */
void search_reached(struct search *s, const uint32_t *state, const struct move *move, struct path path, uint32_t last);
/* Publishes the counters. */
void search_publish(struct search *s);

/* The move with this ordinal in a state. */
const struct move *state_move(const uint32_t *state, uint32_t ordinal);

/* Writes the schedule of a path into the board's log; offset and size into the finding. */
void path_write(struct search *s, struct path path, uint32_t last, struct finding *f);

#endif
