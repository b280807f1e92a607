/* The identity of receive events across executions (Bita, section III-B). A receive event is identified by its sender, its receiver
 * and its message; an actor by its type, the event that created it and how many that event had created before; a message by its type,
 * the event that sent it and how many that event had sent before. Everything up to hr_run() is one event, number 0.
 *
 * Schedules name messages differently: by (sender, receiver, type, n), n in order of sending. The two differ where an actor sends the
 * same type to the same receiver in answer to two messages that race: for a schedule the first one sent is #1, here each belongs to
 * the message that it answers. */
#ifndef HARRIER_COVER_EVENT_H
#define HARRIER_COVER_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/text.h"
#include "paths/execution.h"

/* What is known of a receive event, in whichever execution it was met. */
struct receive {
    uint64_t hash;     /* from names alone: the same in every run and every build */
    uint32_t actor;    /* identity of the receiver */
    uint32_t receiver; /* the receiver's index when the event was first met */
    uint32_t message;  /* the message when the event was first met */
    uint32_t number;   /* from 1, among events with the same text, in order of first appearance */
    bool synchronous;  /* the reply to an hr_call: the receiver has no choice */
    bool changes;      /* it has been seen to change its receiver's behaviour */
};

/* All events that were met in any execution. */
struct receives {
    struct intern known, known_actors, known_names;
    struct pool list;         /* struct receive, from 1 on */
    struct pool actor_hashes; /* uint64_t per identity of an actor, from 1 on */
    struct pool name_counts;  /* uint64_t per distinct name */
};
void receives_init(struct receives *all);
void receives_close(struct receives *all);
static inline struct receive *receive_get(const struct receives *all, uint32_t id) /* ids count from 1 */
{
    return (struct receive *)all->list.base + id;
}
/* `writer <- Write from action.1` */
void receive_name(const struct receives *all, uint32_t id, struct text *out);

/* The identities in one execution. */
struct identities {
    struct receives *all; /* the table of events that the numbers refer to */
    struct pool messages; /* uint32_t per individual: the event of its delivery */
    struct pool actors;   /* uint32_t per actor */
    struct pool pending;  /* uint32_t per event: its individual + 1; 0: not sent */
};
void identities_init(struct identities *i, struct receives *all);
/* Adds what was there at the start of an execution, and then, for each of its deliveries in order, what that brought. */
void identities_begin(struct identities *i, const struct execution *x);
void identities_step(struct identities *i, const struct execution *x, uint32_t e);
/* Whether a delivery changed its receiver's behaviour. */
bool behaviour_changed(const struct event *e);
/* If delivery e changed its receiver's behaviour, notes it for the event; true when that was not known. */
bool identities_change(const struct identities *i, const struct execution *x, uint32_t e);

static inline uint32_t identity_of(const struct identities *i, uint32_t individual)
{
    return ((const uint32_t *)i->messages.base)[individual];
}
/* The event of a delivery. */
static inline uint32_t identity_at(const struct identities *i, const struct execution *x, uint32_t e)
{
    return identity_of(i, event_at(x, e)->message);
}
static inline uint32_t identity_of_actor(const struct identities *i, uint32_t actor)
{
    return ((const uint32_t *)i->actors.base)[actor];
}
/* The individual whose delivery is this event; false when none was sent. */
bool identity_find(const struct identities *i, uint32_t id, uint32_t *individual);

#endif
