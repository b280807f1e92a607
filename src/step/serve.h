/* Serving the requests of a running actor or of the driver. */
#ifndef HARRIER_STEP_SERVE_H
#define HARRIER_STEP_SERVE_H

#include <stdbool.h>

#include "actor/arena.h"
#include "base/answer.h"
#include "model/effects.h"
#include "step/execute.h"

/* The execution whose requests are served: where its effects go, and the answers to give. */
struct serving {
    struct effects *out;
    const struct answer *choices;
    size_t choice_count, choices_taken;
    uint32_t looks, looks_offered;      /* looks at the clock so far, and how many of them might come late */
    uint32_t actor;                     /* whose step it is */
    bool crashed, restarts;             /* it crashed in this step, see step/crash.h; and will be restarted */
    uint32_t faults;                    /* those that have struck, see base/fault.h */
    uint32_t faults_offered;            /* places so far where one could */
    uint32_t fault_places[FAULT_KINDS]; /* the same by kind */
    bool setting_up;                    /* the driver runs, or the creation of its actors: alternatives are not explored */
    bool quiet;                         /* a constraint or predicate runs: any effect is misuse */
    const uint32_t *locals;             /* for hr_peek in a predicate */
    size_t local_count;
    void (*peek)(uint64_t ref, uint32_t actor); /* called before an actor is looked at (NO_ACTOR: there is none); NULL: all can be */
    bool hurried;                               /* a predicate that is asked together with others: it may ask for nothing */
    bool packing;                               /* a message of the program is being copied: a fault is the sender's */
};
extern struct serving serving; /* a global because the program's calls pass no context */

void serve_init(struct board *board);
/* Sets what is called when a limit of the engine is reached. It does not return. */
void serve_limit_by(void (*limit)(enum limit_kind limit));
enum served { GO_ON, GIVE_UP_CPU };
/* Serves the request of border.running (NULL: the driver). May not return: a finding abandons the step. */
enum served serve_request(void);
/* Fails with a finding when a handler was written for another actor's struct (serve_spawn.c). */
void serve_refuse_misfits(const struct hr_actor_type *type, const struct hr_behaviour *behaviour);
/* Logs a message as sent by the actor with index `from` (serve_send.c). */
void serve_send_from(uint32_t from, uint32_t to, const struct hr_type *type, const void *data, unsigned flags);

#endif
