/* The leader election of Erlang's gen_leader as it was before 2004, the one that Arts, Claessen and Svensson found bugs in (TransDPOR,
 * Table 2, le-erlang). Every node begins as a candidate and asks the others to follow it. A candidate follows another that had
 * captured more nodes when it asked, or as many and has the greater number; it hands over those that it had captured itself, and
 * what still comes for it is passed on. Who has more than half of the nodes, or all that are not down, leads and tells the others.
 * When the node that it follows goes down, a node becomes a candidate again.
 *
 *     genleader N             4: two candidates may capture one node each, and neither ever has more than half: nobody leads
 *     genleader N failure     node 2 fails, and does not come back; 3: what it said when it led may come to the node that leads now
 *
 * Without a failure three nodes always agree. With one it may also be that nobody leads in the end, which is not looked for there. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 8 };

HR_MESSAGE(Boot);
HR_MESSAGE(Join);
HR_MESSAGE(Joined);
HR_MESSAGE(Start);
HR_MESSAGE(Kill);
HR_MESSAGE(Fail);
HR_MESSAGE(Capture, int captured, number;);
HR_MESSAGE(Accept, unsigned captured; int number;);
HR_MESSAGE(Elect);
HR_MESSAGE(Down, int number;);

enum role { CANDIDATE, CAPTURED, SURRENDERED, ELECTED };

/* Nobody changes these once main() has filled them. */
static hr_ref nodes[NODES_MAX + 1]; /* by number */
static hr_ref killer;               /* nobody: no failure */

/* Sets of nodes have a bit for each number. */
struct node {
    int number, nodes; /* numbers are from 1 on */
    bool failed;       /* it takes no more notice of anything */
    enum role role;
    int follows;             /* when it is captured: whom; when it has surrendered: who leads */
    unsigned captured, down; /* those that follow it; those that are known to have failed */
};

static void capture_all(const struct node *self)
{
    for (int k = 1; k <= self->nodes; k++) {
        if (k != self->number) {
            hr_send(nodes[k], Capture, .captured = __builtin_popcount(self->captured), .number = self->number);
        }
    }
}

static void lead_if_possible(struct node *self)
{
    int followers = __builtin_popcount(self->captured) + 1, missing = __builtin_popcount(self->down);
    self->role = CANDIDATE;
    if (2 * followers <= self->nodes && followers + missing < self->nodes) {
        return;
    }
    self->role = ELECTED;
    for (int k = 1; k <= self->nodes; k++) {
        if (k != self->number) {
            hr_send(nodes[k], Elect);
        }
    }
}

static void on_join(struct node *self, const struct Join *m)
{
    hr_reply(Joined);
}

static void on_start(struct node *self, const struct Start *m)
{
    capture_all(self);
}

static void on_fail(struct node *self, const struct Fail *m)
{
    self->failed = true;
    for (int k = 1; k <= self->nodes; k++) {
        if (k != self->number) {
            hr_send(nodes[k], Down, .number = self->number);
        }
    }
}

static void on_capture(struct node *self, const struct Capture *m)
{
    int captured = __builtin_popcount(self->captured);
    if (self->failed) {
        return;
    }
    self->down &= ~(1u << m->number);
    if (self->role == ELECTED) {
        hr_send(nodes[m->number], Elect);
    } else if (self->role == CANDIDATE && (captured < m->captured || (captured == m->captured && self->number < m->number))) {
        self->role = CAPTURED;
        self->follows = m->number;
        hr_send(nodes[m->number], Accept, .captured = self->captured, .number = self->number);
    }
}

static void on_accept(struct node *self, const struct Accept *m)
{
    if (self->failed) {
        return;
    }
    if (self->role == CANDIDATE) {
        self->captured |= (m->captured | 1u << m->number) & ~(1u << self->number);
        lead_if_possible(self);
    } else if (self->role == CAPTURED) {
        hr_send(nodes[self->follows], Accept, .captured = m->captured, .number = m->number);
    } else if (self->role == ELECTED) {
        hr_send(nodes[m->number], Elect);
    }
}

static void on_elect(struct node *self, const struct Elect *m)
{
    if (self->failed) {
        return;
    }
    hr_assert(self->role != ELECTED); /* a leader that is told of another */
    self->role = SURRENDERED;
    self->follows = 0;
    for (int k = 1; k <= self->nodes; k++) {
        self->follows = nodes[k] == hr_sender() ? k : self->follows;
    }
    self->captured = 0;
}

static void on_down(struct node *self, const struct Down *m)
{
    bool follower = self->role == CAPTURED || self->role == SURRENDERED;
    self->captured &= ~(1u << m->number);
    self->down |= 1u << m->number;
    if (follower && self->follows == m->number) {
        capture_all(self);
    }
    if (self->role == CANDIDATE || (follower && self->follows == m->number)) {
        lead_if_possible(self);
    }
}

HR_ACTOR(node, HR_ON(Join, on_join), HR_ON(Start, on_start), HR_ON(Fail, on_fail), HR_ON(Capture, on_capture), HR_ON(Accept, on_accept),
         HR_ON(Elect, on_elect), HR_ON(Down, on_down));

/* Lets node 2 fail. */
struct killer {
    int killed;
};

static void on_kill(struct killer *self, const struct Kill *m)
{
    self->killed++;
    hr_send(nodes[2], Fail);
}

HR_ACTOR(killer, HR_ON(Kill, on_kill));

/* Calls every node before it starts them. */
struct starter {
    int nodes;
};

static void on_boot(struct starter *self, const struct Boot *m)
{
    for (int k = 1; k <= self->nodes; k++) {
        hr_call(nodes[k], Joined, Join);
    }
    for (int k = 1; k <= self->nodes; k++) {
        hr_send(nodes[k], Start);
    }
    if (killer != HR_NOBODY) {
        hr_send(killer, Kill);
    }
}

HR_ACTOR(starter, HR_ON(Boot, on_boot));

static int node_count;

static bool one_leads(void)
{
    int leaders = 0;
    for (int k = 1; k <= node_count; k++) {
        const struct node *node = hr_peek(nodes[k], node);
        leaders += node != NULL && node->role == ELECTED;
    }
    return leaders == 1;
}

int main(int argc, char **argv)
{
    node_count = argc > 1 ? atoi(argv[1]) : 3;
    bool failure = argc > 2 && strcmp(argv[2], "failure") == 0;
    if (node_count < 2 || node_count > NODES_MAX) {
        return 2;
    }
    hr_ref starter = hr_spawn(starter, .nodes = node_count);
    for (int k = 1; k <= node_count; k++) {
        nodes[k] = hr_spawn(node, .number = k, .nodes = node_count);
    }
    if (failure) {
        killer = hr_spawn(killer);
    } else {
        hr_at_end(one_leads);
    }
    hr_send(starter, Boot);
    return hr_run();
}
