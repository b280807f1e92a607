/* harrier/raft.h - checking a program that uses libraft (raft.h, the C library of Debian's package libraft-dev).
 *
 * A program gives a state machine (struct raft_fsm) and what clients ask for. The servers are actors of Harrier: what one sends another,
 * each completed write to a disk, each timeout and each request are messages, whose orders `harrier check` explores. libraft is linked as
 * it is. docs/raft.md has a program, step by step. Link with libharrier-raft (pkg-config harrier-raft, or CMake's harrier::raft).
 *
 *     int main(void)
 *     {
 *         static const struct hr_raft cluster = { .servers = 3, .terms = 2, .fsm = counter };
 *         hr_raft_start(&cluster);
 *         hr_raft_apply("increment", 9);
 *         return hr_run();
 *     }
 */
#ifndef HARRIER_RAFT_H
#define HARRIER_RAFT_H

#include <harrier.h>
#include <raft.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

enum { HR_RAFT_SERVERS_MAX = 8, HR_RAFT_REQUESTS_MAX = 32 };

/* The cluster, and the bounds within which it is explored. Timers may come at any time, so something must say how often. */
struct hr_raft {
    unsigned servers;    /* how many; their ids are 1, 2, ... */
    unsigned members;    /* the first so many are in the first configuration, as voters; 0: all */
    unsigned terms;      /* elections are held in so many terms, those after the first configuration's, which is term 1; at least 1 */
    unsigned candidates; /* the first so many servers have election timeouts; 0: all */
    unsigned timeouts;   /* of one server in one term, 0: 1; more matter only with pre-vote, where a timeout need not begin a new term */
    unsigned heartbeats; /* further ones of each leader in each term; the one after its election is not counted */
    unsigned disks; /* 1: servers keep what they write, so that they may crash and start again: --faults crash=1,restart=1,actors=server */
    unsigned failures; /* so many writes of entries fail on each server's disk */
    unsigned lonely;   /* so often in each term a leader looks whether it still hears from a majority */

    /* Fills in the state machine of one server, whose memory (fsm->data, from malloc) is that server's own. */
    void (*fsm)(struct raft_fsm *fsm);
    /* Further settings of one server, before it starts: raft_set_pre_vote(), raft_set_snapshot_threshold(), ... May be NULL. */
    void (*settings)(struct raft *raft);
    /* Properties that are not checked, with commas: those of harrier/consensus.h, and known_recipient: a message is for a server that
     * exists. NULL: all are checked. */
    const char *off;
};

/* In main(): creates the servers. The struct must stay where it is. What makes no sense ends the program with a message. */
void hr_raft_start(const struct hr_raft *cluster);

/* In main(), after hr_raft_start(): requests of a client. Each new leader that the client hears of is asked for the next one, and so is the
 * newest one when it has answered. A request that meets no leader is not repeated. */
void hr_raft_apply(const void *command, size_t size);
void hr_raft_barrier(void);
void hr_raft_add(raft_id id); /* a server that was not in the first configuration */
void hr_raft_assign(raft_id id, int role);
void hr_raft_remove(raft_id id);
void hr_raft_transfer(raft_id id); /* the leadership */

/* In predicates of the program's own (hr_always), and in its state machine: the server with this id; NULL if it is gone. */
hr_ref hr_raft_server(raft_id id);
const struct raft *hr_raft_peek(hr_ref server);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
