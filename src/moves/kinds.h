/* Counting messages by receiver, sender and name of type, for the n of their identity (docs/schedule-format.md). */
#ifndef HARRIER_MOVES_KINDS_H
#define HARRIER_MOVES_KINDS_H

#include <stdint.h>

#include "base/intern.h"
#include "base/pool.h"

struct kinds {
    struct intern known;  /* names with tag KIND_NAME, kinds with tag KIND */
    struct pool counters; /* uint64_t, by number in `known` */
};

void kinds_init(struct kinds *k);
void kinds_close(struct kinds *k);
uint32_t kinds_count(struct kinds *k, uint32_t to, uint32_t message); /* the n of this message */

#endif
