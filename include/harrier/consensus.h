/* harrier/consensus.h - what must hold of every consensus by a replicated log (Raft and its relatives), checked in every state.
 *
 * A program fills in struct hr_consensus: functions that say of one node what its role and term, its vote, its log, its commit index and
 * its configuration are. hr_consensus_check() in main() then declares the properties below. Each has a name, so that one that is known to be
 * violated can be switched off. docs/consensus.md has an example.
 *
 *     election_safety        no two nodes lead in the same term
 *     log_matching           logs that have an entry with the same index and term are the same up to it
 *     leader_completeness    a leader has everything that was committed in its term or earlier
 *     state_machine_safety   no two nodes have different entries committed at the same index
 *     match_index            a follower has what the leader of its term knows it to have
 *     next_above_match       a leader's next index for a node is above what it knows to match
 *     committed_by_majority  what a leader counts as committed is in the logs of a majority of the voters
 *     only_forward           terms and commit indices never go back, a vote is given once in a term (where hr_consensus_step() is called)
 *
 * All of it is in this header: it needs harrier.h and no library. One file of a program calls its functions. */
#ifndef HARRIER_CONSENSUS_H
#define HARRIER_CONSENSUS_H

#include <harrier.h>
#include <harrier/adapter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HR_CONSENSUS_NODES_MAX = 8 };

enum hr_role { HR_FOLLOWER, HR_CANDIDATE, HR_LEADER };

/* An entry of a log. Entries are the same if all of this is; of content that is elsewhere, `data` and `size` say where. */
struct hr_entry {
    uint64_t term;
    uint64_t kind; /* or the content itself, if it is a number */
    const void *data;
    size_t size;
};

/* Another node, or itself, as a node's configuration has it. */
struct hr_member {
    uint64_t id;
    bool votes;           /* it counts for a majority; none does while a change of the configuration is not committed */
    uint64_t next, match; /* a leader's next and match index for it; both 0: not known, or itself */
};

/* The functions look at the struct of a node's actor, and at what it points to, and must change nothing. Indices begin with 1. */
struct hr_consensus {
    const struct hr_actor_type *type; /* of the nodes: &hr_actor_NAME */
    uint64_t (*id)(const void *node);
    enum hr_role (*role)(const void *node, uint64_t *term);
    uint64_t (*vote)(const void *node); /* whom it voted for in its term; 0: nobody. NULL: not checked */
    /* The entry at this index; `last` becomes the index of the last one. False: there is none, because it is in a snapshot by now, or there
     * is none yet. */
    bool (*entry)(const void *node, uint64_t index, struct hr_entry *entry, uint64_t *last);
    uint64_t (*commit)(const void *node);
    /* The i-th member of the configuration that it uses; false: there are no more. NULL: what needs it is not checked */
    bool (*member)(const void *node, size_t i, struct hr_member *member);
};

/* What a node was before a step, for only_forward: a field of the actor's struct, all zero at first. */
struct hr_consensus_past {
    uint64_t term, vote, commit;
};

/* ---- behind it: looking at nodes ---- */

/* clang-format off */
#define HR_PROPERTIES_(X) \
    X(election_safety) X(log_matching) X(leader_completeness) X(state_machine_safety) X(match_index) X(next_above_match) \
    X(committed_by_majority) X(only_forward)
/* clang-format on */
#define HR_PROPERTY_NUMBER_(name) HR_PROPERTY_##name,
enum hr_property_ { HR_PROPERTIES_(HR_PROPERTY_NUMBER_) HR_PROPERTY_COUNT_ };
#undef HR_PROPERTY_NUMBER_

/* What main() declared. Predicates are called without any context, so it is kept here; nothing of it changes after main(). */
static struct hr_consensus_declared_ {
    const struct hr_consensus *how;
    hr_ref nodes[HR_CONSENSUS_NODES_MAX];
    size_t count;
    bool on[HR_PROPERTY_COUNT_];
} hr_consensus_ __attribute__((unused));

/* One node, looked at. */
struct hr_node_ {
    const void *node; /* NULL: it is gone */
    unsigned long long id, term, last, commit;
    enum hr_role role;
};

