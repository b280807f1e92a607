/* How a search came to know its states, written down for checkpoints: the engine's side of the journal (base/journal.h).
 *
 * States that are expanded together are one expansion. Only those that are complete are in it: when a limit or an interrupt stops the search in the middle of one, that one is done again
 * when the search is resumed.
 *
 * Moves are written as ordinals, which depend on the order in which the tables grew. So that they grow in the same order again, the
 * journal says in which expansions they did: only in these all moves are made again, in the others only those that led to new states. */
#ifndef HARRIER_STATES_HISTORY_H
#define HARRIER_STATES_HISTORY_H

#include "base/journal.h"
#include "base/pool.h"
#include "explore/search.h"

struct history {
    struct search *s;
    struct journal *journal;
    struct pool text;  /* of the present expansion: its moves */
    uint32_t member;   /* whose moves are written: of the states that are expanded together, from 0 */
    uint32_t next;     /* the ordinal after the last one that was written */
    uint64_t size;     /* of the tables when it began */
    uint64_t position; /* up to where the journal is written or read */
    uint64_t asked;    /* predicates, when the sites were last looked at */
};

/* The history of a search that is to be written, or rebuilt; NULL: neither. */
struct history *history_open(struct search *s);
/* The size of the tables that moves are numbered by. */
uint64_t history_size(void);
/* An expansion begins, of one state or of some together (states/together.c); a move of one of these led to a new state, in their order; it is complete, of so many. */
void history_begin(struct history *h);
void history_found(struct history *h, uint32_t member, uint32_t ordinal);
void history_complete(struct history *h, uint32_t members);

#endif
