/* What the command line says: options, and the program with its arguments. */
#ifndef HARRIER_OPTIONS_OPTIONS_H
#define HARRIER_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/board.h"

enum { OUTPUTS_MAX = 8, INITIAL_MAX = 4096 };

enum output_kind { OUTPUT_JSON, OUTPUT_ENDS, OUTPUT_DOT, OUTPUT_SVG, OUTPUT_COVERAGE, OUTPUT_JUNIT, OUTPUT_KINDS };

struct options {
    int command; /* FOR_CHECK, ... */
    struct job job;
    const char *outdir;
    const char *initial[INITIAL_MAX]; /* cover: files of schedules */
    size_t initial_count;
    const char *save; /* cover: where its schedules go, or NULL */
    bool save_all;
    char *schedule; /* what is given to the program with the job, or NULL */
    size_t schedule_size;
    FILE *human; /* where the report goes: standard error when a machine reads standard output */
    struct {
        enum output_kind kind;
        const char *file; /* "-": standard output */
    } outputs[OUTPUTS_MAX];
    size_t output_count;
    bool show_coverage; /* as a table */
    bool gdb, live, fail_fast, quiet, verbose, help, no_guards, no_memo, no_shorten;
    bool timers_given, late_given, late_looks_given;
    bool store_given, search_given, runs_given, seed_given, bug_depth_given, time_given;
    const char *color; /* auto, always, never */
    char **arguments;  /* what follows the options: the program and its arguments, or a trace before them */
    int argument_count;
};

/* Commands that an option belongs to. */
enum { FOR_CHECK = 1, FOR_REPLAY = 2, FOR_LIST = 4, FOR_GRAPH = 8, FOR_COVER = 16, FOR_ALL = 31 };

void options_defaults(struct options *o);
/* Parses what follows the command's name, up to the first word that is no option. False after printing what is wrong. */
bool options_parse(struct options *o, int command, int argc, char **argv);
/* The options of a command, as --help shows them. */
void options_help(FILE *out, int command);
/* All options in the man page's notation. */
void options_man(FILE *out);

/* The nearest of `count` names to a word that is none of them, or NULL when nothing is near. */
const char *nearest(const char *word, const char *const *names, size_t count);

/* After parsing: whether the options fit together; says why if they do not. Sets what follows from others. */
bool options_fit(struct options *o);

#endif
