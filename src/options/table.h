/* The table of all options, one row each, and of all commands. The parser (parse.c), the rules on which options go together (fit.c), the
 * help and the man page (help.c) and the completion of command lines (shells/) are driven by them. */
#ifndef HARRIER_OPTIONS_TABLE_H
#define HARRIER_OPTIONS_TABLE_H

#include "base/axes.h"
#include "options/options.h"

enum option_type {
    FLAG,
    AXIS,
    CRITERIA,
    NUMBER,
    SHORT_NUMBER /* uint32_t */,
    SIZE,
    DURATION,
    TEXT,
    WORD /* of an axis, kept as text */,
    FILES,
    OUTPUT
};

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

/* --library: adds to what was said before; false after saying what is wrong. */
bool library_set(struct options *o, const char *value);
/* The name of a kind of output if the command has it, else NULL. */
const char *options_output_kind(size_t kind, int command);

/* What a command takes besides its options. */
enum operands { TAKES_PROGRAM, TAKES_SCHEDULES /* and a program */, TAKES_LIST, TAKES_FOLDER, TAKES_SHELL, TAKES_COMMAND };

struct command {
    const char *name;
    int bit; /* FOR_CHECK, ... */
    enum operands takes;
    const char *synopsis; /* what follows `harrier` */
    const char *help;
};

extern const struct command commands_table[];
extern const size_t commands_table_size;

/* The command of that name, or NULL. */
const struct command *commands_find(const char *name);
/* The first command of a set. */
const struct command *commands_first(int bits);
/* One line for each. */
void commands_help(FILE *out);

/* What `harrier list` shows. */
struct listing {
    const char *name, *also;
    const struct axis *axis;
};
extern const struct listing lists_table[];
extern const size_t lists_table_size;

/* What `harrier completion` knows. */
extern const char *const shells_table[];
extern const size_t shells_table_size;

#endif
