/* An execution graph: which message each actor received, in which order, and who sent it. Two executions with the same graph are
 * equivalent: every actor has seen the same. Actors that an invariant looks at together (model/depend.h) are one here: the order of all
 * deliveries to them counts, as if one actor received them; events in such an order are a line. A graph is kept as a list of events in an order in which they could have happened.
 *
 * An event is one delivery, with one outcome of its step. All about it follows from its past (the events that it cannot happen
 * without: the actor's earlier ones, the one that sent the message, and their pasts). So the same event can be part of several graphs,
 * and events are made once and put into graphs and taken out again. Whoever makes an event forgets it again in the opposite order. */
#ifndef HARRIER_OPTIMAL_GRAPH_H
#define HARRIER_OPTIMAL_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "model/depend.h"
#include "model/lanes.h"
#include "moves/memo.h"

#define NO_MAIL UINT32_MAX

struct graph_event {
    uint64_t identity; /* a hash of it and its past: the same in every search and process */
    uint64_t clock;    /* where its vector clock is: per line, how many of its events are in this one's past or are it */
    uint32_t clock_size;
    uint32_t actor;
    uint32_t line;     /* what it is in order with: the lead of the actor's group (model/depend.h), mostly the actor itself */
    uint32_t place;    /* it is the line's n-th event, from 1 */
    uint32_t previous; /* the line's previous event; of its first one, the event that created the actor; 0: it was there at the start */
    uint32_t mail;     /* what was delivered */
    uint32_t outcome;
    uint32_t local_before;
    uint32_t first_sent, sent_count; /* its mails, in order of sending */
    uint32_t at;                     /* its position in the graph, as long as it is in it */
    uint32_t failed;                 /* whether it ran into a violation */
    uint32_t beyond;                 /* it, or something in its past, ran into a violation: no such state exists */
    /* see optimal/knowledge.h */
    uint32_t knew, knows;   /* what its actor knows before and after it */
    uint32_t first_newborn; /* what the actors know that it creates */
    uint64_t vectors_before;
};

/* A message that an event sends, as an individual: the k-th one of that event. */
struct mail {
    uint32_t to, message;
    uint32_t sender; /* an event; 0: it is pending at the start */
    uint32_t k;
    uint32_t before, after; /* its neighbours among those pending for the receiver; kept when it leaves the list, for putting it back */
    uint32_t past, number;  /* see optimal/knowledge.h: a vector; it is its sender's n-th message, from 0 */
};

/* An actor, as far as the graph goes. */
struct chain {
    uint32_t local;
    uint32_t last;     /* of a group's lead: the group's last event, 0: none */
    uint32_t creator;  /* the event that created it, 0: it was there at the start */
    uint32_t creation; /* its number in order of creation, from 1; 0: it does not exist */
    uint32_t first_pending, last_pending;
    uint32_t pending; /* how many */
    uint32_t sends;   /* of a group's lead: how many messages the group's events sent */
    uint32_t knows;   /* see optimal/knowledge.h */
    /* What optimal/candidates.c found out, until something changes. */
    bool known;
    uint32_t candidates, oldest, newest;
    /* For graph_state(): the component of a local state, which mostly is the same the next time. */
    uint32_t stated, component;
    uint32_t unused; /* pools grow by eight bytes */
};

struct entry {
    uint32_t event;
    uint32_t by_default; /* see optimal/optimal.h */
};

struct event_graph {
    struct pool events, mails, clocks; /* all that were made; event 0 is the start */
    struct pool entries;               /* struct entry: those in the graph, in the order in which they were made */
    struct pool chains;                /* struct chain, by actor */
    struct pool cancelled;             /* uint64_t: timers that events in the graph cancelled, in this order */
    struct pool receivers;             /* uint64_t: the actors for which something is pending, in no order */
    struct pool places;                /* uint64_t per actor: its place in `receivers`, plus 1 */
    struct pool vectors, newborns;     /* see optimal/knowledge.h */
    struct pool collected;             /* uint64_t: the candidates of `collected_for`, in order of sending, unless it has changed since */
    uint32_t collected_for;
    struct lanes lanes; /* scratch */
    struct pool scratch;
    uint32_t born;     /* actors created so far, including the driver's */
    uint32_t failed;   /* how many of its events ran into a violation */
    uint32_t spent;    /* the faults of its events, see base/fault.h */
    uint64_t identity; /* of the set of its events */
    bool keeps_past;   /* the channel needs it */
    uint32_t initial;  /* mails pending at the start */
};

/* The graph of the start: no events. */
void graph_init(struct event_graph *g);

/* Makes an event: this message is delivered to its receiver, as the graph is now. It is not yet in the graph. */
uint32_t event_make(struct event_graph *g, uint32_t mail, uint32_t outcome);
/* Which outcome of its step it has, counted from 0: unlike the outcome's number the same in every process. */
uint32_t event_rank(const struct event_graph *g, const struct graph_event *e);
/* Forgets the event made last. It must not be in the graph. */
void event_forget(struct event_graph *g);
/* Puts an event, whose past is in the graph, at its end; and takes the last one out. */
void graph_add(struct event_graph *g, uint32_t event, bool by_default);
void graph_remove(struct event_graph *g);

static inline struct graph_event *graph_event_at(const struct event_graph *g, uint32_t e)
{
    return (struct graph_event *)g->events.base + e;
}
static inline struct mail *mail_at(const struct event_graph *g, uint32_t m)
{
    return (struct mail *)g->mails.base + m;
}
static inline struct entry *entry_at(const struct event_graph *g, uint32_t i)
{
    return (struct entry *)g->entries.base + i;
}
static inline uint32_t graph_length(const struct event_graph *g)
{
    return (uint32_t)(g->entries.used / sizeof(struct entry));
}
static inline uint32_t graph_actors(const struct event_graph *g)
{
    return (uint32_t)(g->chains.used / sizeof(struct chain));
}
static inline struct chain *chain_of(const struct event_graph *g, uint32_t actor)
{
    return (struct chain *)g->chains.base + actor;
}
/* Whether event x is in the past of e, or is e; both are in the same graph. */
static inline bool graph_in_past(const struct event_graph *g, uint32_t x, uint32_t e)
{
    const struct graph_event *earlier = graph_event_at(g, x), *later = graph_event_at(g, e);
    return earlier->line < later->clock_size && ((const uint32_t *)(g->clocks.base + later->clock))[earlier->line] >= earlier->place;
}
/* The line of an actor's events; it may be shared with others. */
static inline struct chain *line_of(const struct event_graph *g, uint32_t actor)
{
    return chain_of(g, depend_lead(actor));
}
/* The step of delivering a message to its receiver in this local state. */
static inline struct step step_of(const struct event_graph *g, uint32_t mail, uint32_t local)
{
    uint32_t shared = chain_of(g, 0)->local; /* nothing is shared, so it never changes */
    return (struct step){ .local = local, .message = mail_at(g, mail)->message, .shared = shared };
}
/* The state at the end of the execution, for checks. */
void graph_state(const struct event_graph *g, uint32_t *state);

#endif
