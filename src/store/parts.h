/* How a record is cut into groups for the tree: actors that send each other messages come together, each with its component's
 * number and its pending messages. Such a group takes few values, where a word with all actors, or all messages, takes nearly as
 * many as there are states. */
#ifndef HARRIER_STORE_PARTS_H
#define HARRIER_STORE_PARTS_H

#include "store/layout.h"

/* Some bits of one word of the record. */
struct part {
    uint64_t mask; /* 0: there only to fill up */
    uint32_t word;
};

struct parts {
    struct part *list; /* group after group, `each` of each; a record is what all of them are together */
    uint32_t groups, each;
    size_t bytes;
    uint32_t slots; /* that existed when it was made: later ones have no receiver yet to go with */
};

void parts_init(struct parts *p, const struct layout *l);
void parts_close(struct parts *p);

#endif
