/* A small Raft: what its parts share. Figures and sections are those of Ongaro and Ousterhout: In Search of an Understandable Consensus
 * Algorithm (Extended Version), 2014. README.md says what the program does and what the three versions with a bug do instead. */
#ifndef SUBJECTS_RAFT_RAFT_H
#define SUBJECTS_RAFT_RAFT_H

#include <harrier.h>

#include "log.h"

enum { NODES_MAX = 5 };

enum { UNCHECKED, OVER_ALL, BY_PAIRS }; /* invariants */

/* What main() was given. Nothing here changes after main(), so handlers may read it. */
struct bounds {
    unsigned nodes;
    unsigned candidates; /* this many of the nodes ever ask for votes */
    unsigned terms;      /* nobody asks for votes in a later one */
    unsigned timeouts;   /* so often each of them asks */
    unsigned entries;    /* commands of the client's */
    unsigned heartbeats; /* of each leader */
    unsigned compact;    /* committed entries after which a node makes a snapshot; 0: never */
    unsigned invariants; /* how they are declared */
};
extern struct bounds bounds;
extern hr_ref nodes[NODES_MAX], client;

/* The versions of this program, of which one is compiled. */
enum { NO_BUG, STALE_REPLY, LOW_NEXT_INDEX, OLD_TERM };
#ifndef RAFT_BUG
#define RAFT_BUG NO_BUG
#endif

/* ---- messages ---- */

HR_MESSAGE(ElectionTimeout);
HR_MESSAGE(Heartbeat);

HR_MESSAGE(RequestVote, unsigned term, last_index, last_term;);
HR_MESSAGE(Vote, unsigned term; bool granted;);

HR_MESSAGE(AppendEntries, unsigned term, previous_index, previous_term, commit, count; struct entry * entries;);
HR_CARRIES(AppendEntries, HR_ARRAY(AppendEntries, entries, count));
HR_MESSAGE(Appended, unsigned term, index;); /* the logs agree up to index */
HR_MESSAGE(Refused, unsigned term, index;);  /* they may agree up to index, but not beyond, or the leader is none any more */
HR_MESSAGE(InstallSnapshot, unsigned term; struct snapshot snapshot;);
HR_MESSAGE(Installed, unsigned term, index;);

HR_MESSAGE(Elected, unsigned term;); /* to the client, who asks the newest leader that it knows of */
HR_MESSAGE(Request, unsigned command;);
HR_MESSAGE(Done, unsigned command;);

/* ---- a node ---- */

enum role { FOLLOWER, CANDIDATE, LEADER };

/* What a leader knows of another node (Figure 2). */
struct peer {
    unsigned next;  /* the entry to send next */
    unsigned match; /* up to here its log is known to be the leader's */
};

struct node {
    unsigned number;
    enum role role;
    unsigned term;
    unsigned voted; /* in this term, for the node with this number plus one; 0: for nobody */
    struct log log;
    unsigned commit;        /* all entries up to here are committed, and applied to the machine at once */
    struct machine machine; /* what the entries are applied to */
    unsigned timeouts;      /* left */
    hr_timer timer;         /* until it asks for votes; a leader's, until its next heartbeat */

    /* Of candidates and leaders; all zero in followers, so that those with the same past are the same. */
    unsigned votes; /* bits: who voted for it */
    struct peer peers[NODES_MAX];
    unsigned heartbeats; /* left */
    unsigned length;     /* of its log when it last added to it as a leader */
};
HR_DECLARE_ACTOR(node);

/* node.c */
unsigned sender_number(void);
bool is_majority(unsigned set); /* of nodes, as bits */
void follow(struct node *self, unsigned term);
void wait_again(struct node *self);
void commit_up_to(struct node *self, unsigned index);

/* election.c */
void on_election_timeout(struct node *self, const struct ElectionTimeout *m);
void on_request_vote(struct node *self, const struct RequestVote *m);
void on_vote(struct node *self, const struct Vote *m);

/* replication.c */
void send_entries_to_all(struct node *self);
void on_heartbeat(struct node *self, const struct Heartbeat *m);
void on_request(struct node *self, const struct Request *m);
void on_append_entries(struct node *self, const struct AppendEntries *m);
void on_appended(struct node *self, const struct Appended *m);
void on_refused(struct node *self, const struct Refused *m);
void on_install_snapshot(struct node *self, const struct InstallSnapshot *m);
void on_installed(struct node *self, const struct Installed *m);

/* client.c */
hr_ref client_start(void);

/* invariants.c; not to be called if UNCHECKED */
void declare_invariants(void);

/* milestones.c, in a program that is compiled with RAFT_MILESTONES */
void declare_milestones(void);

#endif
