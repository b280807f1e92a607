/* What the generated programs mean, written a second time and as plainly as possible: a state is one flat struct that is
 * copied, a step changes the copy. Nothing of the engine is used here. */
#ifndef DIFFERENTIAL_REFERENCE_H
#define DIFFERENTIAL_REFERENCE_H

#include <stdio.h>

#include "generator.h"

/* 4 from main, 2 children each, 1 grandchild for each of those, and main itself. */
enum { PLACES = 1 + ACTORS_MAX * 5, LETTERS_MAX = 64, OWES_MAX = PLACES, SCRIPT_MAX = 8 };
enum { MAIN = 0, NOBODY = -1, GRAVE = -2 };

enum status { WAITING, CALLING, TERMINATED, DESTROYED, FAILED };

/* How far an actor is with its reaction: what a blocked caller goes on with. */
struct frame {
    const struct reaction *reaction;
    int8_t at, sender, depth, value;
    bool init;
    bool may_reply; /* the program's own view: it has not answered or put off this call */
    bool owing;     /* the sender is a caller without an answer */
};

struct actor {
    int8_t class, parent, ordinal;
    int8_t status, waiting_for, reason;
    int8_t state, sum, got, level, depth, children, child, caller;
    bool changed, quiet;
    int8_t ordinals; /* given to children so far */
    int8_t left; /* a delta's remaining receives */
    struct frame frame;
    int8_t owes[OWES_MAX], owes_count;
    int16_t sent;
    uint64_t id;      /* the same in every order of creation */
    uint64_t history; /* of what it received, in order */
    int own_id, own_sent; /* as the program numbers */
    uint32_t own_history; /* as the program keeps it */
};

enum letter_kind { PLAIN, CALL, REPLY, FAILURE, EPITAPH };
struct letter {
    int8_t kind, type, from, to, depth, value;
    int16_t number; /* among those of its sender */
    int serial;     /* what the program itself numbers, 0: nothing */
};

struct world {
    int actor_count, letter_count;
    int known;     /* how many of main's actors the program can address */
    int cells[CELLS]; /* the shared memory */
    uint64_t order;   /* of all deliveries, where memory is shared: then they all depend on each other */
    bool overfull; /* more letters than there is room for: the program is too large */
    struct actor actors[PLACES];
    struct letter letters[LETTERS_MAX]; /* in order of sending */
};

/* Answers to OP_CHOOSE: those in `picks` first, then 0; `of` says how many each had. */
struct script {
    int count, used;
    int picks[SCRIPT_MAX], of[SCRIPT_MAX];
};

uint64_t mix(uint64_t a, uint64_t b);
void world_copy(struct world *to, const struct world *from);
/* What main builds. */
void world_start(struct world *w, const struct table *t);
/* Whether letter i may be delivered next. */
bool world_offers(const struct world *w, const struct table *t, int i, bool pairwise);
/* Delivers it; false: an assertion failed, the execution is over. */
bool world_deliver(struct world *w, const struct table *t, int i, struct script *s);
/* Callers that wait for each other, with no answer under way. */
bool world_has_ring(const struct world *w);
bool world_has_caller(const struct world *w);
/* The state as one line of `harrier check --output ends:FILE`, with or without what `program ... history` adds; the buffer must
 * hold LINE_MAX_BYTES. */
enum { LINE_MAX_BYTES = 32768 };
void world_print(const struct world *w, bool history, char *line);

#endif
