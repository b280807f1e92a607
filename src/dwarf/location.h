/* Where a variable is, as the debug information describes it: a small program for a stack machine, run against one frame of a saved stack. */
#ifndef HARRIER_DWARF_LOCATION_H
#define HARRIER_DWARF_LOCATION_H

#include <elfutils/libdw.h>

#include "dwarf/value.h"

enum { FRAME_REGISTERS = 17, FRAME_ARGUMENTS = 2, LOCATION_BYTES = 64 };

/* One frame of a stack: its registers as far as they are known, by their numbers in the debug information. */
struct frame {
    uint64_t pc; /* where it goes on: a return address */
    uint64_t registers[FRAME_REGISTERS];
    bool known[FRAME_REGISTERS];
    uint64_t cfa;  /* the stack pointer before it was called */
    uint64_t base; /* what DW_OP_fbreg counts from */
    bool has_cfa, has_base;
    uint64_t arguments[FRAME_ARGUMENTS]; /* what its function was called with: the first ones, as far as they are known */
    size_t argument_count;
};

enum location_kind {
    LOCATION_LOST,     /* the compiler kept it nowhere, or where nobody saved it */
    LOCATION_MEMORY,   /* at an address */
    LOCATION_REGISTER, /* `address` is the number of the register */
    LOCATION_VALUE,    /* it has this value, and is nowhere */
};

struct location {
    enum location_kind kind;
    uint64_t address;
    unsigned char bytes[LOCATION_BYTES]; /* LOCATION_VALUE */
    size_t size;
    bool constant; /* LOCATION_VALUE: the same number whatever the frame holds */
};

/* Runs an expression. `attribute` is where it comes from, for values that it holds; NULL: from rules for unwinding. `shift` is what is
 * added to addresses in the debug information. */
struct location location_find(const Dwarf_Op *ops, size_t count, const struct frame *f, const struct value_context *memory,
                              Dwarf_Attribute *attribute, uint64_t shift);

#endif
