/* A node: its timers, its state machine, and what it reacts to. */
#include <stddef.h>

#include "raft.h"

enum { ELECTION_MS = 40, HEARTBEAT_MS = 10 };

unsigned sender_number(void)
{
    unsigned number = 0;
    while (nodes[number] != hr_sender()) {
        number++;
        hr_assert(number < bounds.nodes);
    }
    return number;
}

bool is_majority(unsigned set)
{
    return (unsigned)__builtin_popcount(set) > bounds.nodes / 2;
}

/* Sets its timer anew. Live, the nodes wait for different times, so that votes are seldom split (section 5.2). */
void wait_again(struct node *self)
{
    if (self->timer != 0) {
        hr_cancel(self->timer);
        self->timer = 0;
    }
    if (self->role == LEADER && self->heartbeats > 0) {
        self->timer = hr_after(HEARTBEAT_MS, Heartbeat);
    } else if (self->role != LEADER && self->timeouts > 0 && self->term < bounds.terms) {
        self->timer = hr_after(ELECTION_MS * (2 + self->number), ElectionTimeout);
    }
}

/* There is a leader in this term, or there may be one in this later term. */
void follow(struct node *self, unsigned term)
{
    if (term > self->term) {
        self->term = term;
        self->voted = 0;
    }
    self->role = FOLLOWER;
    self->votes = 0;
    self->heartbeats = 0;
    self->length = 0;
    for (unsigned i = 0; i < NODES_MAX; i++) {
        self->peers[i] = (struct peer){ 0 };
    }
    wait_again(self);
}

static void make_snapshot(struct node *self)
{
    if (bounds.compact != 0 && self->commit >= self->log.snapshot.index + bounds.compact) {
        log_compact(&self->log,
                    (struct snapshot){ .index = self->commit, .term = log_term(&self->log, self->commit), .machine = self->machine });
    }
}

void commit_up_to(struct node *self, unsigned index)
{
    while (self->commit < index) {
        unsigned command = log_at(&self->log, ++self->commit)->command;
        machine_apply(&self->machine, command);
        if (self->role == LEADER) {
            hr_send(client, Done, .command = command);
        }
    }
    make_snapshot(self);
}

HR_ACTOR(node, HR_INIT(wait_again), HR_ON(ElectionTimeout, on_election_timeout), HR_ON(RequestVote, on_request_vote), HR_ON(Vote, on_vote),
         HR_ON(Heartbeat, on_heartbeat), HR_ON(Request, on_request), HR_ON(AppendEntries, on_append_entries), HR_ON(Appended, on_appended),
         HR_ON(Refused, on_refused), HR_ON(InstallSnapshot, on_install_snapshot), HR_ON(Installed, on_installed));
