/* Parcels that are sent together, written with fewer bytes: states that are found one after the other have most of their words in common, so of each
 * word only the bytes are sent from the first to the last that differs from the word at the same place of the parcel before.
 *
 * Of each parcel: its hash, and then its other words, eight at a time: a byte that says which of them differ, and for each of these a byte that says
 * which of its bytes follow, and these bytes. */
#ifndef HARRIER_WORKERS_SQUEEZE_H
#define HARRIER_WORKERS_SQUEEZE_H

#include "workers/ring.h"

/* So many bytes at most are written for that many. */
static inline size_t squeeze_most(size_t size)
{
    return size + size / 4 + 16;
}
/* Parcels that lie one after the other, `size` bytes in all; returns how many bytes were written to `out`. */
size_t squeeze(const void *parcels, size_t size, unsigned char *out);
/* The same back; SIZE_MAX: it makes no sense, or is more than `room`. */
size_t squeeze_undo(const unsigned char *in, size_t size, void *parcels, size_t room);

#endif
