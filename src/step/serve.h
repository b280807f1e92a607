/* Serving the requests of a running actor or of the driver. */
#ifndef HARRIER_STEP_SERVE_H
#define HARRIER_STEP_SERVE_H

#include <stdbool.h>

#include "actor/arena.h"
#include "base/answer.h"
#include "model/effects.h"
#include "step/execute.h"

/* Where effects go, and the choices to take. Set for the duration of an execution. */
struct serving {
    struct effects *out;
    const struct answer *choices;
    size_t choice_count, choices_taken;
    uint32_t looks, looks_offered; /* at the clock so far, and those that might come late */
    bool setting_up;               /* the driver runs, or what it creates: nothing of it is explored */
    bool quiet;                    /* a constraint or predicate runs: any effect is misuse */
    const uint32_t *locals;        /* for hr_peek in a predicate */
    size_t local_count;
};
extern struct serving serving;
extern bool serve_packing; /* a message of the program is being copied: what goes wrong is the sender's doing */

/* The run cannot go on, and that is not the program's fault; set by the layers above. Does not return. */
extern void (*serve_limit)(enum limit_kind limit);

void serve_init(struct board *board);
enum served { GO_ON, GIVE_UP_CPU };
/* Serves `request` for `running` (NULL: the driver). May not return: a finding abandons the step. */
enum served serve(void);
/* hr_choose(), and a look at the clock (answers.c). */
void serve_choice(void);
void serve_look(struct board *board);
/* A finding when a handler takes another struct than this type's. */
void serve_refuse_misfits(const struct hr_actor_type *type, const struct hr_behaviour *behaviour);
/* Runs an actor until it gives up the processor. Its stack must be prepared. */
void resume(struct control *c);
/* Abandons the execution with a finding. */
void fail(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc) __attribute__((noreturn));
void fail_with(const struct finding *what) __attribute__((noreturn)); /* its callers are looked up, unless it has a line */
/* A message from actor `from` (its index), logged as sent. */
void send_from(uint32_t from, uint32_t to, const struct hr_type *type, const void *data, unsigned flags);

#endif
