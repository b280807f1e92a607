/* Values of what a condition in the source mentions: members of what a function's parameters point to. Only what is certain is resolved. */
#ifndef HARRIER_DWARF_EXPRESSION_H
#define HARRIER_DWARF_EXPRESSION_H

#include "dwarf/value.h"

enum { EXPRESSION_ROOTS = 2 };

/* A parameter, as the debug information has it, and what it points to. */
struct expression_root {
    char name[64]; /* "": not usable */
    struct value_context context;
    const char *type;
    const void *bytes;
    size_t size;
};

/* Fills in the names of the first parameters of the function at this address, as far as they point to these structs, the second one to a
 * constant one, and no variable inside hides them. *first and *next become the lines where the function and the one after it in the file
 * begin; *next is 0 when there is none. False when the function is not known, or the line of this file is not inside it. */
bool expression_roots(struct debuginfo *d, uint64_t function, const char *file, int line, struct expression_root roots[EXPRESSION_ROOTS],
                      int *first, int *next);
/* Writes `, self->count is 3` for each such member that the condition mentions; how many. */
size_t expression_values(const char *condition, const struct expression_root roots[EXPRESSION_ROOTS], struct text *out);

#endif
