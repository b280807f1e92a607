/* What is told of a search while it runs: a line on the terminal, and `--output progress`; of a rank of a cluster, its findings. */
#ifndef HARRIER_CLI_WATCHING_H
#define HARRIER_CLI_WATCHING_H

#include "cluster/cluster.h"
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

/* A rank of a cluster while its search runs. It writes its findings down at once, since a launcher that sees one rank fail kills all. The first
 * rank tells the result, and the table of ranks. */
struct ranked {
    struct cluster *cluster;
    const struct options *o;
    const char *program; /* its path */
    struct watching *watching;
    uint32_t kept; /* how many findings were written down */
};
/* Called now and then; `user` is the struct ranked. */
void ranked_look(const struct board *b, void *user);
/* The first rank has told all: what was written down on the way is not needed any more. */
void ranked_told(const struct ranked *k);
void ranked_table(const struct options *o, const struct cluster *c);

#endif
