/* Answers of predicates, by what the predicates looked at.
 *
 * What a predicate does next depends only on what it has seen so far: the memory that actors share, then the actors that it peeked at, one
 * after the other. So its answers are a decision tree. Each node says which actor is looked at next, and has a branch for each local state
 * that was seen there, to the next node or to the answer. Finding an answer takes a look into a table for each actor that the predicate peeks
 * at, and nothing of the program runs. */
#ifndef HARRIER_CHECK_LOOKS_H
#define HARRIER_CHECK_LOOKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/map.h"
#include "model/effects.h"

struct looks {
    struct pool nodes;          /* struct look, by number */
    struct map branches;        /* (node, local state) -> an answer, or the next node's number */
    struct pool leaves;         /* struct leaf: answers of predicates that were seen to reach an hr_sometimes() */
    struct intern combinations; /* the local states of all actors, for answers that depend on all */
    /* Combinations for which all of several predicates are known to hold: some recent ones, each `width` words, at a place that its hash
     * says. Most states have the local states of one that was looked at a moment ago, and differ in what is pending. */
    struct pool recent;
    size_t width;
};

/* Values of branches: these, or the number of a node, which is larger, or of a leaf, which has the highest bit. */
enum looks_answer { LOOKS_UNKNOWN, LOOKS_HOLDS, LOOKS_BROKEN };

void looks_init(struct looks *l);
/* A tree without answers; returns its first node. */
uint32_t looks_tree(struct looks *l);
/* The answer in a state, if it is known; then *sites is what the predicate reached: sites_bits(). */
enum looks_answer looks_find(struct looks *l, uint32_t tree, const uint32_t *state, size_t actors, uint32_t *sites);
/* Whether looks_all_hold() was called for the local states of this state. It may have been forgotten, or never be remembered. */
bool looks_held(struct looks *l, const uint32_t *state, size_t actors);
/* To be called when looks_held() said no, for the same state, and all predicates of the kind that is asked for in every state hold. */
void looks_all_hold(struct looks *l, const uint32_t *state, size_t actors);
/* Keeps the answer of an execution in this state; its effects say what it looked at, and what it reached. */
void looks_keep(struct looks *l, uint32_t tree, const uint32_t *state, size_t actors, const struct effects *done, enum looks_answer answer);

#endif
