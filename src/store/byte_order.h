/* In which order the tree has the bytes of a record: those of one actor together, and actors that send each other messages next to each
 * other. Such neighbours have few different values together, while a group of bytes from everywhere has nearly as many as there are states. */
#ifndef HARRIER_STORE_BYTE_ORDER_H
#define HARRIER_STORE_BYTE_ORDER_H

#include "store/sheet.h"

struct byte_order {
    uint32_t *position; /* by byte */
    uint32_t *byte;     /* by position; 0: none is there */
    uint32_t placed;    /* bytes that have a position: those from here on get the next ones when they are first asked for */
    uint32_t next;      /* the next position */
    uint32_t made_from; /* how many bytes there were when the order was made; later ones are not with their actors */
    uint32_t *scratch;  /* five entries per actor or byte */
};

enum { BYTE_ORDER_ENTRIES = 8 }; /* numbers in the memory of an order, for each byte */

/* For so many bytes, in the order of their places; `memory` is zeroed. */
void byte_order_init(struct byte_order *o, uint32_t *memory, size_t bytes);
/* Makes the order anew, for what is known now. */
void byte_order_make(struct byte_order *o);
void byte_order_place(struct byte_order *o, uint32_t byte);
static inline uint32_t byte_order_position(struct byte_order *o, uint32_t byte)
{
    if (__builtin_expect(byte >= o->placed, 0)) {
        byte_order_place(o, byte);
    }
    return o->position[byte];
}

#endif
