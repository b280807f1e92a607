/* Checkpoints of a search, and resuming from them, in the command: keeps the engine's journal (base/journal.h) in a file while the search runs,
 * and gives it back to the engine of another run. The engine never waits for a checkpoint: it says at each state how far it is, and the
 * command takes one of these moments. */
#ifndef HARRIER_CHECKPOINT_CHECKPOINT_H
#define HARRIER_CHECKPOINT_CHECKPOINT_H

#include "base/journal.h"
#include "checkpoint/data_file.h"
#include "checkpoint/manifest.h"
#include "checkpoint/parts.h"
#include "checkpoint/snapshot.h"

struct checkpoint {
    const struct options *o;
    const char *program;
    bool writes, resumes;
    bool on_demand; /* the engine writes only when it is asked to, and anew in each run: of several processes, and of a search by tasks */
    struct parts parts; /* of a cluster */
    struct manifest from, to;
    struct data_file in, out;
    bool same_file;           /* what is resumed is also what is written */
    bool identified;          /* the program's files were looked at */
    bool fed;                 /* the engine has all of what is resumed */
    bool unfinished;          /* the search ended before it was done */
    bool failed;              /* a checkpoint could not be written: there will be no more */
    uint64_t begin;           /* where it begins in the journal */
    uint64_t kept;            /* up to where the journal is in the data file */
    struct journal_mark mark; /* what belongs to that */
    bool fresh;               /* there is more than in the last checkpoint */
    uint64_t marked;          /* its number */
    double due;               /* when the next one is */
    uint64_t written;         /* how many were */
};

/* Prepares what --checkpoint and --resume ask for. False after saying why it cannot be done. */
bool checkpoint_open(struct checkpoint *c, const struct options *o, const char *program);
/* Before the program starts (false: the checkpoint makes no sense); while it runs, some times a second; when it has ended. */
bool checkpoint_begin(struct checkpoint *c, struct board *b);
void checkpoint_look(struct checkpoint *c, struct board *b);
void checkpoint_end(struct checkpoint *c, struct board *b);
/* Whether something is left to be explored, so that to resume makes sense. */
bool checkpoint_leaves(const struct board *b);
/* Of the first rank of a cluster: whether parts of other ranks can be taken now; something that one sent; all have said what they had to say. */
bool checkpoint_takes_parts(const struct checkpoint *c);
void checkpoint_take_part(struct checkpoint *c, uint32_t from, enum part_kind kind, const void *bytes, size_t size);
void checkpoint_gathered(struct checkpoint *c);
/* The engine still rebuilds what is resumed, or repeats what that depends on: no limit of time counts. */
bool checkpoint_rebuilds(const struct checkpoint *c, struct board *b);
void checkpoint_close(struct checkpoint *c);

#endif
