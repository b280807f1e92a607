/* One recorded execution as a list of steps: who got what from whom, what it changed, what it sent. Every report that shows an execution
 * is made from this list, so that all of them say the same in the same words. */
#ifndef HARRIER_REPORT_STEPS_H
#define HARRIER_REPORT_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/board.h"
#include "dwarf/debuginfo.h"

enum { NO_ACTOR = -1 };

enum told_kind {
    TOLD_CHANGE,  /* of the actor's state */
    TOLD_SENDS,   /* a message, a call, a timer */
    TOLD_CREATES, /* an actor */
    TOLD_CHOOSES, /* hr_choose(), or a look at the clock that came late */
    TOLD_NOTE,
    TOLD_PRINTS, /* one line, without its end */
    TOLD_ENDS,   /* the actor ends, or fails */
    TOLD_WRONG,  /* a violation ended the step */
};

/* One thing that a step did. */
struct told {
    enum told_kind kind;
    char *text; /* may be any bytes: escape it */
    size_t size;
    size_t delivered_by; /* TOLD_SENDS: index of the step that delivers it; 0: none */
};

struct told_step {
    uint64_t number;
    uint64_t key;         /* of its message: the same in each execution of the program */
    int to, from;         /* actors by their place in the list; from: NO_ACTOR for timers and events */
    bool beyond;          /* after the schedule's end: in order of sending */
    size_t sent_by;       /* index of the step that sent its message; 0: sent before the first one, or by nobody */
    char *message;        /* type and content */
    char *type;           /* of the message, with `reply` before a reply's */
    char *before, *after; /* the actor's state in full; NULL: not known, or not asked for */
    struct source_place place;
    struct told *told;
    size_t told_count;
};

struct steps_actor {
    char *name, *type;
    size_t created_by; /* index of a step; 0: before the first one */
    bool takes_part;   /* it receives or sends something */
};

/* A message that was not delivered. */
struct step_left {
    char *message;
    int to, from;
    size_t sent_by;
};

struct told_steps {
    struct told_step *list; /* list[0] is what happened before the first step */
    size_t count;           /* with list[0] */
    struct steps_actor *actors;
    size_t actor_count;
    struct step_left *left;
    size_t left_count;
};

/* Reads the recording of a board (JOB_FOLLOW). `states`: also the actors' states in full. NULL: no memory. */
struct told_steps *steps_read(const struct board *recorded, struct debuginfo *debug, bool states);
void steps_free(struct told_steps **s);
/* Whether a violation ended it. */
bool step_is_wrong(const struct told_step *s);
/* `file:line` without folders; "" when unknown. */
void step_place(const struct told_step *s, char *out, size_t size);

#endif
