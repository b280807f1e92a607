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
    bool packing; /* a message of the program is being copied: what goes wrong is the sender's doing */
};
extern struct serving serving; /* one per process: the program's calls find it, and bring nothing along */

void serve_init(struct board *board);
/* What to do when the run cannot go on, and that is not the program's fault: it does not return. */
void serve_limit_by(void (*limit)(enum limit_kind limit));
enum served { GO_ON, GIVE_UP_CPU };
/* Serves the request for who runs (NULL: the driver). May not return: a finding abandons the step. */
enum served serve_request(void);
/* A finding when a handler takes another struct than this type's (serve_spawn.c). */
void serve_refuse_misfits(const struct hr_actor_type *type, const struct hr_behaviour *behaviour);
/* A message from actor `from` (its index), logged as sent (serve_send.c). */
void serve_send_from(uint32_t from, uint32_t to, const struct hr_type *type, const void *data, unsigned flags);

#endif
