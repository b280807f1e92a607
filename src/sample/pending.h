/* The pending messages of a sampled execution, and which of them can be delivered now: those that their receivers accept, and that no other
 * accepted one must precede (model/turns.h). A delivery costs what it changes, not what is pending.
 *
 * Messages are in lanes, each in order of sending. Which messages of a lane can be delivered depends on this lane and on the receiver's
 * local state alone. So after a delivery only the lanes that messages left or joined are looked at and, if the receiver may accept
 * other messages now than before, all lanes of the receiver. Where messages sent in the past of a message come first, queues
 * of one receiver may wait for each other. */
#ifndef HARRIER_SAMPLE_PENDING_H
#define HARRIER_SAMPLE_PENDING_H

#include "base/map.h"
#include "paths/execution.h"

struct pending_messages {
    struct pool waiting;   /* struct waiting, by individual */
    struct pool lanes;     /* struct lane, from 1 */
    struct map numbers;    /* the number of a lane, by its key; the same in all executions */
    struct pool receivers; /* uint32_t by actor: its first lane in this execution, 0: none */
    struct pool touched;   /* uint64_t: the actors that have lanes in this execution */
    struct pool changed;   /* uint64_t: the lanes that messages left or joined */
    struct pool coming;    /* uint32_t: the individuals that can be delivered now, in no order that means anything */
    size_t coming_count;
    uint64_t execution; /* its number, from 1 */
    void (*turn)(void *user, uint32_t individual, bool comes);
    void *user;
};

void pending_init(struct pending_messages *p);
/* Another execution begins: nothing is pending. `turn` (may be NULL) is called when a message becomes deliverable, and when it ceases to be. */
void pending_begin(struct pending_messages *p, void (*turn)(void *user, uint32_t individual, bool comes), void *user);
/* A message becomes pending. Until pending_look() it does not come. */
void pending_join(struct pending_messages *p, const struct execution *x, uint32_t individual);
/* The messages that the event delivered and cancelled leave. */
void pending_leave(struct pending_messages *p, const struct execution *x, const struct event *e);
/* Finds out which messages come after this event, or at the start (NULL). */
void pending_look(struct pending_messages *p, struct execution *x, const struct event *e);

#endif
