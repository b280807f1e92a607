/* The commands. Each takes what follows its name and returns the exit status. */
#ifndef HARRIER_CLI_COMMANDS_H
#define HARRIER_CLI_COMMANDS_H

#include "options/options.h"
#include "report/junit.h"
#include "report/result.h"
#include "supervise/supervise.h"

int command_check(struct options *o);
int command_cover(struct options *o);
int command_replay(struct options *o);
int command_graph(struct options *o);
/* Several schedules, one line each: the first `count` arguments. */
int replay_suite(struct options *o, int count);
/* One of them, forced on the program itself; the exit status that it alone would have. */
int replay_live(const struct options *o, const char *schedule, char **argv, struct junit_case *c);
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
/* The test's or the program's name, as a name of a file. */
void schedule_owner(const struct result *r, char *out, size_t size);
enum { SCHEDULE_PATH_REST = 560 }; /* at most so much comes after a folder: an owner, and the name of a schedule */
/* Makes a directory and those above it. */
bool make_dirs(char *dir);
/* Writes `content` to STEMn.schedule, n being the next free number from `first` on; the same content again keeps its file. */
bool schedule_keep(const char *stem, int first, const char *content, size_t size, char *path, size_t path_size);
/* Keeps the schedules that a search handed out. */
bool cover_save(const struct result *r, const struct options *o);
bool outputs_write(const struct options *o, const struct result *r, bool append);

/* Makes board->findings[0] as short as can be; the schedule is text, allocated and replaced. */
struct shortened {
    char *schedule;
    size_t size;
    uint64_t steps;
    bool shortest;
};
void shorten(struct shortened *s, struct finding *f, char **argv, const struct job *job);

#endif
