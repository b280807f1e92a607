/* What must hold of the servers, by harrier/consensus.h: how its questions are answered from struct raft. */
#include "server.h"

#include <harrier/adapter.h>
#include <stdio.h>

static const struct raft *raft_of(const void *node)
{
    return &((const struct server *)node)->raft;
}

static uint64_t id(const void *node)
{
    return raft_of(node)->id;
}

static enum hr_role role(const void *node, uint64_t *term)
{
    const struct raft *r = raft_of(node);
    *term = r->current_term;
    return r->state == RAFT_LEADER ? HR_LEADER : r->state == RAFT_CANDIDATE ? HR_CANDIDATE : HR_FOLLOWER;
}

static uint64_t vote(const void *node)
{
    return raft_of(node)->voted_for;
}

/* The log is a ring of `size` places. */
static bool entry(const void *node, uint64_t index, struct hr_entry *entry, uint64_t *last)
{
    const struct raft_log *log = &raft_of(node)->log;
    size_t count = log->size == 0 ? 0 : (log->back + log->size - log->front) % log->size;
    *last = log->offset + count;
    if (count == 0 && log->snapshot.last_index > *last) {
        *last = log->snapshot.last_index;
    }
    if (index <= log->offset || index > log->offset + count) {
        return false;
    }
    const struct raft_entry *e = &log->entries[(log->front + (size_t)(index - 1 - log->offset)) % log->size];
    *entry = (struct hr_entry){ .term = e->term, .kind = e->type, .data = e->buf.base, .size = e->buf.len };
    return true;
}

static uint64_t commit(const void *node)
{
    return raft_of(node)->commit_index;
}

static bool member(const void *node, size_t i, struct hr_member *member)
{
    const struct raft *r = raft_of(node);
    if (i >= r->configuration.n) {
        return false;
    }
    const struct raft_server *s = &r->configuration.servers[i];
    *member = (struct hr_member){ .id = s->id, .votes = s->role == RAFT_VOTER && r->configuration_uncommitted_index == 0 };
    if (r->state == RAFT_LEADER && s->id != r->id) {
        member->next = r->leader_state.progress[i].next_index;
        member->match = r->leader_state.progress[i].match_index;
    }
    return true;
}

static const struct hr_consensus how = {
    .type = &hr_actor_server, .id = id, .role = role, .vote = vote, .entry = entry, .commit = commit, .member = member
};

/* ---- what reports show of a server ---- */

static void show(const void *node)
{
    static const char *const roles[] = { "unavailable", "follower", "candidate", "leader" };
    const struct raft *r = raft_of(node);
    struct hr_entry e;
    uint64_t last, term = 0;
    entry(node, 0, &e, &last);
    if (entry(node, last, &e, &last)) {
        term = e.term;
    }
    hr_show("role", "%s", r->state <= RAFT_LEADER ? roles[r->state] : "unknown");
    hr_show("term", "%llu", r->current_term);
    hr_show("vote", "%llu", r->voted_for);
    hr_show("last", "%lu of term %lu", last, term);
    hr_show("stored", "%llu", r->last_stored);
    hr_show("commit", "%llu", r->commit_index);
    hr_show("applied", "%llu", r->last_applied);
    for (unsigned i = 0; r->state == RAFT_LEADER && i < r->configuration.n; i++) {
        char name[40];
        const struct raft_progress *p = &r->leader_state.progress[i];
        if (r->configuration.servers[i].id != r->id) {
            snprintf(name, sizeof name, "next/match of %llu", r->configuration.servers[i].id);
            hr_show(name, "%llu/%llu", p->next_index, p->match_index);
        }
    }
}

/* One name in the list of properties that are off is this adapter's own. */
void properties_declare(struct cluster *cluster)
{
    char *off = strdup(cluster->bounds.off != NULL ? cluster->bounds.off : "");
    cluster->known_recipient = !hr_take_name_(off, "known_recipient");
    hr_shows(&hr_actor_server, show, false);
    hr_consensus_check(&how, cluster->servers, cluster->bounds.servers, off);
    free(off);
}

void properties_step(struct server *self)
{
    hr_consensus_step(&how, self, &self->past);
}
