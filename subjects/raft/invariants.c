/* What Raft guarantees (Figure 3), as far as a state shows it: entries in a snapshot are known by what they did to the state machine. */
#include "raft.h"

typedef bool relation(const struct node *a, const struct node *b);

/* Whether this holds of each node and each other one. */
static bool of_all_pairs(relation *holds)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        for (unsigned j = 0; j < bounds.nodes; j++) {
            if (i != j && !holds(hr_peek(nodes[i], node), hr_peek(nodes[j], node))) {
                return false;
            }
        }
    }
    return true;
}

static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The last index that is in one of the snapshots: both logs have entries only after it. */
static unsigned snapshots_end(const struct node *a, const struct node *b)
{
    unsigned x = a->log.snapshot.index, y = b->log.snapshot.index;
    return x > y ? x : y;
}

static bool same_entry(const struct node *a, const struct node *b, unsigned index)
{
    const struct entry *x = log_at(&a->log, index), *y = log_at(&b->log, index);
    return x->term == y->term && x->command == y->command;
}

static bool same_up_to(const struct node *a, const struct node *b, unsigned index)
{
    for (unsigned i = snapshots_end(a, b) + 1; i <= index; i++) {
        if (!same_entry(a, b, i)) {
            return false;
        }
    }
    return true;
}

/* ---- election safety: at most one leader in a term ---- */

static bool not_both_lead(const struct node *a, const struct node *b)
{
    return a->role != LEADER || b->role != LEADER || a->term != b->term;
}

static bool election_safety(void)
{
    return of_all_pairs(not_both_lead);
}

/* ---- leader append-only: a leader only adds to its log ---- */

static bool leader_append_only(void)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        const struct node *n = hr_peek(nodes[i], node);
        if (n->role == LEADER && log_last(&n->log) != n->length) {
            return false;
        }
    }
    return true;
}

/* ---- log matching: logs that have an entry with the same index and term are the same up to it ---- */

static bool logs_match(const struct node *a, const struct node *b)
{
    unsigned index = lesser(log_last(&a->log), log_last(&b->log));
    while (index > snapshots_end(a, b) && log_term(&a->log, index) != log_term(&b->log, index)) {
        index--;
    }
    return same_up_to(a, b, index);
}

static bool log_matching(void)
{
    return of_all_pairs(logs_match);
}

/* ---- leader completeness: a leader has everything that was committed in its term or earlier ---- */

static bool is_complete(const struct node *leader, const struct node *other)
{
    if (leader->role != LEADER || other->term > leader->term) {
        return true;
    }
    return log_last(&leader->log) >= other->commit && same_up_to(leader, other, other->commit);
}

static bool leader_completeness(void)
{
    return of_all_pairs(is_complete);
}

/* ---- state machine safety: no two nodes apply different entries at the same index ---- */

static bool same_machine(const struct node *a, const struct node *b)
{
    bool same = a->machine.done == b->machine.done && a->machine.order == b->machine.order;
    return same_up_to(a, b, lesser(a->commit, b->commit)) && (a->commit != b->commit || same);
}

static bool state_machine_safety(void)
{
    return of_all_pairs(same_machine);
}

/* ---- not of the paper, but all implementations rely on it: what is known to be there is not sent again ---- */

static bool next_above_match(void)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        const struct node *n = hr_peek(nodes[i], node);
        for (unsigned j = 0; j < bounds.nodes; j++) {
            if (n->role == LEADER && j != i && n->peers[j].next <= n->peers[j].match) {
                return false;
            }
        }
    }
    return true;
}

void declare_invariants(void)
{
    hr_always(election_safety);
    hr_always(leader_append_only);
    hr_always(log_matching);
    hr_always(leader_completeness);
    hr_always(state_machine_safety);
    hr_always(next_above_match);
}
