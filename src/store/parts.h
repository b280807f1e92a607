/* How a record is cut into groups for the tree: actors that send each other messages are put together, each with its component's
 * number and its pending messages. Such a group has few different values, while a word with all actors, or with all messages, has
 * nearly as many as there are states. */
#ifndef HARRIER_STORE_PARTS_H
#define HARRIER_STORE_PARTS_H

#include "store/layout.h"

/* Some bits of one word of the record. */
struct part {
    uint64_t mask; /* 0: only fills up the group */
    uint32_t word;
};

struct parts {
    struct part *list; /* group after group, `each` parts of each; together they make up a record */
    uint32_t groups, each;
    size_t bytes;
    uint32_t slots; /* how many slots there were when it was made: later ones are not grouped with their receivers */
};

void parts_init(struct parts *p, const struct layout *l);
void parts_close(struct parts *p);

#endif
