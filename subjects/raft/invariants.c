/* What Raft guarantees (Figure 3), as far as a state shows it: entries in a snapshot are known by what they did to the state machine.
 *
 * Each guarantee is a property of one node, or a relation of two. Predicates come in two kinds: those without parameters say it of all nodes, those
 * that end in _of say it of the nodes that are named for them. There are more of the latter, but they are asked less often: local states of two nodes come
 * together again more often than those of all. */
#include "raft.h"

typedef bool property(const struct node *n);
typedef bool relation(const struct node *a, const struct node *b);

static bool of_node(property *holds, hr_ref n)
{
    return holds(hr_peek(n, node));
}

/* Whether this holds of two nodes, whichever comes first. */
static bool of_pair(relation *holds, hr_ref a, hr_ref b)
{
    const struct node *x = hr_peek(a, node), *y = hr_peek(b, node);
    return holds(x, y) && holds(y, x);
}

static bool of_all_nodes(property *holds)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        if (!of_node(holds, nodes[i])) {
            return false;
        }
    }
    return true;
}

static bool of_all_pairs(relation *holds)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (!of_pair(holds, nodes[j], nodes[i])) {
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

static bool election_safety_of(hr_ref a, hr_ref b)
{
    return of_pair(not_both_lead, a, b);
}

/* ---- leader append-only: a leader only adds to its log ---- */

static bool nothing_but_added(const struct node *n)
{
    return n->role != LEADER || log_last(&n->log) == n->length;
}

static bool leader_append_only(void)
{
    return of_all_nodes(nothing_but_added);
}

static bool leader_append_only_of(hr_ref n)
{
    return of_node(nothing_but_added, n);
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

static bool log_matching_of(hr_ref a, hr_ref b)
{
    return of_pair(logs_match, a, b);
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

static bool leader_completeness_of(hr_ref a, hr_ref b)
{
    return of_pair(is_complete, a, b);
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

static bool state_machine_safety_of(hr_ref a, hr_ref b)
{
    return of_pair(same_machine, a, b);
}

/* ---- not of the paper, but all implementations rely on it: what is known to be there is not sent again ---- */

static bool sends_what_is_not_known(const struct node *n)
{
    for (unsigned j = 0; j < bounds.nodes; j++) {
        if (n->role == LEADER && j != n->number && n->peers[j].next <= n->peers[j].match) {
            return false;
        }
    }
    return true;
}

static bool next_above_match(void)
{
    return of_all_nodes(sends_what_is_not_known);
}

static bool next_above_match_of(hr_ref n)
{
    return of_node(sends_what_is_not_known, n);
}

/* ---- declaring them ---- */

static void declare_over_all(void)
{
    hr_always(election_safety);
    hr_always(leader_append_only);
    hr_always(log_matching);
    hr_always(leader_completeness);
    hr_always(state_machine_safety);
    hr_always(next_above_match);
}

static void declare_of_pair(hr_ref a, hr_ref b)
{
    hr_always(election_safety_of, a, b);
    hr_always(log_matching_of, a, b);
    hr_always(leader_completeness_of, a, b);
    hr_always(state_machine_safety_of, a, b);
}

static void declare_by_pairs(void)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        hr_always(leader_append_only_of, nodes[i]);
        hr_always(next_above_match_of, nodes[i]);
        for (unsigned j = 0; j < i; j++) {
            declare_of_pair(nodes[j], nodes[i]);
        }
    }
}

void declare_invariants(void)
{
    if (bounds.invariants == OVER_ALL) {
        declare_over_all();
    } else {
        declare_by_pairs();
    }
}
