/* The outline of a type, from the debug information: which bits of it are data, and where it may hold an address. */
#ifndef HARRIER_DWARF_OUTLINE_H
#define HARRIER_DWARF_OUTLINE_H

#include "base/question.h"
#include "base/text.h"
#include "dwarf/debuginfo.h"
#include "dwarf/value_node.h"

/* Writes the runs of `t`, which has `size` bytes. With several definitions of a type a bit is data if it is data in any of them.
 * False when something in them is not understood, or they are too large. */
bool outline_runs(struct debuginfo *d, const struct type *t, size_t definitions, size_t size, struct outline_run runs[OUTLINE_RUNS_MAX],
                  uint32_t *count);

/* The type that the pointer at this offset of `t` points to; false when there is no such pointer. */
bool outline_target(struct debuginfo *d, const struct type *t, size_t offset, struct type *out);

/* How the byte at `offset` is called: `items[2].price`. */
void outline_field(struct debuginfo *d, const struct type *t, size_t offset, struct text *out);

#endif
