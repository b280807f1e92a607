/* Deep copies of messages: a packed message is one block, its pointers turned into offsets from the block's start, so that
 * equal content is equal bytes wherever it was built. */
#ifndef HARRIER_MODEL_PACK_H
#define HARRIER_MODEL_PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "harrier.h"

/* Packs `data` of `type` into `out`. Returns the packed size; *problem is NULL, or why it could not be packed. */
size_t pack(const struct hr_type *type, const void *data, unsigned char *out, size_t capacity, const char **problem);
/* Turns the offsets of a block that was copied to `block` back into pointers. */
void unpack(const struct hr_type *type, unsigned char *block);
/* Tells each array that the struct at offset `at` of an unpacked block carries, also through others: where the pointer to it is, and its size in bytes. */
void pack_arrays(const struct hr_part *parts, const unsigned char *block, size_t at,
                 void (*tell)(void *user, const void *pointer, size_t size), void *user);

/* How many bytes of a block the part `p` of the struct at `holder` takes, whose content is at `target`; SIZE_MAX: the count makes no
 * sense. */
size_t pack_part_bytes(const struct hr_part *p, const unsigned char *holder, const void *target);

#endif
