/* The commands. Each takes what follows its name and returns the exit status. */
#ifndef HARRIER_CLI_COMMANDS_H
#define HARRIER_CLI_COMMANDS_H

#include "formats/junit.h"
#include "options/options.h"
#include "report/result.h"
#include "supervise/explain.h"
#include "supervise/supervise.h"

int command_check(struct options *o);
int command_cover(struct options *o);
int command_replay(struct options *o);
int command_graph(struct options *o);
int command_report(struct options *o);
int command_run(struct options *o);
/* Tells one execution that was followed, and gives the exit status of its verdict. */
int tell_execution(struct options *o, struct result *r);
/* How many of the arguments are schedules: files that begin as one. What follows is the program. */
int schedule_arguments(const struct options *o);
/* The verdict on a schedule that was followed, and its exit status. */
enum verdict replay_verdict(const struct board *b);
int replay_status(enum verdict v, const struct board *b);
/* Several schedules, one line each: the first `count` arguments. */
int replay_suite(struct options *o, int count);
/* One of them, forced on the program itself; the exit status that it alone would have. */
int replay_live(const struct options *o, const char *schedule, char **argv, struct junit_case *c);
/* --minimise, of one schedule, and --adapt, of the first `count` arguments. */
int replay_minimise(struct options *o, char **argv, const char *text, size_t size);
int replay_adapt(struct options *o, int count);
int command_list(int argc, char **argv);

/* The program's path, found as a shell would; NULL after saying that there is none. */
char *program_path(const char *name);
/* The program, by its path, and its arguments: what is given from the word `first` on. NULL after saying that there is no program. */
char **program_arguments(const struct options *o, int first);
void program_arguments_free(char **argv);
/* Opens the debug information of a program and the libraries it brought, with its load bias. */
struct debuginfo *program_debug(const char *path, const struct board *b);
/* What to say and return when a run gave no verdict at all (could not start, unusable, broken, skipped); -1: it gave one. */
int run_without_verdict(const struct run *r, const char *program);
/* Reads a schedule and takes over the settings that it brings, where the command line does not say otherwise. NULL after saying what
 * is wrong. */
char *schedule_open(struct options *o, const char *path, size_t *size);
/* The beginning of a schedule's file: what was run, and the settings that it needs. */
void schedule_head(FILE *out, const struct result *r);
void schedule_settings(FILE *out, const struct result *r);
/* The whole file of a schedule that leads to a finding, allocated. */
char *schedule_content(const struct result *r, const struct finding *f, const char *steps, size_t steps_size, size_t *size);
/* Keeps it below a folder, and says in `path` where; says why when it cannot, and leaves "" there. */
bool schedule_save(const struct result *r, const char *outdir, const struct finding *f, const char *steps, size_t steps_size,
                   char path[PATH_MAX]);
/* The same for the violations after the first, in r->traces. They are kept as they were met: shortening each would be a search each, which
 * `harrier replay --minimise` does for those that are wanted. */
void schedules_save_further(struct result *r, const char *outdir);
/* The test's or the program's name, as a name of a file. */
void schedule_owner(const struct result *r, char *out, size_t size);
enum { SCHEDULE_PATH_REST = 560 }; /* at most so much comes after a folder: an owner, and the name of a schedule */
/* Makes a directory and those above it. */
bool make_dirs(char *dir);
/* Writes `content` to STEMn.schedule, n being the next free number from `first` on; the same content again keeps its file. */
bool schedule_keep(const char *stem, int first, const char *content, size_t size, char *path, size_t path_size);
/* Keeps the schedules that a search handed out. */
bool cover_save(const struct result *r, const struct options *o);
/* Writes what --output asks for about one result; several results follow each other in a file. */
bool outputs_write(struct options *o, const struct result *r, bool append);
/* Before a command runs; false after saying why not. */
bool outputs_begin(struct options *o);
/* At its end: writes what is made of all results together, if there are any. */
bool outputs_finish(struct options *o, bool begun);
/* Whether an output needs the execution that leads to a violation. */
bool outputs_need_steps(const struct options *o);
/* Whether it is to be found out why a schedule leads to a violation. */
bool outputs_explain(const struct options *o, const struct finding *f);
/* A line of --output junit and tap: as given, or that of a result. What is given is copied. */
void outputs_case(struct options *o, const char *suite, const struct junit_case *c);
void outputs_case_of(struct options *o, const struct result *r);
/* Whether there is anything to write at the end. */
bool outputs_any(const struct options *o);

/* --known: whether the file can be read; and whether it has all findings of a result, after naming which are known, new and gone. */
bool known_readable(const struct options *o);
bool known_all(const struct options *o, const struct result *r);

/* Makes board->findings[0] as short as can be; the schedule is text, allocated and replaced. */
struct shortened {
    char *schedule;
    size_t size;
    uint64_t steps;
    bool shortest;
};
void shorten(struct shortened *s, struct finding *f, char **argv, const struct job *job);
/* The shortest that breadth-first search finds, in at most so much time; false when it could not tell. */
bool shorten_breadth_first(struct shortened *s, struct finding *f, char **argv, struct job job, uint64_t ms);
/* Without the search: leaves out what the finding does not need, as long as it stays the same one. */
void minimise(struct shortened *s, const struct finding *f, char **argv, const struct job *job, uint64_t ms);

#endif
