/* What all ranks share, kept by the first one: tasks that wait, why all must stop, and what each search came to. */
#ifndef HARRIER_MPI_SERVER_H
#define HARRIER_MPI_SERVER_H

#include "mpi/post.h"

struct task_text {
    struct task_text *next;
    uint32_t length;
    char bytes[];
};

struct server {
    struct post *post;
    struct task_text *first, **last;  /* tasks that wait, the oldest first */
    uint32_t waiting, busy;           /* how many wait; how many were taken and are not done */
    uint32_t idle_count, asked_count; /* of ranks */
    struct server_rank {
        bool idle;               /* it waits for a task */
        bool busy;               /* it has one */
        bool asked;              /* it was asked to give away a part of it */
        bool ended;              /* it has said what its search came to */
        struct link_idle states; /* as it last said, of a search that stores states */
    } * ranks;
    bool over;
    struct link_stop stop;
    struct link_end end;
    uint32_t ended_count;
    /* The log that the tables of all ranks follow. */
    struct {
        unsigned char *bytes; /* entries, one after the other */
        size_t used, room;
        size_t *places; /* where each begins */
        size_t count, places_room;
    } log;
    uint32_t probe; /* how often all were asked whether they are idle */
    bool probing;
    uint32_t answers;
    bool unchanged; /* all answers so far are what was known before */
    /* Pauses, for checkpoints. */
    struct link_pause pause; /* the last one */
    bool pausing;            /* not all have come to it, or states are on their way */
    bool pause_probed;       /* all were asked whether they are at it */
    uint32_t kept;           /* how many ranks that sample have written their part */
    bool listed;             /* of a search by tasks: those that wait were told */
    uint64_t deliveries;     /* of all ranks, where they are limited */
    uint32_t met;            /* how many ranks wait for all others */
};

void server_open(struct server *s, struct post *post);
void server_take(struct server *s, uint32_t from, enum link_kind kind, const void *bytes, uint32_t length);
/* A rank does not take part any more: its search is stopped, and everybody's. */
void server_lose(struct server *s, uint32_t rank, uint32_t limit);

#endif
