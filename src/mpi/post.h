/* The post: moves frames between the link of this rank and those of the others, by MPI. Everything is nonblocking. */
#ifndef HARRIER_MPI_POST_H
#define HARRIER_MPI_POST_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/link.h"

/* A frame that waits for room in the ring of its channel. */
struct unsent {
    struct unsent *next;
    struct link_frame frame; /* and its content */
};

/* A frame on its way. */
struct sending {
    struct sending *next;
    MPI_Request request;
    enum link_channel channel;
    struct link_frame frame; /* and its content */
};

/* A frame that is being received: a large one comes in pieces, and may never come whole if its rank is cut off. */
struct receiving {
    struct receiving *next;
    MPI_Request request;
    uint32_t from, bytes;    /* from which process */
    struct link_frame frame; /* and its content */
};

struct post {
    struct cluster_link *links[RANK_WORKERS_MAX]; /* those of this process, which has the ranks from `me` on */
    uint32_t workers;                             /* how many, in each process */
    uint32_t me, count;
    struct post_queue {
        struct unsent *first, **last;
    } queues[RANK_WORKERS_MAX][LINK_CHANNELS];
    struct receiving *receiving[LINK_CHANNELS], **last_received[LINK_CHANNELS]; /* in the order in which they are delivered */
    uint32_t receiving_count[LINK_CHANNELS];
    struct sending *sending;         /* in any order */
    size_t under_way[LINK_CHANNELS]; /* bytes of those */
    bool broken;                     /* the link makes no sense */
    /* What is for this process itself. */
    void (*take)(void *user, uint32_t from, uint32_t to, enum link_kind kind, const void *bytes, uint32_t length);
    void *user;
};

/* The links and their number are there; `process` of `processes`. */
void post_open(struct post *p, uint32_t process, uint32_t processes);
/* Of a rank of this process. */
static inline struct cluster_link *post_link(const struct post *p, uint32_t rank)
{
    return p->links[rank - p->me];
}
/* Sends a copy, as from one of the ranks of this process; to these themselves, too. */
void post_send_as(struct post *p, uint32_t from, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length);
/* The same as from the first one. */
void post_send(struct post *p, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length);
/* To all ranks that are not lost; this one included. */
void post_send_all(struct post *p, enum link_kind kind, const void *bytes, uint32_t length);
/* Moves what can be moved; returns for which channels there was something to do, a bit each. */
unsigned post_turn(struct post *p);
/* Whether nothing is on its way any more. */
bool post_is_empty(const struct post *p);

#endif
