/* Leader election among nodes that may fail, in the style of Erlang's gen_leader (TransDPOR, Table 2, le-erlang): every node
 * tries to capture the others. A node that is not captured and has captured nobody yet gives in to one with a greater number;
 * who holds more than half of the nodes, itself included, leads and says so.
 *
 *     genleader N             4: it can happen that nobody leads, because the nodes are divided between two candidates
 *     genleader N failure     node 1 fails and comes back without a memory; 3: it can be captured twice, and two nodes lead
 *
 * Without a failure three nodes always agree. Written from the idea: the program of the paper is not printed there. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 8 };

HR_MESSAGE(Start);
HR_MESSAGE(Fail);
HR_MESSAGE(Capture, int number;);
HR_MESSAGE(Captured);
HR_MESSAGE(Elected);

enum status { CANDIDATE, CAPTURED, LEADER, FOLLOWER };

static hr_ref nodes[NODES_MAX + 1]; /* by number; nobody changes it once main() has filled it */

struct node {
    int number, nodes; /* numbers are from 1 on */
    enum status status;
    int captures;
};

static void on_start(struct node *self, const struct Start *m)
{
    for (int k = 1; k <= self->nodes; k++) {
        if (k != self->number) {
            hr_send(nodes[k], Capture, .number = self->number);
        }
    }
}

static void on_fail(struct node *self, const struct Fail *m)
{
    self->status = CANDIDATE;
    self->captures = 0;
    hr_send(hr_self(), Start);
}

static void on_capture(struct node *self, const struct Capture *m)
{
    if (self->status == CANDIDATE && self->captures == 0 && m->number > self->number) {
        self->status = CAPTURED;
        hr_send(nodes[m->number], Captured);
    }
}

static void on_captured(struct node *self, const struct Captured *m)
{
    if (self->status != CANDIDATE || 2 * (++self->captures + 1) <= self->nodes) {
        return;
    }
    self->status = LEADER;
    for (int k = 1; k <= self->nodes; k++) {
        if (k != self->number) {
            hr_send(nodes[k], Elected);
        }
    }
}

static void on_elected(struct node *self, const struct Elected *m)
{
    if (self->status != LEADER) {
        self->status = FOLLOWER;
    }
}

HR_ACTOR(node, HR_ON(Start, on_start), HR_ON(Fail, on_fail), HR_ON(Capture, on_capture), HR_ON(Captured, on_captured),
         HR_ON(Elected, on_elected));

static int node_count;

static int leaders(void)
{
    int n = 0;
    for (int k = 1; k <= node_count; k++) {
        const struct node *node = hr_peek(nodes[k], node);
        n += node != NULL && node->status == LEADER;
    }
    return n;
}

static bool at_most_one_leads(void)
{
    return leaders() <= 1;
}

static bool somebody_leads(void)
{
    return leaders() > 0;
}

int main(int argc, char **argv)
{
    node_count = argc > 1 ? atoi(argv[1]) : 3;
    bool failure = argc > 2 && strcmp(argv[2], "failure") == 0;
    if (node_count < 2 || node_count > NODES_MAX) {
        return 2;
    }
    for (int k = 1; k <= node_count; k++) {
        nodes[k] = hr_spawn(node, .number = k, .nodes = node_count);
    }
    for (int k = 1; k <= node_count; k++) {
        hr_send(nodes[k], Start);
    }
    if (failure) {
        hr_send(nodes[1], Fail);
    }
    hr_at_end(at_most_one_leads); /* who leads leads for good, so the end tells */
    hr_at_end(somebody_leads);
    return hr_run();
}
