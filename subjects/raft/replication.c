/* Replication of the log (section 5.3), commit (section 5.4.2), snapshots for nodes that are far behind (section 7). */
#include "raft.h"

static void send_entries(struct node *self, unsigned to)
{
    const struct log *l = &self->log;
    unsigned next = self->peers[to].next, last = log_last(l);
    if (next <= l->snapshot.index) {
        hr_send(nodes[to], InstallSnapshot, .term = self->term, .snapshot = l->snapshot);
        return;
    }
    hr_send(nodes[to], AppendEntries, .term = self->term, .previous_index = next - 1, .previous_term = log_term(l, next - 1),
            .commit = self->commit, .count = last + 1 - next, .entries = next <= last ? (struct entry *)log_at(l, next) : NULL);
}

void send_entries_to_all(struct node *self)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        if (i != self->number) {
            send_entries(self, i);
        }
    }
}

void on_heartbeat(struct node *self, const struct Heartbeat *m)
{
    self->timer = 0;
    self->heartbeats--;
    send_entries_to_all(self);
    wait_again(self);
}

/* A request that comes too late is not answered: the client turns to the next leader when there is one. */
void on_request(struct node *self, const struct Request *m)
{
    if (self->role == LEADER) {
        log_append(&self->log, (struct entry){ .term = self->term, .command = m->command });
        self->length = log_last(&self->log);
        send_entries_to_all(self);
    }
}

/* ---- the follower ---- */

/* Whether the sender is a leader, now or until this node tells it of a newer term. */
static bool is_led(struct node *self, unsigned term)
{
    if (term < self->term) {
        hr_send(hr_sender(), Refused, .term = self->term, .index = 0);
        return false;
    }
    follow(self, term);
    return true;
}

/* Whether the entries continue this node's log. What is in its snapshot is committed, so it is the same in the leader's log. */
static bool continues(const struct log *l, const struct AppendEntries *m)
{
    return m->previous_index < l->snapshot.index ||
           (m->previous_index <= log_last(l) && log_term(l, m->previous_index) == m->previous_term);
}

static void take_entries(struct log *l, const struct AppendEntries *m)
{
    for (unsigned i = 0; i < m->count; i++) {
        unsigned index = m->previous_index + 1 + i;
        bool have = index <= l->snapshot.index || (index <= log_last(l) && log_term(l, index) == m->entries[i].term);
        if (!have) {
            log_cut(l, index - 1);
            log_append(l, m->entries[i]);
        }
    }
}

static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

void on_append_entries(struct node *self, const struct AppendEntries *m)
{
    if (!is_led(self, m->term)) {
        return;
    }
    if (!continues(&self->log, m)) {
        hr_send(hr_sender(), Refused, .term = self->term, .index = lesser(log_last(&self->log), m->previous_index - 1));
        return;
    }
    unsigned agreed = m->previous_index + m->count;
    take_entries(&self->log, m);
    commit_up_to(self, lesser(m->commit, agreed));
    hr_send(hr_sender(), Appended, .term = self->term, .index = agreed);
}

void on_install_snapshot(struct node *self, const struct InstallSnapshot *m)
{
    if (!is_led(self, m->term)) {
        return;
    }
    if (m->snapshot.index > self->commit) { /* else it knows all that already */
        log_compact(&self->log, m->snapshot);
        self->machine = m->snapshot.machine;
        self->commit = m->snapshot.index;
    }
    hr_send(hr_sender(), Installed, .term = self->term, .index = m->snapshot.index);
}

/* ---- the leader ---- */

/* Whether an answer is to what this node sent as a leader in this term. */
static bool is_leader_of(struct node *self, unsigned term)
{
    if (term > self->term) {
        follow(self, term);
    }
    return self->role == LEADER && term == self->term;
}

/* Commits what a majority has. An entry of an earlier term is not committed by counting, but by a later one of this term: somebody with
 * a newer log may still become leader and replace it (Figure 8). */
static void commit_what_a_majority_has(struct node *self)
{
    for (unsigned index = log_last(&self->log); index > self->commit; index--) {
        unsigned have = 1u << self->number;
        for (unsigned i = 0; i < bounds.nodes; i++) {
            have |= (unsigned)(self->peers[i].match >= index) << i;
        }
        if (is_majority(have) && (RAFT_BUG == OLD_TERM || log_term(&self->log, index) == self->term)) {
            commit_up_to(self, index);
            return;
        }
    }
}

/* The peer's log is this one's up to `index`. Answers may overtake each other, so that is not the newest news necessarily. */
static void agrees(struct node *self, struct peer *p, unsigned index)
{
    if (index > p->match) {
        p->match = index;
    }
    if (p->next <= p->match) {
        p->next = p->match + 1;
    }
    commit_what_a_majority_has(self);
}

void on_appended(struct node *self, const struct Appended *m)
{
    if (is_leader_of(self, m->term)) {
        agrees(self, &self->peers[sender_number()], m->index);
    }
}

void on_refused(struct node *self, const struct Refused *m)
{
    if (!is_leader_of(self, m->term)) {
        return;
    }
    unsigned from = sender_number();
    struct peer *p = &self->peers[from];
    if (m->index >= p->match) { /* else it has been overtaken */
        p->next = m->index + 1;
        send_entries(self, from);
    }
}

void on_installed(struct node *self, const struct Installed *m)
{
    if (!is_leader_of(self, m->term)) {
        return;
    }
    unsigned from = sender_number();
    struct peer *p = &self->peers[from];
    agrees(self, p, m->index);
    if (RAFT_BUG == LOW_NEXT_INDEX) {
        p->next = m->index + 1; /* though it may have taken entries after the snapshot meanwhile */
    }
    if (p->match < log_last(&self->log)) {
        send_entries(self, from);
    }
}
