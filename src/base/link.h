/* The link: memory shared by three processes of one rank of a cluster: the command, the engine inside the program, and harrier-mpi, which
 * alone knows MPI and moves frames between the links of all ranks. A frame is a few bytes with a kind and a rank. There are three channels,
 * so that none waits for another: control, states, and what commands say to each other.
 *
 * With --workers W each process of MPI has W links: the command has made W - 1 copies of itself, each with a program of its own. All that is on this side of
 * harrier-mpi takes them for ranks, with the numbers R * W to R * W + W - 1 of the process R of MPI. */
#ifndef HARRIER_BASE_LINK_H
#define HARRIER_BASE_LINK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/tally.h"

enum { LINK_FD = 195, LINK_VERSION = 5, RANKS_MAX = 1024, RANK_WORKERS_MAX = 64, LINK_HOST = 64, LINK_SITES = 4096 };
enum { LINK_RING_BYTES = 1 << 23 };
enum { LINK_FRAME_MOST = 1 << 21, LINK_ENTRY_MOST = LINK_FRAME_MOST - 4096 }; /* bytes of a frame, and of an entry of the log */

enum link_channel { LINK_CONTROL, LINK_STATES, LINK_COMMAND, LINK_CHANNELS };

enum link_kind {
    /* from an engine to harrier-mpi of the first rank, which keeps what all share (mpi/server.c) */
    LINK_TASK_GIVE, /* a text */
    LINK_TASK_ASK,  /* the one before is done */
    LINK_STOP,      /* struct link_stop */
    LINK_END,       /* struct link_end */
    LINK_LOG_PUT,   /* struct link_put, and the content of the entry */
    LINK_LOG_ASK,   /* struct link_put without an entry */
    LINK_IDLE,      /* struct link_idle */
    LINK_PAUSE,     /* struct link_pause: a checkpoint is wanted */
    LINK_COUNT,     /* struct link_count */
    LINK_MEET,      /* it waits for all others to come to the same place */
    LINK_KEPT,      /* of one that samples: its part of the checkpoint is written */
    LINK_OPEN_ASK,  /* at a pause: which tasks wait? */
    LINK_TO_SERVER_END,
    /* from there to an engine */
    LINK_TASK,
    LINK_OVER,    /* there are no more tasks, or states */
    LINK_ENDED,   /* struct link_end of all ranks together */
    LINK_LOG,     /* struct link_log, and entries */
    LINK_PROBE,   /* uint64_t: which; to be answered with LINK_IDLE */
    LINK_SETTLED, /* uint64_t: at this pause no state is on its way */
    LINK_MET,     /* all have come */
    LINK_OPEN,    /* a task that waits */
    LINK_OPEN_END,
    /* from there to harrier-mpi of each rank */
    LINK_WANTED,    /* a part of its task is wanted */
    LINK_STOPPED,   /* struct link_stop */
    LINK_PAUSED,    /* struct link_pause */
    LINK_BEAT,      /* struct link_row of a rank: to the first one, and from that one to all others */
    LINK_LOST,      /* struct link_lost */
    LINK_DISMISSED, /* of a cluster that has lost a rank: the result was told */
    LINK_MPI_END,
    /* from one engine to another */
    LINK_PARCELS,
    LINK_TRAIL_ASK, /* uint64_t: the number of a state */
    LINK_TRAIL,
    LINK_GATHER, /* from the first rank: what has it found? */
    LINK_FOUND,  /* a piece of that; without content: it was the last one */
    /* from one command to another */
    LINK_IDENTITY, /* a text */
    LINK_AGREED,   /* why not, or an empty text */
    LINK_BOARD,    /* a piece of a board */
    LINK_BOARD_END,
    LINK_THANKS,
    LINK_PART,          /* of a checkpoint: a piece of a rank's journal (checkpoint/parts.h) */
    LINK_PART_SNAPSHOT, /* a piece of what it found */
    LINK_PART_END,
};

struct link_frame {
    uint32_t length; /* of the content, which follows; UINT32_MAX: no frame, go on at the ring's beginning */
    uint16_t kind;
    uint16_t peer; /* whom it is for or, of one that was received, from whom it is; between processes of MPI: see mpi/post.c */
};

/* Why all must stop. Of samples: the number of the execution that violates something; those before it are done all the same. */
struct link_stop {
    uint32_t limit; /* enum limit_kind */
    uint32_t unused;
    uint64_t execution; /* UINT64_MAX: at once */
};

/* What the search of a rank came to; of all together when it is the answer. */
struct link_end {
    uint32_t stopped, cut, choices_left, sites;
    uint8_t reached[LINK_SITES]; /* which hr_sometimes() */
};

/* The log that tables of all ranks follow (model/replica.h). */
struct link_entry {
    uint32_t op, size; /* and so many bytes, up to a multiple of eight */
};
struct link_put {
    uint64_t since; /* up to where the log is known; the rest is the answer */
    struct link_entry entry;
};
struct link_log {
    uint64_t from;
    uint32_t count;
    uint32_t last; /* the answer is complete */
};
static inline uint64_t link_entry_bytes(uint32_t size)
{
    return sizeof(struct link_entry) + (size + (uint64_t)7) / 8 * 8;
}

