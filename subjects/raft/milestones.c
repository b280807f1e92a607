/* What is worth reaching on the way to mistakes with several leaders, for samplers to begin from (docs/sampling.md). These are no properties: a small bound
 * need not reach them. So they are in a program of their own, raft_old_term_guided. */
#include "raft.h"

static bool has_old_entry(const struct node *n)
{
    return n->role == LEADER && n->commit < log_last(&n->log) && log_term(&n->log, log_last(&n->log)) < n->term;
}

static bool differ(const struct node *a, const struct node *b)
{
    unsigned i = log_last(&a->log), j = log_last(&b->log), last = i < j ? i : j;
    return last > a->log.snapshot.index && last > b->log.snapshot.index && log_term(&a->log, last) != log_term(&b->log, last);
}

static bool on_the_way(void)
{
    for (unsigned i = 0; i < bounds.nodes; i++) {
        const struct node *n = hr_peek(nodes[i], node);
        hr_sometimes(n->role == LEADER && n->term >= 2);
        hr_sometimes(n->role == LEADER && n->term >= 3);
        hr_sometimes(has_old_entry(n));
        for (unsigned j = 0; j < i; j++) {
            hr_sometimes(differ(n, hr_peek(nodes[j], node)));
        }
    }
    return true;
}

void declare_milestones(void)
{
    hr_always(on_the_way);
}
