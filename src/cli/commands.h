/* The commands. Each takes what follows its name and returns the exit status. */
#ifndef HARRIER_CLI_COMMANDS_H
#define HARRIER_CLI_COMMANDS_H

#include "cli/options.h"
#include "cli/supervise.h"
#include "report/result.h"

int command_check(struct options *o);
int command_replay(struct options *o);
int command_graph(struct options *o);
int command_list(int argc, char **argv);

/* The program's path, found as a shell would; NULL after saying that there is none. */
char *program_path(const char *name);
/* Opens the debug information of a program and the libraries it brought, with its load bias. */
struct debuginfo *program_debug(const char *path, const struct board *b);
/* What to say and return when a run gave no verdict at all (could not start, unusable, broken, skipped); -1: it gave one. */
int run_without_verdict(const struct run *r, const char *program);
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
