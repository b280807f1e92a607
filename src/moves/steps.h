/* Counts the different steps that a search explored: combinations of local state, message and choices. Searches that explore
 * different orders can be compared by it. */
#ifndef HARRIER_MOVES_STEPS_H
#define HARRIER_MOVES_STEPS_H

#include "moves/move.h"

struct steps {
    struct pool explored; /* a byte per outcome */
};

void steps_init(struct steps *s);
void steps_note(struct steps *s, const struct move *m);
/* Notes that every known move was explored. */
void steps_note_all(struct steps *s);
uint64_t steps_count(const struct steps *s);

#endif