/* How many states a rank has sent and received. */
struct link_idle {
    uint64_t sent, received;
    uint32_t idle;
    uint32_t probe;  /* 0: it was not asked */
    uint32_t paused; /* it waits at this pause; 0: at none */
    uint32_t unused;
};

/* For a checkpoint all ranks pause (workers/keep_ranks.h), and then go on, or stop because of a limit. */
struct link_pause {
    uint32_t number; /* from 1 */
    uint32_t limit;  /* enum limit_kind */
};

/* Where deliveries are limited: how many more a rank has made, and how many all may make. */
struct link_count {
    uint64_t more, most;
};

struct link_lost {
    uint32_t rank;
    char why[200];
};

/* A rank, as the others see it. */
struct link_row {
    char host[LINK_HOST];
    struct tally tally;
    uint64_t handler_runs, runs;
    uint64_t sent, sent_bytes, received; /* messages by MPI */
    double busy, waited;                 /* seconds of its engine */
    uint64_t gone;                       /* its program has ended before its search had */
    uint32_t lost;                       /* it does not take part any more */
    char why[200];                       /* then */
};

struct link_ring {
    _Alignas(64) uint64_t tail; /* up to where it is written */
    _Alignas(64) uint64_t head; /* up to where it was read */
    _Alignas(64) unsigned char bytes[LINK_RING_BYTES];
};

struct cluster_link {
    uint32_t version;
    uint64_t silence_ms; /* set by the command: a rank that says nothing for so long is lost */
    /* by harrier-mpi */
    uint32_t rank, ranks;
    uint32_t workers;                 /* how many of these belong to one process of MPI */
    volatile uint32_t up;             /* all ranks are connected */
    char failed[200];                 /* why they cannot be */
    volatile uint32_t losing;         /* a rank is lost: harrier-mpi stays until this command has ended */
    volatile uint32_t stop;           /* enum limit_kind: all must stop */
    volatile uint64_t stop_execution; /* samples: only executions before this one are still done */
    volatile uint32_t wanted;         /* a part of this rank's task is wanted */
    volatile uint32_t pause;          /* the last one that was asked for, see struct link_pause */
    volatile uint32_t pause_limit;    /* enum limit_kind: why all stop after it */
    struct link_row rows[RANKS_MAX];  /* the own one is the engine's, and says more on the first rank than on others */
    /* by the command */
    volatile uint32_t engine_gone; /* the program has ended; 1 + enum limit_kind: why */
    volatile uint32_t bye;         /* nothing more will be sent */
    /* by the command that started the others of this process of MPI */
    volatile uint32_t command_gone; /* that of this link has ended */
    volatile uint32_t mpi_gone;     /* harrier-mpi has */
    /* by the engine */
    volatile uint32_t ended;   /* it has sent what its search came to */
    volatile uint32_t waiting; /* it has nothing to do until something arrives */
    struct link_ring out[LINK_CHANNELS], in[LINK_CHANNELS];
};

static inline uint64_t link_frame_bytes(uint32_t length)
{
    return sizeof(struct link_frame) + (length + (uint64_t)7) / 8 * 8;
}

/* Room for a frame; NULL: there is none yet. It is sent with link_publish. */
static inline struct link_frame *link_room(struct link_ring *r, uint32_t length)
{
    uint64_t size = link_frame_bytes(length), place = r->tail % LINK_RING_BYTES, left = LINK_RING_BYTES - place;
    uint64_t need = left < size ? left + size : size;
    if (r->tail + need - __atomic_load_n(&r->head, __ATOMIC_ACQUIRE) > LINK_RING_BYTES) {
        return NULL;
    }
    if (left < size) {
        ((struct link_frame *)(r->bytes + place))->length = UINT32_MAX;
        __atomic_store_n(&r->tail, r->tail + left, __ATOMIC_RELEASE);
        place = 0;
    }
    return (struct link_frame *)(r->bytes + place);
}

static inline void link_publish(struct link_ring *r, const struct link_frame *f)
{
    __atomic_store_n(&r->tail, r->tail + link_frame_bytes(f->length), __ATOMIC_RELEASE);
}

/* False: there is no room yet. */
static inline bool link_write(struct link_ring *r, enum link_kind kind, uint32_t peer, const void *bytes, uint32_t length)
{
    struct link_frame *f = link_room(r, length);
    if (f == NULL) {
        return false;
    }
    *f = (struct link_frame){ .length = length, .kind = (uint16_t)kind, .peer = (uint16_t)peer };
    if (length != 0) {
        memcpy(f + 1, bytes, length);
    }
    link_publish(r, f);
    return true;
}

/* The next frame; NULL: there is none. link_taken() when it is dealt with. */
static inline const struct link_frame *link_next(struct link_ring *r)
{
    for (;;) {
        if (r->head == __atomic_load_n(&r->tail, __ATOMIC_ACQUIRE)) {
            return NULL;
        }
        uint64_t place = r->head % LINK_RING_BYTES;
        const struct link_frame *f = (const struct link_frame *)(r->bytes + place);
        if (f->length != UINT32_MAX) {
            return f;
        }
        __atomic_store_n(&r->head, r->head + LINK_RING_BYTES - place, __ATOMIC_RELEASE);
    }
}

static inline void link_taken(struct link_ring *r, const struct link_frame *f)
{
    __atomic_store_n(&r->head, r->head + link_frame_bytes(f->length), __ATOMIC_RELEASE);
}

#endif
