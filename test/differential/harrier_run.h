/* One run of the checker and what it said. */
#ifndef DIFFERENTIAL_HARRIER_RUN_H
#define DIFFERENTIAL_HARRIER_RUN_H

#include <stdbool.h>
#include <stdint.h>

enum { WORDS_MAX = 16, COMMAND_MAX = 2000 };

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

struct said {
    int exit_status;
    bool readable;   /* its output is complete */
    bool exhaustive, assertion, deadlock, ring, other, all_findings;
    uint64_t states, paths;
    char *ends;      /* to be freed */
};

/* `harrier check OPTIONS PROGRAM ARGUMENTS`. The fast way does in this process what the command does, and starts only the program;
 * otherwise the command itself runs, and its JSON is read. */
struct said harrier_run(const struct site *s, const struct words *options, const struct words *arguments, bool fast);
/* The same as text, for a reader to repeat. */
void harrier_command(const char *harrier, const char *program, const struct words *options, const struct words *arguments, char *out);

#endif
