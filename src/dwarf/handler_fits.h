/* Whether a handler's parameter is its actor's struct. The compiler cannot tell, because the table of handlers holds functions of all types. */
#ifndef HARRIER_DWARF_HANDLER_FITS_H
#define HARRIER_DWARF_HANDLER_FITS_H

#include "base/text.h"
#include "dwarf/debuginfo.h"

/* Whether the function at a link address of `code` can be given a `struct actor` of `size` bytes, which `data` defines: it takes a pointer to
 * that, to what lies at its beginning, or to void; or nothing is known. If not, `why` says what it takes, and `place` where it is. */
bool handler_fits(struct debuginfo *code, uint64_t address, struct debuginfo *data, const char *actor, size_t size, struct text *why,
                  struct source_place *place);

#endif
