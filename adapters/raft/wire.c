/* Messages of raft.h as messages of the actors, and back. The receiver owns what it gets: entries and snapshots are copied. */
#include "server.h"

#include <harrier/adapter.h>

HR_CARRIES(carried_entry, HR_ARRAY(carried_entry, data, size));
HR_CARRIES(AppendEntries, HR_ARRAY_OF(AppendEntries, entries, count, carried_entry));
HR_CARRIES(InstallSnapshot, HR_ARRAY(InstallSnapshot, conf, servers), HR_ARRAY(InstallSnapshot, data, size));

static raft_id id_of(const struct server *self, hr_ref ref)
{
    raft_id id = 1;
    while (id < self->cluster->bounds.servers && self->cluster->servers[id - 1] != ref) {
        id++;
    }
    return id;
}

/* ---- sending ---- */

static void send_entries(hr_ref to, const struct raft_append_entries *m)
{
    struct carried_entry *entries = calloc(m->n_entries + 1, sizeof *entries);
    for (unsigned i = 0; i < m->n_entries; i++) {
        const struct raft_entry *e = &m->entries[i];
        entries[i] = (struct carried_entry){ e->term, e->type, (unsigned)e->buf.len, e->buf.base };
    }
    hr_send(to, AppendEntries, .term = m->term, .prev_log_index = m->prev_log_index, .prev_log_term = m->prev_log_term,
            .leader_commit = m->leader_commit, .count = m->n_entries, .entries = entries);
    free(entries);
}

static void send_snapshot(hr_ref to, const struct raft_install_snapshot *m)
{
    struct carried_server *servers = calloc(m->conf.n + 1, sizeof *servers);
    for (unsigned i = 0; i < m->conf.n; i++) {
        servers[i].id = m->conf.servers[i].id;
        servers[i].role = m->conf.servers[i].role;
    }
    hr_send(to, InstallSnapshot, .term = m->term, .last_index = m->last_index, .last_term = m->last_term, .conf_index = m->conf_index,
            .servers = m->conf.n, .size = (unsigned)m->data.len, .conf = servers, .data = m->data.base);
    free(servers);
}

static const char *const names[] = { "nothing", "AppendEntries", "AppendResult", "RequestVote", "Vote", "InstallSnapshot", "TimeoutNow" };

/* False: no such server. */
bool wire_send(struct server *self, const struct raft_message *m)
{
    if (m->server_id == 0 || m->server_id > self->cluster->bounds.servers) {
        if (self->cluster->known_recipient) {
            char text[128];
            snprintf(text, sizeof text, "known_recipient: %s is sent to server %llu, which does not exist",
                     names[m->type <= RAFT_IO_TIMEOUT_NOW ? m->type : 0], m->server_id);
            hr_adapter_finding(HR_FINDING_ASSERTION, text, NULL, 0);
        }
        return false;
    }
    hr_ref to = self->cluster->servers[m->server_id - 1];
    switch (m->type) {
    case RAFT_IO_REQUEST_VOTE: {
        const struct raft_request_vote *r = &m->request_vote;
        hr_send(to, RequestVote, .term = r->term, .last_log_index = r->last_log_index, .last_log_term = r->last_log_term,
                .disrupt_leader = r->disrupt_leader, .pre_vote = r->pre_vote);
        break;
    }
    case RAFT_IO_REQUEST_VOTE_RESULT:
        hr_send(to, Vote, .term = m->request_vote_result.term, .granted = m->request_vote_result.vote_granted,
                .pre_vote = (unsigned char)m->request_vote_result.pre_vote);
        break;
    case RAFT_IO_APPEND_ENTRIES: send_entries(to, &m->append_entries); break;
    case RAFT_IO_APPEND_ENTRIES_RESULT:
        hr_send(to, AppendResult, .term = m->append_entries_result.term, .rejected = m->append_entries_result.rejected,
                .last_log_index = m->append_entries_result.last_log_index);
        break;
    case RAFT_IO_INSTALL_SNAPSHOT: send_snapshot(to, &m->install_snapshot); break;
    case RAFT_IO_TIMEOUT_NOW:
        hr_send(to, TimeoutNow, .term = m->timeout_now.term, .last_log_index = m->timeout_now.last_log_index,
                .last_log_term = m->timeout_now.last_log_term);
        break;
    default: hr_adapter_finding(HR_FINDING_MISUSE, "libraft sends a message of a type that raft.h does not have", NULL, 0);
    }
    return true;
}

