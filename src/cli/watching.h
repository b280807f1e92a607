/* What is told of a search while it runs: a line on the terminal, and `--output progress`. */
#ifndef HARRIER_CLI_WATCHING_H
#define HARRIER_CLI_WATCHING_H

#include "options/options.h"
#include "page/timeline.h"
#include "report/progress.h"

struct watching {
    const char *test; /* that runs now; "": the program has none */
    struct progress_file files[OUTPUTS_MAX];
    const char *names[OUTPUTS_MAX];
    size_t count;
    struct timeline timeline; /* for HTML reports */
};

/* False, after saying why, when a file cannot be written. */
bool watching_begin(struct watching *w, const struct options *o);
bool watching_end(struct watching *w);
/* Called now and then; `user` is the struct watching. */
void watching_look(const struct board *b, void *user);
/* A search has ended. */
void watching_ended(struct watching *w, const struct board *b);

#endif
