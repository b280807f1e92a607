/* Writes an execution as records (trace/recording.h) while it happens: each delivery, its effects, and what it printed. */
#ifndef HARRIER_EXPLORE_NARRATE_H
#define HARRIER_EXPLORE_NARRATE_H

#include "base/board.h"
#include "base/pool.h"
#include "model/effects.h"
#include "moves/world.h"

struct narration {
    struct board *board;
    uint64_t steps;      /* written so far */
    size_t history;      /* what had happened before the last of them */
    struct pool scratch; /* contents of messages, unpacked */
    struct pool arrays;  /* struct record_array: those of one message */
    struct pool shown;   /* a description of an actor, as text */
    struct effects asked;
};

void narrate_init(struct narration *n, struct board *board);
/* The name of an actor as in schedules, in a buffer of SCHEDULE_NAME bytes. */
const char *narrate_name(uint32_t actor, char *buffer);
void narrate_actor(struct narration *n, uint32_t actor);
/* Where the code of a delivery begins: the handler, or where a waiting actor's code goes on; 0: not known, or not so. */
struct narrated_place {
    uint64_t handler, resumes_at;
};
struct narrated_place narrate_place(const struct sent *s);
/* Before a delivery; then for each of its effects (`sends` counts its messages); then for what it printed. */
void narrate_step(struct narration *n, const struct sent *s);
void narrate_effect(struct narration *n, const struct effect *e, uint32_t receiver, size_t *sends);
void narrate_output(struct narration *n);
/* The state of an actor in whose step something failed, as its memory is now. */
void narrate_failing(struct narration *n, uint32_t actor);
/* The states of all actors that wait inside their code; `except`: of the one whose step failed nothing is known. */
void narrate_waiting(struct narration *n, uint32_t except);
/* The messages that are still pending. */
void narrate_pending(struct narration *n);

#endif
