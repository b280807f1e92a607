/* One rank of a cluster, from the command's side: `mpirun -n N harrier check --cluster ./program` starts N commands, and each of them starts
 * harrier-mpi, which connects them, and then its own copy of the program. They agree that it is the same program, search together, and give
 * what they found to the first rank, which tells the result. docs/cluster.md has the whole. */
#ifndef HARRIER_CLUSTER_CLUSTER_H
#define HARRIER_CLUSTER_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/link.h"
#include "checkpoint/checkpoint.h"
#include "options/options.h"

struct cluster {
    struct options *o;
    const char *program;
    struct checkpoint *kept; /* --checkpoint or --resume; NULL: neither */
    struct cluster_link *link;
    int link_fd; /* -1: none */
    pid_t mpi;   /* 0: it has ended, or is that of another worker's command */
    pid_t launcher;
    uint32_t rank, ranks;
    /* Workers of this process of MPI: the first one's command has started those of the others, which are copies of it. */
    uint32_t worker, workers;
    struct cluster_link *links[RANK_WORKERS_MAX];
    int link_fds[RANK_WORKERS_MAX];
    pid_t copies[RANK_WORKERS_MAX]; /* of the first one; 0: it has ended */
    struct identity mine, *theirs;  /* of all ranks: only the first one has them */
    uint32_t known;                 /* how many of them */
    bool identified;                /* what this rank runs was told */
    bool thanked;                   /* the first rank has what this one found */
    bool told;                      /* and will tell it */
    struct gathered {
        unsigned char *bytes;
        size_t size;
        bool complete;
    } * boards; /* of the first rank */
};

/* Connects the ranks, and sets o->job.rank and ranks. False after saying why it cannot be done. */
bool cluster_open(struct cluster *c, struct options *o, const char *program);
/* The search is kept in checkpoints, or resumed from one. */
void cluster_keep(struct cluster *c, struct checkpoint *kept);
/* While the program runs: what is to be done now and then. */
void cluster_look(struct cluster *c, struct board *b);
/* The program has ended. */
void cluster_ended(struct cluster *c, const struct board *b);
/* Gives the board to the first rank; on the first rank: waits for all that are not lost, and makes them one, in memory of its own. Then lets go
 * of the others, and the job is that of one process again. *b may be NULL: the program could not be started. */
void cluster_gather(struct cluster *c, struct board **b, size_t *size);
void cluster_close(struct cluster *c);
/* The share of its time for which a rank had nothing to do, from 0 to 1. */
double cluster_idle(const struct link_row *row);

/* In merge.c: adds to the first rank's board what another one has. */
struct board *cluster_merge(struct board *into, size_t *size, const struct board *from, const struct cluster_link *l,
                            const struct link_row *row);
/* At the end of that: of several first violations one counts. */
void cluster_merged(struct board *b, const struct cluster_link *l);

/* In agree.c: whether all ranks run the same. */
void cluster_identify(struct cluster *c, struct board *b);
void cluster_take_identity(struct cluster *c, uint32_t from, const char *text, size_t length);
/* Refuses to begin. */
void cluster_refuse(struct board *b, const char *why);

/* In start.c: starts harrier-mpi; false after saying why not. */
bool cluster_start(struct cluster *c);

/* In copies.c: memory for the links of all workers; false after saying why not. */
bool copies_prepare(struct cluster *c);
/* Makes a copy of this process for each further worker, and is then one of them. False after saying why not. */
bool copies_start(struct cluster *c);
/* Notes which of them have ended. */
void copies_look(struct cluster *c);
/* harrier-mpi has ended: the others cannot see it themselves. */
void copies_tell(struct cluster *c, const char *why);
/* Waits for them at the end, for some time. */
void copies_end(struct cluster *c);
/* "rank 3", or with several workers "worker 2 of rank 1": both count from 0. */
const char *cluster_name(const struct cluster_link *l, uint32_t rank, char *out, size_t size);

#endif
