/* The driver's parts. A library, because two executables are made of it: one beside the engine, one beside the engine with rules that
 * can be switched off. */
#ifndef DIFFERENTIAL_DIFFERENTIAL_H
#define DIFFERENTIAL_DIFFERENTIAL_H

#include "tally.h"

/* What is asked for. */
struct request {
    struct site site;
    unsigned first, count, workers;
    unsigned allowed; /* features, a bit each; 0: plain programs */
    const char *mutant, *output;
    const char *only; /* a mode: only this one, with every order of messages that it takes; NULL: all modes */
    bool one_order;   /* with one of them in turn */
    bool in_turn;     /* of the reductions two in turn, where all would be run */
    bool only_print;
    bool one_channel; /* all programs on this one, and not in turn */
    enum channel channel;
};

/* The first thing that is wrong with a program. */
struct failure {
    enum fault fault;
    struct trial trial;
};

/* ---- check_seed.c: one program ---- */

/* How its program is run, mode and draw still open. */
struct trial trial_of(const struct request *q, unsigned seed);
/* The first draw that is small enough and, for most seeds, has enough orders to be worth the run; with some features there are few. */
void find_draw(struct trial *trial, struct table *t, struct enumeration *e);
struct failure check_seed(const struct request *q, unsigned seed, struct tally *tally);

/* ---- smallest.c: what is lost, made small ---- */

void print_smallest(const struct request *q, unsigned seed);
/* The program of the first seed, after the arguments and options of its check. */
void print_first(const struct request *q);

/* ---- directory.c: where a worker's files go ---- */

void make_directory(struct site *site);
void remove_directory(const char *path);

/* ---- differential.c ---- */

int differential(int argc, char **argv);

#endif
