/* One server of libraft as an actor, and what the parts of the adapter share. */
#ifndef ADAPTERS_RAFT_SERVER_H
#define ADAPTERS_RAFT_SERVER_H

#include <harrier.h>
#include <harrier/consensus.h>
#include <harrier/raft.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages between servers: those of raft.h, with what their pointers point to. The sender's id follows from hr_sender(). ---- */

struct carried_entry {
    raft_term term;
    unsigned type;
    unsigned size;
    char *data;
};
struct carried_server {
    raft_id id;
    int role;
};

HR_MESSAGE(RequestVote, raft_term term; raft_index last_log_index; raft_term last_log_term; bool disrupt_leader, pre_vote;);
HR_MESSAGE(Vote, raft_term term; bool granted; unsigned char pre_vote;);
HR_MESSAGE(AppendEntries, raft_term term; raft_index prev_log_index; raft_term prev_log_term; raft_index leader_commit; unsigned count;
           struct carried_entry * entries;);
HR_MESSAGE(AppendResult, raft_term term; raft_index rejected, last_log_index;);
HR_MESSAGE(InstallSnapshot, raft_term term; raft_index last_index; raft_term last_term; raft_index conf_index; unsigned servers, size;
           struct carried_server * conf; char *data;);
HR_MESSAGE(TimeoutNow, raft_term term; raft_index last_log_index; raft_term last_log_term;);

/* ---- of a server to itself ---- */

HR_MESSAGE(ElectionTimeout);
HR_MESSAGE(Heartbeat);
HR_MESSAGE(QuorumCheck);    /* a leader's election timeout: does it still hear from a majority? */
HR_MESSAGE(EntriesWritten); /* the oldest write of entries that is under way is on the disk */
HR_MESSAGE(SnapshotWritten);
HR_MESSAGE(SnapshotRead);
HR_MESSAGE(WorkDone); /* of raft_io's async_work */

/* ---- between servers and the client ---- */

HR_MESSAGE(Elected, raft_term term;);
HR_MESSAGE(Request, unsigned number;);
HR_MESSAGE(Answer, unsigned number; int status;);

enum request_kind { REQUEST_APPLY, REQUEST_BARRIER, REQUEST_ADD, REQUEST_ASSIGN, REQUEST_REMOVE, REQUEST_TRANSFER };
struct request {
    enum request_kind kind;
    raft_id id;
    int role;
    const void *data;
    size_t size;
};

/* What main() declared. Nothing of it changes after main(), so that all actors may read it. */
struct cluster {
    struct hr_raft bounds; /* with the defaults filled in */
    hr_ref servers[HR_RAFT_SERVERS_MAX], client;
    struct request requests[HR_RAFT_REQUESTS_MAX];
    unsigned requests_count;
    struct raft_buffer first_configuration; /* encoded */
    bool known_recipient;                   /* this property is checked */
};

/* ---- a server ---- */

/* A call of raft_io that completes later: in a list, the oldest one first. */
struct operation {
    struct operation *next;
    void *request;       /* raft_io_send, raft_io_append, ... */
    struct write *write; /* of an append: what is to be written; NULL: it is not kept */
    void (*done)(void);  /* its callback, of a type that depends on the list */
};
struct operations {
    struct operation *first;
};

/* What is kept of a snapshot. */
struct stored_snapshot {
    raft_index index, configuration_index;
    raft_term term;
    unsigned servers_count;
    struct carried_server *servers;
    struct raft_buffer data;
    unsigned trailing; /* entries of the log that are kept besides */
};

/* ---- a disk: disk.c ---- */

enum { DISK_ENTRIES = 12, DISK_BYTES = 64 };
struct disk_entry {
    raft_term term;
    unsigned short type, size;
    char data[DISK_BYTES];
};
struct disk_snapshot {
    raft_index index, configuration_index; /* index 0: there is none */
    raft_term term;
    unsigned servers_count, size;
    struct carried_server servers[HR_RAFT_SERVERS_MAX];
    char data[DISK_BYTES];
};
struct disk {
    raft_term term;
    raft_id vote;
    raft_index start; /* of the first entry */
    unsigned count;
    struct disk_entry entries[DISK_ENTRIES];
    struct disk_snapshot snapshot;
};

struct server {
    const struct cluster *cluster;
    raft_id id;
    struct raft raft;
    struct raft_io io;
    struct raft_fsm fsm;
    raft_io_tick_cb tick;
    raft_io_recv_cb receive;
    raft_time now;     /* the same at the beginning of each step (server.c) */
    raft_term elected; /* the term in which it last told the client that it leads */
    unsigned timeouts; /* of elections, in this term */
    hr_timer election, heartbeat, check;
    unsigned heartbeats, checks; /* left, of the leader of this term */
    struct operations sends, appends, puts, gets, works;
    struct stored_snapshot *snapshot;
    unsigned short role; /* raft.state after the step before */
    struct hr_consensus_past past;
    unsigned failures; /* of its disk, so far */
    struct disk disk;  /* outlives a crash */
};
HR_DECLARE_ACTOR(server);

/* io.c: the functions of raft_io */
void io_init(struct server *self);
void *operations_take(struct operations *list, void (**done)(void)); /* the request of the oldest; NULL: there is none */
void snapshot_keep(struct server *self, const struct disk_snapshot *s);
struct raft_snapshot *snapshot_copy(const struct stored_snapshot *kept); /* for libraft to own */

/* disk.c: nothing of it happens unless disks are kept */
void disk_begin(struct server *self);
bool disk_load(struct server *self, raft_term *term, raft_id *vote, struct raft_snapshot **snapshot, raft_index *start,
               struct raft_entry *entries[], size_t *count); /* false: disks are not kept */
void disk_set_term(struct server *self, raft_term term);
void disk_set_vote(struct server *self, raft_id id);
struct write *disk_append(const struct server *self, const struct raft_entry entries[], unsigned n);
void disk_truncate(struct server *self, struct write *behind, raft_index from); /* behind this append, which is under way; NULL: at once */
void disk_written(struct server *self, struct write *w, bool well);
void disk_snapshot_written(struct server *self);

/* wire.c: messages of raft.h as messages of the actors, and back */
bool wire_send(struct server *self, const struct raft_message *m);
void on_request_vote(struct server *self, const struct RequestVote *m);
void on_vote(struct server *self, const struct Vote *m);
void on_append_entries(struct server *self, const struct AppendEntries *m);
void on_append_result(struct server *self, const struct AppendResult *m);
void on_install_snapshot(struct server *self, const struct InstallSnapshot *m);
void on_timeout_now(struct server *self, const struct TimeoutNow *m);

/* requests.c: what clients ask a server for */
void on_request(struct server *self, const struct Request *m);

/* server.c */
void server_settle(struct server *self);

/* client.c */
hr_ref client_start(const struct cluster *cluster);

/* properties.c */
void properties_declare(struct cluster *cluster);
void properties_step(struct server *self);

#endif
