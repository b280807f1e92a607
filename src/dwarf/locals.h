/* The local variables of code that waits, from its saved stack: by name, with their values. */
#ifndef HARRIER_DWARF_LOCALS_H
#define HARRIER_DWARF_LOCALS_H

#include "dwarf/location.h"
#include "dwarf/value_node.h"

enum { LOCALS_FRAMES = 8, LOCALS_VARIABLES = 100 };

struct local_variable {
    const char *name;
    uint64_t declared;                   /* where its description is: the same at all times */
    bool lost;                           /* the compiler kept it nowhere: optimised out */
    bool settling;                       /* it is declared where the code waits, so that it may have no value yet */
    int line;                            /* where it is declared; 0: not known */
    bool assumed;                        /* the compiler says that it has this value here, whatever happened before */
    bool silent;                         /* not worth showing: it points to the actor's own struct, or is a static one */
    struct node value;                   /* its bytes are in the memory, or here: */
    unsigned char bytes[LOCATION_BYTES]; /* of one that is in registers */
};

/* A function that waits, or has called one that does. */
struct local_frame {
    struct source_place place;
    uint64_t declared;   /* as above, of the function */
    size_t first, count; /* its variables */
};

/* From the innermost function of the program outwards. */
struct locals {
    struct value_context context; /* with the stack beside the other memory */
    struct value_memory memory[3];
    size_t frame_count, variable_count;
    struct local_frame frames[LOCALS_FRAMES];
    struct local_variable variables[LOCALS_VARIABLES];
};

/* Whose they are, and what its outermost function was called with. */
struct locals_of {
    const char *type; /* the name of its struct */
    uint64_t address;
    uint64_t arguments[FRAME_ARGUMENTS];
    size_t argument_count;
};
/* NULL: no memory, or nothing is known. To be freed. */
struct locals *locals_read(const struct value_context *c, const struct value_memory *stack, const struct locals_of *whose);

/* Whether it is one to show to users. */
static inline bool local_is_shown(const struct local_variable *v)
{
    return !v->settling && !v->silent;
}
/* `tries=2, who=client.1, left=(optimised out)` */
void locals_print(const struct locals *l, const struct local_frame *f, struct text *out);
/* `tries 1 -> 2, who = client.1`: what differs in functions that waited before and do now, and what has come into sight in them. `first` stands before the
 * first of them. How many. */
size_t locals_print_changes(const struct locals *before, const struct locals *after, const char *first, struct text *out);
/* One value, as in locals_print(). */
void locals_print_value(const struct locals *l, const struct local_variable *v, struct text *out);

#endif
