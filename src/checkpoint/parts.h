/* A checkpoint of a cluster: each rank's command has a part of it, and the first rank's writes all of them. A part is pieces of the rank's journal, each
 * compressed by itself, so that those of several ranks can be written in any order, and then what the rank has found. How they come to the
 * first rank is the caller's business (cluster/). */
#ifndef HARRIER_CHECKPOINT_PARTS_H
#define HARRIER_CHECKPOINT_PARTS_H

#include "base/journal.h"
#include "checkpoint/data_file.h"

enum part_kind { PART_TEXT, PART_SNAPSHOT, PART_END, PART_KINDS };

/* Before the compressed bytes of PART_TEXT; all of PART_END. */
struct part_head {
    uint64_t journal_bytes; /* of this piece */
    uint64_t number;        /* of the checkpoint */
    uint64_t states;        /* of this rank */
};

/* Sends something to the first rank; false: that is not possible any more. */
typedef bool part_send(void *user, enum part_kind kind, const void *bytes, size_t size);

struct rank_part {
    unsigned char *snapshot;
    size_t snapshot_size;
    uint64_t number; /* of the checkpoint of which the whole part is there; 0: of none */
    uint64_t states;
};

struct parts {
    uint32_t rank, ranks; /* 0 ranks: this is no cluster */
    part_send *send;
    void *user;
    struct rank_part *all;  /* of the first rank */
    uint64_t journal_bytes; /* of all other ranks, since the first checkpoint */
    bool good;              /* what came made sense, and could be written */
};

void parts_open(struct parts *p, uint32_t rank, uint32_t ranks);
void parts_close(struct parts *p);
/* Of a rank: sends the journal from `from` to `to`; what it has found at a mark, which ends its part. */
bool parts_send_text(struct parts *p, const struct journal *j, uint64_t from, uint64_t to);
bool parts_send_end(struct parts *p, struct board *b, const struct journal_mark *m, uint64_t number);
/* Of the first rank: takes something that a rank sent; its own part. */
void parts_take(struct parts *p, struct data_file *out, uint32_t from, enum part_kind kind, const void *bytes, size_t size);
void parts_take_own(struct parts *p, struct board *b, const struct journal_mark *m, uint64_t number);
/* Whether all parts of this checkpoint are there. */
bool parts_are_whole(const struct parts *p, uint64_t number);
/* What all ranks have found, as one snapshot (to be freed; NULL: it makes no sense), and how many states. */
unsigned char *parts_join(const struct parts *p, size_t *size, uint64_t *states);

#endif
