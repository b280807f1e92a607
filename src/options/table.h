/* One row per option: the parser (parse.c), the rules (fit.c), and the help and the man page (help.c) read it. */
#ifndef HARRIER_OPTIONS_TABLE_H
#define HARRIER_OPTIONS_TABLE_H

#include "base/axes.h"
#include "options/options.h"

enum option_type { FLAG, AXIS, CRITERIA, NUMBER, SHORT_NUMBER /* uint32_t */, SIZE, DURATION, TEXT, FILES, OUTPUT };

#define FIELD(f) offsetof(struct options, f)

struct option {
    const char *name;
    char letter; /* 0: none */
    enum option_type type;
    int commands;
    size_t field; /* in struct options */
    const struct axis *axis;
    const char *argument;
    const char *group;
    const char *help;
    const char *default_text;
    size_t given;         /* a bool in struct options to set, 0: none */
    unsigned values;      /* of the axis: those that are of use, as bits, for the help; 0: all */
    uint64_t least, most; /* of a number or size; most 0: any */
};

extern const struct option options_table[];
extern const size_t options_table_size;

#endif