/* ---- receiving ---- */

static void receive(struct server *self, struct raft_message *m)
{
    raft_id from = id_of(self, hr_sender());
    char address[] = { (char)('0' + from), '\0' };
    m->server_id = from;
    m->server_address = address;
    self->receive(&self->io, m);
    server_settle(self);
}

void on_request_vote(struct server *self, const struct RequestVote *m)
{
    struct raft_message message = { .type = RAFT_IO_REQUEST_VOTE };
    message.request_vote = (struct raft_request_vote){
        .term = m->term,
        .candidate_id = id_of(self, hr_sender()),
        .last_log_index = m->last_log_index,
        .last_log_term = m->last_log_term,
        .disrupt_leader = m->disrupt_leader,
        .pre_vote = m->pre_vote,
    };
    receive(self, &message);
}

void on_vote(struct server *self, const struct Vote *m)
{
    struct raft_message message = { .type = RAFT_IO_REQUEST_VOTE_RESULT };
    message.request_vote_result =
        (struct raft_request_vote_result){ .term = m->term, .vote_granted = m->granted, .pre_vote = (raft_tribool)m->pre_vote };
    receive(self, &message);
}

/* All entries are in one piece of memory, which libraft frees with the last of them; it must not be NULL. */
static struct raft_entry *owned_entries(const struct AppendEntries *m)
{
    size_t size = 1;
    for (unsigned i = 0; i < m->count; i++) {
        size += m->entries[i].size;
    }
    struct raft_entry *entries = raft_calloc(m->count, sizeof *entries);
    char *batch = raft_malloc(size), *at = batch;
    memset(batch, 0, size);
    for (unsigned i = 0; i < m->count; i++) {
        const struct carried_entry *e = &m->entries[i];
        memcpy(at, e->data, e->size);
        entries[i].term = e->term;
        entries[i].type = (unsigned short)e->type;
        entries[i].buf = (struct raft_buffer){ at, e->size };
        entries[i].batch = batch;
        at += e->size;
    }
    return entries;
}

void on_append_entries(struct server *self, const struct AppendEntries *m)
{
    struct raft_message message = { .type = RAFT_IO_APPEND_ENTRIES };
    message.append_entries = (struct raft_append_entries){
        .term = m->term,
        .prev_log_index = m->prev_log_index,
        .prev_log_term = m->prev_log_term,
        .leader_commit = m->leader_commit,
        .entries = m->count != 0 ? owned_entries(m) : NULL,
        .n_entries = m->count,
    };
    receive(self, &message);
}

void on_append_result(struct server *self, const struct AppendResult *m)
{
    struct raft_message message = { .type = RAFT_IO_APPEND_ENTRIES_RESULT };
    message.append_entries_result =
        (struct raft_append_entries_result){ .term = m->term, .rejected = m->rejected, .last_log_index = m->last_log_index };
    receive(self, &message);
}

void on_install_snapshot(struct server *self, const struct InstallSnapshot *m)
{
    struct raft_message message = { .type = RAFT_IO_INSTALL_SNAPSHOT };
    struct raft_install_snapshot *s = &message.install_snapshot;
    *s = (struct raft_install_snapshot){
        .term = m->term,
        .last_index = m->last_index,
        .last_term = m->last_term,
        .conf_index = m->conf_index,
        .data = { .base = raft_malloc(m->size + 1), .len = m->size },
    };
    memcpy(s->data.base, m->data, m->size);
    raft_configuration_init(&s->conf);
    for (unsigned i = 0; i < m->servers; i++) {
        char address[] = { (char)('0' + m->conf[i].id), '\0' };
        raft_configuration_add(&s->conf, m->conf[i].id, address, m->conf[i].role);
    }
    receive(self, &message);
}

void on_timeout_now(struct server *self, const struct TimeoutNow *m)
{
    struct raft_message message = { .type = RAFT_IO_TIMEOUT_NOW };
    message.timeout_now =
        (struct raft_timeout_now){ .term = m->term, .last_log_index = m->last_log_index, .last_log_term = m->last_log_term };
    receive(self, &message);
}
