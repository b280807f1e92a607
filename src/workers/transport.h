/* The transport between workers: it carries parcels from any worker to any other, and knows when there are no more. This one is for processes
 * on one machine: rings in shared memory, and bells that wake workers that sleep. */
#ifndef HARRIER_WORKERS_TRANSPORT_H
#define HARRIER_WORKERS_TRANSPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/axes.h"
#include "workers/ring.h"

struct transport {
    uint32_t workers, me;
    int64_t *outstanding; /* parcels on their way and workers that are busy: at 0 the search is over */
    struct bell *bells;   /* one each */
    unsigned char *rings; /* from each to each */
    size_t ring_bytes;
    struct ring_end out[WORKERS_MAX], in[WORKERS_MAX];
    uint32_t next_in; /* whose mail is looked at first */
};

/* Before workers are started: the memory that they share; false when the system refuses it. And in each worker, when it begins. */
bool transport_prepare(struct transport *t, uint32_t workers);
void transport_open(struct transport *t, uint32_t me);

/* Room for a parcel to somebody; NULL: there is none yet. It is on its way once it is written and published. */
size_t transport_largest(const struct transport *t);
struct parcel *transport_room(struct transport *t, uint32_t to, size_t size);
void transport_written(struct transport *t, uint32_t to, size_t size);
void transport_publish(struct transport *t);

/* Goes through what came, some of it at a time: `transport_next` until NULL, telling each parcel's size by `transport_taken`,
 * then, when all is dealt with, `transport_done`. */
const struct parcel *transport_next(struct transport *t, uint32_t *from);
void transport_taken(struct transport *t, uint32_t from, size_t size);
void transport_done(struct transport *t, uint32_t count);

/* A moment, while others make room. */
void transport_pause(void);
/* Nothing to do: waits until there is mail. False when the search is over, or `must_stop` says so, which is asked now and then. */
bool transport_wait(struct transport *t, bool (*must_stop)(void *user), void *user);

#endif
