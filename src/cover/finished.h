/* Which of several covers are finished, and checkpoints of them. A cover that is finished is kept as its chapter (told.h); one that is not is made again by
 * whoever resumes. The first one is not a chapter: all others are added to it, so whoever puts them together makes it again, uncounted, and an empty chapter
 * says that it was finished.
 *
 * In the journal (base/journal.h), in pieces that leave room for those of other ranks: the number of a cover, how many bytes, and these, of its chapter. Pieces of
 * one chapter come in order. */
#ifndef HARRIER_COVER_FINISHED_H
#define HARRIER_COVER_FINISHED_H

#include "base/journal.h"
#include "base/map.h"
#include "base/pool.h"
#include "explore/search.h"

struct finished {
    struct search *s;
    struct journal *journal;  /* NULL: there are no checkpoints */
    bool resumed;             /* some were finished in a run before */
    struct pool told;         /* chapters: those that a checkpoint has, then those of this process */
    struct map before;        /* 1 + the number of each that a checkpoint has */
    uint64_t next, left;      /* the next number to look at, and how many of those below it were left when this run began */
    size_t whole, written;    /* up to where `told` has finished ones, and up to where it is in the journal */
    uint64_t position;        /* of one process: in the journal */
    struct journal_mark mark; /* how far this process was when it had finished the last one */
    struct pool text;         /* scratch: a piece for the journal */
};

/* Reads what a checkpoint says; then the counters are those of the checkpoint, or will be after finished_first(). Checkpoints can be written from now on. */
void finished_init(struct finished *f, struct search *s);
/* Whether a cover was finished in a run before. */
bool finished_before(const struct finished *f, uint64_t number);
/* The next one that this process is to make: of those that are left, rank r of N makes the ones at the places r, r + N, ... False: there is none. */
bool finished_next(struct finished *f, uint64_t *number);
/* The first one was made, or made again. */
void finished_first(struct finished *f);
/* One was made, and its chapter is complete. */
void finished_one(struct finished *f);
/* The chapters were used, and are not needed any more. */
void finished_forget(struct finished *f);
/* Called often: sees to it that a checkpoint is written if ranks of a cluster want one. */
void finished_look(struct finished *f);

#endif
