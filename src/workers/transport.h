/* The transport between workers: it carries parcels from any worker to any other, and knows when no more can come. This one is for
 * processes on one machine: rings in shared memory, and bells that wake workers that sleep. */
#ifndef HARRIER_WORKERS_TRANSPORT_H
#define HARRIER_WORKERS_TRANSPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/axes.h"
#include "workers/ring.h"

struct workers;
struct link_frame;
struct transport {
    uint32_t workers, me;
    int64_t *outstanding; /* parcels on their way and workers that are busy: at 0 the search is over */
    struct bell *bells;   /* one per worker */
    unsigned char *rings; /* one from each worker to each other */
    size_t ring_bytes;
    struct ring_end out[WORKERS_MAX], in[WORKERS_MAX];
    struct workers *rank; /* of a cluster: workers are ranks, and what follows is used instead (workers/transport_ranks.h) */
    struct outbox {
        unsigned char *bytes;
        size_t used;
        uint32_t count, age; /* parcels in it; how often it was left to become fuller */
    } boxes[WORKERS_MAX];
    unsigned char *squeezed;        /* a box as it is sent (workers/squeeze.h) */
    const struct link_frame *frame; /* whose parcels are being read; NULL: none */
    unsigned char *opened;          /* these parcels, up to `at` */
    size_t at, opened_size;
    uint64_t sent, received; /* parcels */
    bool idle;
    uint32_t paused;  /* at which pause this rank is; 0: at none */
    uint64_t said;    /* how many parcels it said there that it had received */
    uint32_t next_in; /* the worker whose parcels are looked at first next time */
};

/* transport_prepare() makes the shared memory before workers are started; false when the system refuses it. Each worker calls
 * transport_open() when it begins. */
bool transport_prepare(struct transport *t, uint32_t workers);
void transport_open(struct transport *t, uint32_t me);

/* Room for a parcel to a worker, which the caller fills; NULL: there is no room yet. It is sent when it is published. */
size_t transport_largest(const struct transport *t);
struct parcel *transport_room(struct transport *t, uint32_t to, size_t size);
void transport_written(struct transport *t, uint32_t to, size_t size);
void transport_publish(struct transport *t);

/* To receive some parcels: call transport_next() until it returns NULL, transport_taken() with the size of each, and transport_done()
 * when all are dealt with. */
const struct parcel *transport_next(struct transport *t, uint32_t *from);
void transport_taken(struct transport *t, uint32_t from, size_t size);
void transport_done(struct transport *t, uint32_t count);

/* Where states are given to whoever has few: a worker says how many it has, others look, and add what they give it, until it says so again. */
void transport_tell_backlog(struct transport *t, uint64_t states);
uint64_t transport_backlog(const struct transport *t, uint32_t worker);
void transport_add_backlog(struct transport *t, uint32_t worker);

/* Waits a moment, while others make room. */
void transport_pause(void);
/* Waits until there are parcels. False when the search is over, or when `must_stop`, which is called now and then, returns true. */
bool transport_wait(struct transport *t, bool (*must_stop)(void *user), void *user);
/* Of a worker that did not wait to the end: it is busy again. */
void transport_busy_again(struct transport *t);
/* When all have waited to the end, and none has begun anew: all are busy. */
void transport_begin_anew(struct transport *t);

#endif
