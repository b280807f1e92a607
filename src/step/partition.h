/* Partitions: the network falls into two groups of actors, and what is sent from one to the other is lost, until it is whole again.
 *
 * A split that loses nothing is no different from none, and one that is over from one that nothing meets any more. So a split begins at the
 * first message that it loses, and is over at the first one that would cross it and comes. At each message all that can be the case is
 * asked for: which split there is from now on, or whether the one there was is over.
 *
 * Which split is in force matters to every step, so it is kept like memory that all actors share (process/declared.h), and all steps depend on
 * each other (model/depend.h). */
#ifndef HARRIER_STEP_PARTITION_H
#define HARRIER_STEP_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "model/message.h"

enum { PARTITION_ACTORS = 8 }; /* at most so many are told apart: each more doubles the splits that are tried */

struct partition {
    struct {
        uint32_t begun; /* splits so far */
        uint32_t group; /* members that are apart from the others, a bit each; never the first one. 0: the network is whole */
    } now;              /* a part of the state */
    uint32_t members[PARTITION_ACTORS], count;
};

/* Finds the actors that main() created and that may be separated; what they create is where they are. False if they are too many. Called once,
 * before exploring, if partitions are explored. */
bool partition_begin(void);
/* Whether a message is lost because the network is split. */
bool partition_loses(uint32_t to, const struct message *head);
/* The names of one group of a split. */
void partition_names(uint32_t group, struct text *out);

#endif
