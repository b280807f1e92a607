/* Values of what a condition in the source mentions: variables in sight, and what they lead to. Only what is certain is resolved. */
#ifndef HARRIER_DWARF_EXPRESSION_H
#define HARRIER_DWARF_EXPRESSION_H

#include "dwarf/locals.h"

/* Writes `, self->count is 3` for each expression of the condition that begins with a variable of the innermost function and has members,
 * elements and pointers behind it; how many. */
size_t expression_values(const char *condition, const struct locals *l, struct text *out);

#endif
