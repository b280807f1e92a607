/* The table of all options, one row each. The parser (parse.c), the rules on which options go together (fit.c), the help and the man
 * page (help.c) are driven by it. */
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
    unsigned values;      /* which values of the axis the help lists, as bits; 0: all */
    uint64_t least, most; /* bounds of a number or size; most 0: no upper bound */
};

extern const struct option options_table[];
extern const size_t options_table_size;

#endif
