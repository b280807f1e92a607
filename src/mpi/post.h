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
    uint32_t from, bytes;
    struct link_frame frame; /* and its content */
};

struct post {
    struct cluster_link *link;
    uint32_t me, count;
    struct unsent *first[LINK_CHANNELS], **last[LINK_CHANNELS];
    struct receiving *receiving[LINK_CHANNELS], **last_received[LINK_CHANNELS]; /* in the order in which they are delivered */
    uint32_t receiving_count[LINK_CHANNELS];
    struct sending *sending;         /* in any order */
    size_t under_way[LINK_CHANNELS]; /* bytes of those */
    bool broken;                     /* the link makes no sense */
    /* What is for this process itself. */
    void (*take)(void *user, uint32_t from, enum link_kind kind, const void *bytes, uint32_t length);
    void *user;
};

void post_open(struct post *p, struct cluster_link *link, uint32_t me, uint32_t count);
/* Sends a copy; to this rank itself, too. */
void post_send(struct post *p, uint32_t to, enum link_channel c, enum link_kind kind, const void *bytes, uint32_t length);
/* To all ranks that are not lost; this one included. */
void post_send_all(struct post *p, enum link_kind kind, const void *bytes, uint32_t length);
/* Moves what can be moved; returns for which channels there was something to do, a bit each. */
unsigned post_turn(struct post *p);
/* Whether nothing is on its way any more. */
bool post_is_empty(const struct post *p);

#endif