static inline struct hr_node_ hr_node_(hr_ref ref)
{
    const struct hr_consensus *how = hr_consensus_.how;
    struct hr_node_ n = { .node = hr_peek_(ref, how->type) };
    if (n.node != NULL) {
        struct hr_entry none;
        uint64_t term, last;
        n.role = how->role(n.node, &term);
        (void)how->entry(n.node, 0, &none, &last);
        n.term = term;
        n.last = last;
        n.commit = how->commit(n.node);
        n.id = how->id(n.node);
    }
    return n;
}

static inline bool hr_entry_of_(const struct hr_node_ *n, uint64_t index, struct hr_entry *entry)
{
    uint64_t last;
    memset(entry, 0, sizeof *entry);
    return index != 0 && hr_consensus_.how->entry(n->node, index, entry, &last);
}

static inline bool hr_same_entry_(const struct hr_entry *x, const struct hr_entry *y)
{
    return x->term == y->term && x->kind == y->kind && x->size == y->size && (x->size == 0 || memcmp(x->data, y->data, x->size) == 0);
}

/* The last index up to this one where their entries differ, among those that both still have; 0: nowhere. */
static inline unsigned long long hr_differ_at_(const struct hr_node_ *a, const struct hr_node_ *b, unsigned long long index)
{
    struct hr_entry x, y;
    for (; index != 0 && hr_entry_of_(a, index, &x) && hr_entry_of_(b, index, &y); index--) {
        if (!hr_same_entry_(&x, &y)) {
            return index;
        }
    }
    return 0;
}

/* The same where one of them may have no entry yet. */
static inline unsigned long long hr_lacks_at_(const struct hr_node_ *a, const struct hr_node_ *b, unsigned long long index)
{
    return a->last < index ? index : hr_differ_at_(a, b, index);
}

static inline unsigned long long hr_lesser_(unsigned long long x, unsigned long long y)
{
    return x < y ? x : y;
}

/* What a node knows of a member of its configuration. */
static inline bool hr_member_of_(const struct hr_node_ *n, uint64_t id, struct hr_member *member)
{
    for (size_t i = 0; hr_consensus_.how->member != NULL && hr_consensus_.how->member(n->node, i, member); i++) {
        if (member->id == id) {
            return true;
        }
    }
    return false;
}

/* ---- the properties ---- */

