/* Elections (section 5.2), restricted to candidates whose log is as new as the voter's (section 5.4.1). */
#include "raft.h"

void on_election_timeout(struct node *self, const struct ElectionTimeout *m)
{
    self->timer = 0;
    self->timeouts--;
    self->role = CANDIDATE;
    self->term++;
    self->voted = self->number + 1;
    self->votes = 1u << self->number;
    wait_again(self);
    unsigned last = log_last(&self->log);
    for (unsigned i = 0; i < bounds.nodes; i++) {
        if (i != self->number) {
            hr_send(nodes[i], RequestVote, .term = self->term, .last_index = last, .last_term = log_term(&self->log, last));
        }
    }
}

static bool as_new_as_mine(const struct node *self, const struct RequestVote *m)
{
    unsigned last = log_last(&self->log), term = log_term(&self->log, last);
    return m->last_term > term || (m->last_term == term && m->last_index >= last);
}

void on_request_vote(struct node *self, const struct RequestVote *m)
{
    if (m->term > self->term) {
        follow(self, m->term);
    }
    unsigned candidate = sender_number() + 1;
    bool granted = m->term == self->term && (self->voted == 0 || self->voted == candidate) && as_new_as_mine(self, m);
    if (granted) {
        self->voted = candidate;
        wait_again(self);
    }
    hr_send(hr_sender(), Vote, .term = self->term, .granted = granted);
}

static void lead(struct node *self)
{
    self->role = LEADER;
    self->votes = 0;
    self->heartbeats = bounds.heartbeats;
    self->length = log_last(&self->log);
    for (unsigned i = 0; i < bounds.nodes; i++) {
        if (i != self->number) {
            self->peers[i] = (struct peer){ .next = self->length + 1 };
        }
    }
    wait_again(self);
    hr_send(client, Elected, .term = self->term);
    send_entries_to_all(self);
}

void on_vote(struct node *self, const struct Vote *m)
{
    if (m->term > self->term) {
        follow(self, m->term);
        return;
    }
    bool stale = RAFT_BUG != STALE_REPLY && m->term < self->term; /* of an election that it has given up since */
    if (self->role != CANDIDATE || stale || !m->granted) {
        return;
    }
    self->votes |= 1u << sender_number();
    if (is_majority(self->votes)) {
        lead(self);
    }
}
