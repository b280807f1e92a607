/* A node's log: a snapshot of the state machine, and the entries after it. Indices begin with 1. */
#ifndef SUBJECTS_RAFT_LOG_H
#define SUBJECTS_RAFT_LOG_H

#include <stdbool.h>

struct entry {
    unsigned term, command;
};

/* The replicated state machine: it remembers what was done, and in which order. */
struct machine {
    unsigned done; /* bits: which commands. One that comes twice, because the client asked two leaders, is done once (section 8) */
    unsigned order;
};

struct snapshot {
    unsigned index, term; /* of the last entry in it; 0: there is none */
    struct machine machine;
};

struct log {
    struct snapshot snapshot;
    unsigned count;        /* entries after the snapshot */
    struct entry *entries; /* exactly as many; NULL: none */
};

void machine_apply(struct machine *m, unsigned command);

unsigned log_last(const struct log *l);
/* Of the entry with this index, or of the last one in the snapshot. */
unsigned log_term(const struct log *l, unsigned index);
/* An entry after the snapshot. */
const struct entry *log_at(const struct log *l, unsigned index);

void log_append(struct log *l, struct entry e);
/* Drops the entries after this index. */
void log_cut(struct log *l, unsigned index);
/* The snapshot takes the place of the entries that are in it. Those after it are dropped too, unless they continue it. */
void log_compact(struct log *l, struct snapshot snapshot);

#endif