#define HR_BROKEN_(property, ...)                                                           \
    do {                                                                                    \
        char hr_text_[240];                                                                 \
        int hr_length_ = snprintf(hr_text_, sizeof hr_text_, "%s: ", #property);            \
        snprintf(hr_text_ + hr_length_, sizeof hr_text_ - (size_t)hr_length_, __VA_ARGS__); \
        hr_adapter_finding(HR_FINDING_INVARIANT, hr_text_, __FILE__, __LINE__);             \
    } while (0)
#define HR_IS_ON_(property) (hr_consensus_.on[HR_PROPERTY_##property])

static inline void hr_check_logs_(const struct hr_node_ *a, const struct hr_node_ *b)
{
    struct hr_entry x, y;
    unsigned long long index = hr_lesser_(a->last, b->last), at;
    while (hr_entry_of_(a, index, &x) && hr_entry_of_(b, index, &y) && x.term != y.term) {
        index--;
    }
    if (HR_IS_ON_(log_matching) && (at = hr_differ_at_(a, b, index)) != 0) {
        HR_BROKEN_(log_matching, "servers %llu and %llu have entries of the same term at index %llu, and different ones at index %llu",
                   a->id, b->id, index, at);
    }
    index = hr_lesser_(a->commit, b->commit);
    if (HR_IS_ON_(state_machine_safety) && (at = hr_differ_at_(a, b, index)) != 0) {
        HR_BROKEN_(state_machine_safety, "servers %llu and %llu have committed different entries at index %llu", a->id, b->id, at);
    }
}

static inline void hr_check_leader_(const struct hr_node_ *leader, const struct hr_node_ *other)
{
    unsigned long long at;
    struct hr_member m;
    if (leader->role != HR_LEADER) {
        return;
    }
    if (HR_IS_ON_(leader_completeness) && other->term <= leader->term && (at = hr_lacks_at_(leader, other, other->commit)) != 0) {
        HR_BROKEN_(leader_completeness, "server %llu leads in term %llu without the entry at index %llu that server %llu has committed",
                   leader->id, leader->term, at, other->id);
    }
    if (!hr_member_of_(leader, other->id, &m)) {
        return;
    }
    if (HR_IS_ON_(match_index) && other->term == leader->term && other->role != HR_LEADER &&
        (at = hr_lacks_at_(other, leader, m.match)) != 0) {
        HR_BROKEN_(match_index,
                   "server %llu, leader of term %llu, takes server %llu to have its entries up to index %llu, but they differ at %llu",
                   leader->id, leader->term, other->id, (unsigned long long)m.match, at);
    }
    if (HR_IS_ON_(next_above_match) && (m.next != 0 || m.match != 0) && m.next <= m.match) {
        HR_BROKEN_(next_above_match, "server %llu, leader of term %llu, has next index %llu and match index %llu for server %llu",
                   leader->id, leader->term, (unsigned long long)m.next, (unsigned long long)m.match, other->id);
    }
}

/* All that is about two nodes, in one predicate: which it was, is in the text. */
static inline bool hr_consensus_of_two(hr_ref first, hr_ref second)
{
    struct hr_node_ a = hr_node_(first), b = hr_node_(second);
    if (a.node == NULL || b.node == NULL) {
        return true;
    }
    if (HR_IS_ON_(election_safety) && a.role == HR_LEADER && b.role == HR_LEADER && a.term == b.term) {
        HR_BROKEN_(election_safety, "servers %llu and %llu both lead in term %llu", a.id, b.id, a.term);
    }
    hr_check_logs_(&a, &b);
    hr_check_leader_(&a, &b);
    hr_check_leader_(&b, &a);
    return true;
}

/* Of one leader. Others are looked at only until a majority is found, so that the answer is valid for all states of those left out. */
static inline bool hr_consensus_of_leader_(size_t which)
{
    struct hr_node_ leader = hr_node_(hr_consensus_.nodes[which]);
    struct hr_member m;
    size_t voters = 0, have = 0, unknown = 0;
    if (leader.node == NULL || leader.role != HR_LEADER) {
        return true;
    }
    for (size_t i = 0; hr_consensus_.how->member(leader.node, i, &m); i++) {
        voters += m.votes;
        have += m.votes && m.id == leader.id;
    }
    for (size_t i = 0; i < hr_consensus_.count && voters != 0 && have * 2 <= voters; i++) {
        struct hr_node_ other = i != which ? hr_node_(hr_consensus_.nodes[i]) : leader;
        bool counts = i != which && other.node != NULL && hr_member_of_(&leader, other.id, &m) && m.votes;
        have += counts && hr_lacks_at_(&other, &leader, leader.commit) == 0;
        unknown += other.node == NULL; /* what a node had that is gone */
    }
    if (voters != 0 && (have + unknown) * 2 <= voters) {
        HR_BROKEN_(committed_by_majority, "server %llu, leader of term %llu, has committed index %llu, which %zu of %zu voters have",
                   leader.id, leader.term, leader.commit, have, voters);
    }
    return true;
}

#define HR_OF_LEADER_(n)                                \
    static inline bool hr_consensus_of_leader_##n(void) \
    {                                                   \
        return hr_consensus_of_leader_(n);              \
    }
HR_OF_LEADER_(0)
HR_OF_LEADER_(1)
HR_OF_LEADER_(2)
HR_OF_LEADER_(3)
HR_OF_LEADER_(4)
HR_OF_LEADER_(5)
HR_OF_LEADER_(6)
HR_OF_LEADER_(7)
#undef HR_OF_LEADER_

/* ---- declaring them ---- */

#define HR_PROPERTY_NAME_(name) #name,
static const char *const hr_property_names_[] __attribute__((unused)) = { HR_PROPERTIES_(HR_PROPERTY_NAME_) };
#undef HR_PROPERTY_NAME_

/* Takes a name out of a list of names with commas or blanks, which is blank there afterwards; false: it is not in the list. */
static inline bool hr_take_name_(char *list, const char *name)
{
    size_t length = strlen(name);
    for (char *at = list; (at = strstr(at, name)) != NULL; at += length) {
        bool begins = at == list || strchr(", ", at[-1]) != NULL, ends = strchr(", ", at[length]) != NULL; /* or the text ends */
        if (begins && ends) {
            memset(at, ' ', length);
            return true;
        }
    }
    return false;
}

static inline void hr_consensus_refuse_(const char *text, const char *what)
{
    fprintf(stderr, "harrier/consensus.h: error: %s%s; the properties are", text, what);
    for (size_t i = 0; i < HR_PROPERTY_COUNT_; i++) {
        fprintf(stderr, " %s", hr_property_names_[i]);
    }
    fprintf(stderr, "\n");
    exit(2);
}

/* Which properties are on: all but those in the list. */
static inline void hr_consensus_switch_(const char *off)
{
    char list[400];
    if (snprintf(list, sizeof list, "%s", off != NULL ? off : "") >= (int)sizeof list) {
        hr_consensus_refuse_("the list of properties that are off is too long", "");
    }
    for (size_t i = 0; i < HR_PROPERTY_COUNT_; i++) {
        hr_consensus_.on[i] = true;
        while (hr_take_name_(list, hr_property_names_[i])) {
            hr_consensus_.on[i] = false;
        }
    }
    if (list[strspn(list, ", ")] != '\0') {
        hr_consensus_refuse_("no property is called ", list + strspn(list, ", "));
    }
}

/* In main(), when the nodes are created: declares the properties but those in `off`, a list of names with commas (NULL: none is off).
 * `how` must stay where it is. A name that is no property, or too many nodes, end the program with a message. */
static inline void hr_consensus_check(const struct hr_consensus *how, const hr_ref *nodes, size_t count, const char *off)
{
    static bool (*const of_leader[])(void) = { hr_consensus_of_leader_0, hr_consensus_of_leader_1, hr_consensus_of_leader_2,
                                               hr_consensus_of_leader_3, hr_consensus_of_leader_4, hr_consensus_of_leader_5,
                                               hr_consensus_of_leader_6, hr_consensus_of_leader_7 };
    hr_consensus_switch_(off);
    if (count == 0 || count > HR_CONSENSUS_NODES_MAX) {
        hr_consensus_refuse_("there can be 1 to 8 nodes", "");
    }
    hr_consensus_.how = how;
    hr_consensus_.count = count;
    memcpy(hr_consensus_.nodes, nodes, count * sizeof *nodes);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++) {
            hr_always(hr_consensus_of_two, nodes[i], nodes[j]);
        }
        if (how->member != NULL && HR_IS_ON_(committed_by_majority)) {
            hr_named_predicate_(HR_ALWAYS, "committed_by_majority", HR_FUNCTION_(of_leader[i]), false, HR_HERE_, nodes, count);
        }
    }
}

