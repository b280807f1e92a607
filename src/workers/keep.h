/* Checkpoints of a search by several workers. Who finds a state first is a matter of chance there, so that the search cannot be done again in
 * its order, as that of one process is (states/history.h). Kept is what does not depend on it: the log of what the tables took in, so that
 * numbers mean the same again, and from which state, by which move, each state was found.
 *
 * Now and then all workers pause: each where the states that it took are expanded in full, and all when no parcel is under way. Then the
 * coordinator, which can read the trails of all, writes what is new since the last pause, and lets them go on. */
#ifndef HARRIER_WORKERS_KEEP_H
#define HARRIER_WORKERS_KEEP_H

#include "base/link.h"
#include "workers/workers.h"

/* In memory that all share. Pauses are numbered from 1. */
struct keep {
    _Alignas(64) uint32_t asked; /* the last one that was asked for */
    uint32_t came;               /* how often a worker came to one */
    uint32_t settled;            /* the last one at which nothing was under way */
    uint32_t told;               /* how often a worker told how far it is */
    uint32_t released;           /* the last one that is over */
    bool vain;                   /* a worker has ended: there are no more */
    uint64_t deliveries;         /* of all, where they are limited */
    uint32_t asked_to_stop;      /* of a rank: the last one that it asked for because it must stop */
    bool stops;                  /* of a rank: it stops after a pause, as all do */
    uint32_t regrown, parted;    /* how many workers are done with what is resumed, and have left it */
    struct {
        uint64_t found, expanded; /* states */
    } at[WORKERS_MAX];
    struct pool log; /* what the tables took in: struct link_entry, and bytes, one after the other */
    uint64_t known;  /* of a rank: how many entries its tables took in */
    /* of the coordinator */
    struct search *search;
    struct pool text;
    bool begun;                                 /* there is a checkpoint already */
    uint64_t position, logged;                  /* up to where the journal is written, and up to where the log is in it */
    uint64_t written[WORKERS_MAX];              /* states of each worker */
    uint32_t parents[WORKERS_MAX][WORKERS_MAX]; /* of the last one that was found from a worker's states */
};

/* If checkpoints are asked for, or one is resumed: prepares that. Returns NULL, or why it cannot be done. */
const char *keep_open(struct workers *w, struct search *s);
/* The same for workers: begins the log. To be called when the tables hold what the set-up put there, and nothing else. Returns NULL, or
 * why it cannot be done. */
const char *keep_prepare(struct workers *w, struct search *s);
/* Takes an entry of a log that is resumed: into the tables, and into the log. False when it makes no sense. */
bool keep_take(struct workers *w, uint32_t op, const void *bytes, uint32_t size);
/* Of a rank: an entry that came into the tables, for the log that the first one keeps. */
void keep_note(struct workers *w, const struct link_entry *e, const void *bytes);
/* Writes what is new to the journal: of all workers; of a rank, its own states. */
void keep_write(struct workers *w);

/* In the coordinator: whether a checkpoint is due. keep_pause() makes all pause, and writes it; false when there will be none. Until
 * keep_release() they wait. */
bool keep_is_due(const struct search *s);
bool keep_is_enough(const struct search *s); /* so many deliveries were made as are allowed */
bool keep_pause(struct search *s);
void keep_release(struct search *s);

/* In a worker, or a rank. */
static inline bool keep_wanted(const struct workers *w)
{
    return __builtin_expect(w->keep != NULL, 0) && !w->keep->vain &&
           __atomic_load_n(w->link != NULL ? &w->link->pause : &w->keep->asked, __ATOMIC_ACQUIRE) != w->paused;
}
/* It has come to a pause, and will send nothing. Call keep_settles() after parcels were taken in, until it is true; then tell how far this
 * worker is, with keep_tell(), and wait while keep_holds(). */
void keep_come(struct workers *w);
bool keep_settles(struct workers *w);
void keep_tell(struct workers *w, uint64_t found, uint64_t expanded);
bool keep_holds(const struct workers *w);
/* Where deliveries are limited: notes how many it has made, and asks for a pause when all together have made enough. */
void keep_count(struct workers *w, uint64_t deliveries);

#endif
