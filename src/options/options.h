/* What the command line says: options, and the program with its arguments. */
#ifndef HARRIER_OPTIONS_OPTIONS_H
#define HARRIER_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/board.h"

enum { OUTPUTS_MAX = 8, INITIAL_MAX = 4096 };

enum output_kind {
    OUTPUT_JSON,
    OUTPUT_ENDS,
    OUTPUT_DOT,
    OUTPUT_SVG,
    OUTPUT_COVERAGE,
    OUTPUT_JUNIT,
    OUTPUT_PROGRESS,
    OUTPUT_TAP,
    OUTPUT_HTML,
    OUTPUT_SARIF,
    OUTPUT_MERMAID,
    OUTPUT_SHIVIZ,
    OUTPUT_KINDS
};

struct outputs;

struct options {
    int command;        /* FOR_CHECK, ... */
    const char *self;   /* the harrier command, as typed */
    char *const *typed; /* all words of the command line, with that one */
    struct job job;
    const char *outdir;
    const char *initial[INITIAL_MAX]; /* cover: files of schedules */
    size_t initial_count;
    const char *save; /* cover: where its schedules go, or NULL */
    bool save_all;
    const char *start_from;          /* file of a schedule, or NULL */
    const char *checkpoint, *resume; /* files, or NULL */
    uint64_t every_ms;               /* between checkpoints */
    bool every_given;
    bool cluster;        /* one rank of several that MPI started */
    uint64_t silence_ms; /* after which a rank is lost */
    bool silence_given;
    const char *known; /* file of violations that are no failures, or NULL */
    char *schedule;    /* what is given to the program with the job, or NULL */
    size_t schedule_size;
    FILE *human; /* where the report goes: standard error when a machine reads standard output */
    struct {
        enum output_kind kind;
        const char *file; /* "-": standard output */
    } outputs[OUTPUTS_MAX];
    size_t output_count;
    struct outputs *so_far; /* what has been given to those outputs that are written at the end */
    bool show_coverage;     /* as a table */
    bool adapt, minimise, unfit_given;
    const char *break_at; /* replay --gdb: the number of a step, or "critical"; NULL: the last one */
    const char *unfit;    /* replay: what a schedule that does not fit any more is: ok, fail */
    bool gdb, exec, live, fail_fast, quiet, verbose, help, no_guards, no_memo, no_shorten, no_explain;
    bool timers_given, late_given, late_looks_given;
    bool store_given, search_given, runs_given, seed_given, bug_depth_given, time_given;
    const char *color; /* auto, always, never */
    char **arguments;  /* what follows the options: the program and its arguments, or a trace before them */
    int argument_count;
    bool separated; /* by --, so that nothing behind it is meant for harrier */
};

/* Commands that an option belongs to. */
enum {
    FOR_CHECK = 1,
    FOR_REPLAY = 2,
    FOR_LIST = 4,
    FOR_GRAPH = 8,
    FOR_COVER = 16,
    FOR_REPORT = 32,
    FOR_RUN = 64,
    FOR_INIT = 128,
    FOR_COMPLETION = 256,
    FOR_HELP = 512,
    FOR_ALL = 1023
};

void options_defaults(struct options *o);
/* Parses what follows the command's name, up to the first word that is no option. False after printing what is wrong. */
bool options_parse(struct options *o, int command, int argc, char **argv);
/* Whether this kind of output was asked for. */
bool options_write(const struct options *o, enum output_kind kind);
/* Whether a word is an option of the command. */
bool options_have(int command, const char *word);
/* The options of a command, as --help shows them. */
void options_help(FILE *out, int command);
/* All options in the man page's notation. */
void options_man(FILE *out);

/* The nearest of `count` names to a word that is none of them, or NULL when nothing is near. */
const char *nearest(const char *word, const char *const *names, size_t count);

/* After parsing: whether the options fit together; says why if they do not. Sets what follows from others. */
bool options_fit(struct options *o);

/* Whether they go with --cluster, or there is no --cluster; says why not. */
bool cluster_fits(const struct options *o);
/* Sets --faults; false, with a message, if it makes no sense. */
bool faults_set(struct options *o, const char *value);

#endif