/* At the end of a handler of a node: compares with what it was after the step before, and remembers what it is. */
static inline void hr_consensus_step(const struct hr_consensus *how, const void *node, struct hr_consensus_past *past)
{
    struct hr_consensus_past now = { .vote = how->vote != NULL ? how->vote(node) : 0, .commit = how->commit(node) };
    unsigned long long id = how->id(node);
    (void)how->role(node, &now.term);
    if (HR_IS_ON_(only_forward) && now.term < past->term) {
        HR_BROKEN_(only_forward, "server %llu goes back from term %llu to %llu", id, (unsigned long long)past->term,
                   (unsigned long long)now.term);
    }
    if (HR_IS_ON_(only_forward) && now.commit < past->commit) {
        HR_BROKEN_(only_forward, "the commit index of server %llu goes back from %llu to %llu", id, (unsigned long long)past->commit,
                   (unsigned long long)now.commit);
    }
    if (HR_IS_ON_(only_forward) && now.term == past->term && past->vote != 0 && now.vote != past->vote) {
        HR_BROKEN_(only_forward, "server %llu votes for %llu and for %llu in term %llu", id, (unsigned long long)past->vote,
                   (unsigned long long)now.vote, (unsigned long long)now.term);
    }
    *past = now;
}

#ifdef __cplusplus
}
#endif

#endif
