/* The transport between ranks of a cluster: parcels are collected for each rank, and sent many at a time through the link. When there are no
 * more is found out by the first rank (mpi/server.c), which is told how many parcels each rank has sent and received. */
#ifndef HARRIER_WORKERS_TRANSPORT_RANKS_H
#define HARRIER_WORKERS_TRANSPORT_RANKS_H

#include "workers/workers.h"

void ranks_open(struct transport *t, struct workers *w);
size_t ranks_largest(void);
struct parcel *ranks_room(struct transport *t, uint32_t to, size_t size);
void ranks_written(struct transport *t, uint32_t to, size_t size);
void ranks_publish(struct transport *t);
const struct parcel *ranks_next(struct transport *t, uint32_t *from);
void ranks_done(struct transport *t, uint32_t count);
/* At a pause, again and again: sends what is left and, when that is done and nothing has arrived, says how far this rank is. */
void ranks_say_paused(struct transport *t, uint32_t pause);
/* The pause is over. */
void ranks_go_on(struct transport *t);
bool ranks_wait(struct transport *t, bool (*must_stop)(void *user), void *user);

#endif
