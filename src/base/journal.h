/* The journal of a stateful search, for checkpoints: which moves led to new states. From it the whole search can be
 * rebuilt, since everything else follows from the program. It lies in the memory that the command shares with the engine, after the
 * questions. While the search runs, the engine writes and the command keeps it in a file (checkpoint/); when a search is resumed, the
 * command first writes what it kept, and the engine reads it.
 *
 * The text is a sequence of numbers, 7 bits a byte, the lowest first, bit 7 says that more follow. Of one process, expansion by expansion:
 *     1, then by how much the tables grew    only if this expansion met something new (see states/history.h)
 *     2 + how many moves are left out        for each move that led to a new state, in order of the moves
 *     0                                      the expansion is over
 * Of several processes, whose order is a matter of chance (see workers/keep.h), first how many lists of states there are, then for each checkpoint:
 *     0, how many bytes, and these bytes     what the tables took in, as entries of a log (model/replica.h)
 *     1, a list, how many, and for each      states that were found: from which one of which list, and by which move
 *     2, a list, how many                    so many of its states are expanded
 *     3, how many                            of ranks: so many entries were in the tables by whose numbers one of them wrote this
 * Of a search by tasks see optimal/open_tasks.h, of ranks that sample sample/shares.h, of covers cover/finished.h.
 */
#ifndef HARRIER_BASE_JOURNAL_H
#define HARRIER_BASE_JOURNAL_H

#include <string.h>

#include "base/board.h"

enum { JOURNAL_END, JOURNAL_GREW, JOURNAL_BESIDE, JOURNAL_MOVE };
enum { JOURNAL_TABLES, JOURNAL_FOUND, JOURNAL_EXPANDED, JOURNAL_KNOWN };
enum { JOURNAL_BYTES = 1 << 20, JOURNAL_SITES = 4096, JOURNAL_OBJECTS_MAX = 1 << 16 };

/* What the search was like after some expansion: beyond this, all is in the journal or follows from it. */
struct journal_mark {
    uint64_t position; /* in the journal */
    struct tally tally;
    uint64_t undeliverable_ends, findings_beyond;
    uint64_t runs, runs_cut, digest; /* of a sample */
    uint32_t finding_count;
    uint32_t cut;                                 /* some path was cut at --depth */
    uint32_t looked, faults_struck, choices_left; /* of the board: steps that are not made again said so */
    uint64_t times[FINDINGS_MAX];
};

struct journal {
    /* set by the command */
    uint32_t wanted;    /* the engine writes a journal */
    uint32_t resumed;   /* the engine first reads one, of `end` bytes, that leads to `begin` */
    uint32_t confirmed; /* the checkpoint is of this program */
    uint32_t asked;     /* of several processes: how many checkpoints were asked for. One process makes a mark at each state. */
    char refused[1000]; /* why it cannot be resumed, once that is known; "": it can */
    uint64_t end;
    uint64_t made; /* of samples: how many executions until then, by all processes */
    struct journal_mark begin;
    /* by the engine */
    uint32_t listed;                   /* `objects` is complete */
    uint64_t root;                     /* the hash of the first state */
    uint32_t rebuilt;                  /* all was read, and the search goes on */
    uint32_t repeats;                  /* but first it makes again, uncounted, what it depends on: which --time does not limit */
    char objects[JOURNAL_OBJECTS_MAX]; /* the program and its libraries: for each a line with where it was loaded, and its file */
    uint8_t sites[JOURNAL_SITES];      /* which hr_sometimes() were reached, so far as is known; also set by the command at the beginning */
    uint64_t whole;                    /* of several processes: up to here it can be cut, and go on with that of another one */
    /* The last expansion that is complete in the journal: marks[marked % 2]. */
    uint64_t marked; /* how many there were */
    struct journal_mark marks[2];
    /* The text: a ring. All positions count from the journal's beginning. */
    _Alignas(64) uint64_t tail; /* up to where it is written */
    _Alignas(64) uint64_t head; /* up to where it was read */
    unsigned char bytes[JOURNAL_BYTES];
};

_Static_assert(sizeof(struct journal) <= SHARED_BYTES - JOURNAL_OFFSET, "there is room behind the questions");

static inline struct journal *board_journal(struct board *b)
{
    return (struct journal *)((unsigned char *)b + JOURNAL_OFFSET);
}

/* Puts bytes into the ring at a position, or takes them from there; the caller knows that there is room, or that they are there. */
static inline void journal_put(struct journal *j, uint64_t at, const void *from, size_t size)
{
    size_t place = at % JOURNAL_BYTES, first = size < JOURNAL_BYTES - place ? size : JOURNAL_BYTES - place;
    memcpy(j->bytes + place, from, first);
    memcpy(j->bytes, (const unsigned char *)from + first, size - first);
}
static inline void journal_get(const struct journal *j, uint64_t at, void *to, size_t size)
{
    size_t place = at % JOURNAL_BYTES, first = size < JOURNAL_BYTES - place ? size : JOURNAL_BYTES - place;
    memcpy(to, j->bytes + place, first);
    memcpy((unsigned char *)to + first, j->bytes, size - first);
}

#endif
