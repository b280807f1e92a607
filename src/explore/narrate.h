/* One execution told as it happens: each delivery, what it did and what was printed, as records (trace/recording.h). */
#ifndef HARRIER_EXPLORE_NARRATE_H
#define HARRIER_EXPLORE_NARRATE_H

#include "base/board.h"
#include "base/pool.h"
#include "model/effects.h"
#include "moves/world.h"

struct narration {
    struct board *board;
    uint64_t steps;      /* told so far */
    struct pool scratch; /* contents of messages, unpacked */
};

void narrate_init(struct narration *n, struct board *board);
/* The name of an actor, as schedules have it, in a buffer of SCHEDULE_NAME bytes. */
const char *narrate_name(uint32_t actor, char *buffer);
void narrate_actor(struct narration *n, uint32_t actor);
/* A delivery that is about to happen; then one of its effects (`sends` counts its messages), and what it printed. */
void narrate_step(struct narration *n, const struct sent *s);
void narrate_effect(struct narration *n, const struct effect *e, uint32_t receiver, size_t *sends);
void narrate_output(struct narration *n);
/* What is left. */
void narrate_pending(struct narration *n);

#endif
