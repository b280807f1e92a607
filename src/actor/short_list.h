/* A list in a control block, of any length: the first entries in place, the others in a block on the actor's own heap, so that the
 * list is part of the actor's state like everything else. */
#ifndef HARRIER_ACTOR_SHORT_LIST_H
#define HARRIER_ACTOR_SHORT_LIST_H

#include <stdint.h>

#include "actor/heap.h"

enum { SHORT_LIST_IN_PLACE = 8 };

struct short_list {
    uint32_t count;
    uint64_t *more; /* entries from SHORT_LIST_IN_PLACE on; NULL: there are none */
    uint64_t first[SHORT_LIST_IN_PLACE];
};

uint64_t *short_list_at(struct short_list *l, uint32_t i);
/* Adds at the end. Where the heap is full, heaps.on_fault is called and nothing is added. */
void short_list_add(struct short_list *l, struct heap *h, uint64_t entry);
/* Removes the i-th entry; later ones move up. Unused room becomes zero again. */
void short_list_remove(struct short_list *l, struct heap *h, uint32_t i);

#endif
