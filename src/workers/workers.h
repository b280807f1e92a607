/* Workers: the processes of a parallel search. The program's process becomes the coordinator: it starts them, adds up their counters,
 * watches the limits and makes sure that none outlives the search. */
#ifndef HARRIER_WORKERS_WORKERS_H
#define HARRIER_WORKERS_WORKERS_H

#include <sys/types.h>

#include "explore/search.h"
#include "workers/exchange.h"
#include "workers/trail.h"

struct workers {
    struct crew crew; /* the interface for the search; the first member, so that workers_of() can cast */
    uint32_t count;
    uint32_t me; /* in a worker: its number */
    bool started;
    struct common *common; /* memory that all processes share */
    /* Of a rank of a cluster (workers/cluster.h), else NULL; `me` is the rank then, and there are no processes. */
    struct cluster_link *link;
    /* Of one that stores states (workers/replicate.h). */
    struct search *search;
    uint64_t applied;       /* up to where the log that all read is in the tables */
    uint32_t asked;         /* 1 + the rank that was asked for something; 0: none was */
    bool over;              /* no rank has anything left to do */
    uint32_t settled;       /* the last pause at which no state was on its way */
    uint32_t meetings, met; /* how often this rank waited for all others, and how often all had come */
    struct pool paper;      /* scratch */
    /* With checkpoints (workers/keep.h), else NULL. */
    struct keep *keep;
    uint32_t paused;         /* in a worker: at how many pauses it was */
    uint64_t deliveries_max; /* of all together */
    uint64_t counted;        /* in a worker: how many of its deliveries count there already */
    struct job job;          /* in a worker: without that limit, which is not its own */
    struct lineage *lineage; /* what is resumed (workers/lineage.h); NULL: nothing is */
    /* Of a search by tasks: writes down those that are open, as a checkpoint has them. */
    void (*write_open)(void *user, struct pool *text);
    void *write_open_user;
    struct exchange exchange;
    struct trails trails;
    uint64_t runs_before, bytes_before; /* counters of the coordinator when it started the workers */
    struct {
        pid_t pid; /* 0: the worker has ended */
        int fd;
    } processes[WORKERS_MAX];
};

/* The workers of a parallel search. */
static inline struct workers *workers_of(const struct search *s)
{
    return (struct workers *)s->crew;
}

/* Makes the model's tables shared, and `w` the crew of the search. Returns NULL, or why it cannot be done. */
const char *workers_prepare(struct workers *w, struct search *s);
/* Starts the workers. True in each of them. False in the coordinator, once all have ended: then the search has their counters. */
bool workers_start(struct search *s);
/* Ends a worker: reports and ends the process. */
void workers_finish(struct search *s) __attribute__((noreturn));
/* Ends a worker in the middle of something, because of a limit. Other workers may wait for a lock that it holds. */
void workers_give_up(struct search *s, enum limit_kind limit) __attribute__((noreturn));
/* In the coordinator: lets the workers write ends for --output ends, and waits until they have exited. False: there were no workers. */
bool workers_end(struct search *s);
/* In the coordinator: waits a moment; how many workers still run. And adds up their counters. */
uint32_t workers_running(struct search *s, int wait_ms);
void workers_add_up(struct search *s);
/* In a worker: whether all were asked to stop; then this one's search has stopped too. */
bool workers_stopped(struct search *s);

#endif
