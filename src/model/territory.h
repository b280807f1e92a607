/* Territories: which of several workers, each with a store of its own, owns a state. A worker stores and expands what it owns, and sends other states that it finds to their owners. So an owner should
 * be one that most successors have, too, and yet all must get about as much.
 *
 * A state's territory is a sum over some actors, of a hash of each one's local state; its owner depends on nothing else (workers/exchange.h). What is delivered to all other actors stays where it is
 * (Lerda and Sisto, "Distributed-memory model checking with SPIN", SPIN 1999, who take one process). Which actors these are is found out before the search begins (states/survey.c), and is the same for all
 * workers and ranks, and when the search is resumed. Where no choice does, the territory is a hash of the whole state. */
#ifndef HARRIER_MODEL_TERRITORY_H
#define HARRIER_MODEL_TERRITORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* What was decided. Without actors: the whole state counts. */
enum { TERRITORY_ACTORS = 32 };
struct territory_choice {
    uint32_t salt, count;
    uint32_t actors[TERRITORY_ACTORS];
};

struct territories {
    bool decided;
    bool chosen; /* by some actors */
    uint32_t salt;
    uint64_t *actors; /* a bit for each that counts */
    size_t words;
};

/* Decides. The components that there are get their parts. */
void territory_decide(const struct territory_choice *c);
/* The same for all ranks, as an entry of the log that they share (model/replica.h). */
void territory_agree(const struct territory_choice *c);

/* The worker that owns a state: whose interval a hash of its territory is in. */
static inline uint32_t territory_owner(uint32_t territory, uint32_t workers)
{
    return (uint32_t)((hash_mix(territory) & UINT32_MAX) * workers >> 32);
}

#endif
