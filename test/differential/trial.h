/* One generated program, one channel, one way to check it: does the checker say what brute force says? */
#ifndef DIFFERENTIAL_TRIAL_H
#define DIFFERENTIAL_TRIAL_H

#include "enumerate.h"
#include "harrier_run.h"
#include "modes.h"

/* What can be wrong, the gravest first. */
enum fault { FAULT_NONE, FAULT_BROKEN, FAULT_LOST, FAULT_INVENTED, FAULT_VERDICT, FAULT_COUNT, FAULT_REPLAY, FAULT_LENGTH };
const char *fault_name(enum fault f);

struct trial {
    const struct mode *mode;
    const char *order; /* NULL: the mode takes none */
    enum channel channel;
    bool fast;
    bool replays; /* every schedule that the checker gives is followed */
    unsigned seed, draw;
    unsigned allowed; /* features, 0: a plain program */
    const char *file; /* a saved table in place of seed and draw, or NULL */
};

/* What the modes before have counted; 0: not run. */
struct counted {
    uint64_t states; /* of plain dfs */
    uint64_t paths[REDUCTIONS], deliveries[REDUCTIONS];
};

/* How often something was compared. */
struct compared {
    unsigned ends, verdicts, counts, replays, lengths, renamings;
    unsigned commuting, classes, paths; /* with --commute: comparisons, and how many classes and paths there were */
    unsigned bounds, longer;            /* explored no more paths than another mode; with more deliveries all the same */
};

/* The plain or varied program of a seed and a draw. */
void trial_table(const struct trial *t, struct table *out);
/* Compares; `why` says what differs. `before` gets what this mode has counted. */
enum fault trial_run(const struct site *s, const struct trial *t, const struct table *table, const struct enumeration *e,
                     struct counted *before, struct compared *compared, char *why, size_t size);
void trial_command(const struct site *s, const struct trial *t, const struct table *table, char *out);
/* The options alone, for another program. */
struct option_words {
    struct words words;
    char limit[20], late[20], late_looks[20], faults[300];
};
void trial_options(const struct trial *t, const struct table *table, struct option_words *out);

/* ---- compare.c ---- */

struct complaint {
    enum fault fault;
    char *why;
    size_t size;
};
/* The first complaint stays, unless a graver one comes. */
__attribute__((format(printf, 3, 4))) void complain(struct complaint *c, enum fault fault, const char *format, ...);
void compare(struct complaint *c, const struct mode *m, const struct table *t, const struct enumeration *e, const char *ends,
             const struct said *r, struct counted *before, struct compared *compared);
void compare_bound(struct complaint *c, const struct trial *t, const struct said *r, struct counted *before, struct compared *compared);

#endif
