/* The small Raft of subjects/raft with the properties of harrier/consensus.h in place of its own; docs/consensus.md shows this file. */
#include <harrier/consensus.h>

#include "raft.h"

static uint64_t id(const void *node)
{
    return ((const struct node *)node)->number + 1;
}

static enum hr_role role(const void *node, uint64_t *term)
{
    const struct node *n = node;
    *term = n->term;
    return n->role == LEADER ? HR_LEADER : n->role == CANDIDATE ? HR_CANDIDATE : HR_FOLLOWER;
}

static uint64_t vote(const void *node)
{
    return ((const struct node *)node)->voted;
}

static bool entry(const void *node, uint64_t index, struct hr_entry *entry, uint64_t *last)
{
    const struct log *log = &((const struct node *)node)->log;
    *last = log_last(log);
    if (index <= log->snapshot.index || index > *last) {
        return false;
    }
    const struct entry *e = log_at(log, (unsigned)index);
    *entry = (struct hr_entry){ .term = e->term, .kind = e->command };
    return true;
}

static uint64_t commit(const void *node)
{
    return ((const struct node *)node)->commit;
}

static bool member(const void *node, size_t i, struct hr_member *member)
{
    const struct node *n = node;
    *member = (struct hr_member){ .id = i + 1, .votes = true };
    if (i < bounds.nodes && n->role == LEADER && i != n->number) {
        member->next = n->peers[i].next;
        member->match = n->peers[i].match;
    }
    return i < bounds.nodes;
}

void declare_invariants(void)
{
    static const struct hr_consensus how = { &hr_actor_node, id, role, vote, entry, commit, member };
    hr_consensus_check(&how, nodes, bounds.nodes, getenv("OFF"));
}
