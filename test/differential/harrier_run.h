/* One run of the checker and what it said. */
#ifndef DIFFERENTIAL_HARRIER_RUN_H
#define DIFFERENTIAL_HARRIER_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "verdicts.h"

enum { WORDS_MAX = 24, COMMAND_MAX = 2000, FOUND_MAX = 64 };

/* A command's words; the last is followed by NULL. */
struct words {
    const char *at[WORDS_MAX];
    int count;
};
void words_add(struct words *w, const char *word);

/* Where things are; `directory` belongs to one worker. */
struct site {
    const char *harrier, *program;
    char directory[200];
};

/* One finding and the schedule that leads to it. */
struct found {
    enum violation what; /* VIOLATIONS: none of those that can be expected */
    char kind[20], text[400];
    uint64_t steps;
    char *schedule; /* text, to be freed */
};

struct said {
    int exit_status;
    bool readable; /* its output is complete */
    bool exhaustive, all_findings;
    uint64_t states, paths, deliveries;
    char *ends; /* to be freed */
    int found_count;
    struct found found[FOUND_MAX];
    char trace[300]; /* file with the schedule of the first one, "" if there is none */
};
void said_free(struct said *s);

/* `harrier check OPTIONS PROGRAM ARGUMENTS`. The fast way does in this process what the command does, and starts only the program;
 * otherwise the command itself runs, and its JSON is read: then there is one schedule at most, in a file. */
struct said harrier_run(const struct site *s, const struct words *options, const struct words *arguments, bool fast);
/* `harrier replay SCHEDULE PROGRAM ARGUMENTS`, the fast way: what is found on the way. Not readable: it could not be followed. */
struct said harrier_replay(const struct site *s, const char *schedule, const struct words *settings, const struct words *arguments);
/* The same by the command, with a file that has the settings in it. */
struct said harrier_replay_file(const struct site *s, const char *trace, const struct words *arguments);
/* A check as text, for a reader to repeat. */
void harrier_command(const char *harrier, const char *program, const struct words *options, const struct words *arguments, char *out);

#endif
