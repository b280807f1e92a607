/* Initialisation before use. A provisioner is asked for NODES computing nodes and answers when all of them have said that they
 * are ready; the question tells it whom to answer.
 *
 * Bug: nothing orders the question before the nodes. If all are ready first there is nobody to answer.
 * Fix: whichever comes last, the question or the last node, triggers the answer.
 * Seen: uzh/signal-collect issue 81 (2013), reported by an author of Bita: all NodeReady messages before GetNodes,
 *      and the requestor is null.
 *
 *     early_nodes [NODES [fixed]] */
#include <harrier.h>

#include "arguments.h"

HR_MESSAGE(Start);
HR_MESSAGE(Boot, int steps;);
HR_MESSAGE(GetNodes);
HR_MESSAGE(NodeReady);
HR_MESSAGE(Nodes, int count;);

enum { BOOT = 3 };

static hr_ref provisioner;

struct provisioner {
    hr_ref requestor;
    int ready;
};

static void answer(struct provisioner *self)
{
    hr_assert(self->requestor != HR_NOBODY);
    hr_send(self->requestor, Nodes, .count = self->ready);
}

static void on_get_nodes(struct provisioner *self, const struct GetNodes *m)
{
    self->requestor = hr_sender();
    if (fixed && self->ready == size) {
        answer(self);
    }
}

static void on_node_ready(struct provisioner *self, const struct NodeReady *m)
{
    if (++self->ready == size && !(fixed && self->requestor == HR_NOBODY)) {
        answer(self);
    }
}

HR_ACTOR(provisioner, HR_ON(GetNodes, on_get_nodes), HR_ON(NodeReady, on_node_ready));

struct node {
    bool ready;
};

static void on_boot(struct node *self, const struct Boot *m)
{
    if (m->steps > 0) {
        hr_send(hr_self(), Boot, .steps = m->steps - 1);
    } else {
        self->ready = true;
        hr_send(provisioner, NodeReady);
    }
}

HR_ACTOR(node, HR_ON(Boot, on_boot));

struct requestor {
    int nodes;
};

static void on_request(struct requestor *self, const struct Start *m)
{
    hr_send(provisioner, GetNodes);
}

static void on_nodes(struct requestor *self, const struct Nodes *m)
{
    self->nodes = m->count;
}

HR_ACTOR(requestor, HR_ON(Start, on_request), HR_ON(Nodes, on_nodes));

static hr_ref requestor;

static bool requestor_has_nodes(void)
{
    return hr_peek(requestor, requestor)->nodes == size;
}

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 10, 1, 60);
    provisioner = hr_spawn(provisioner);
    requestor = hr_spawn(requestor);
    hr_send(requestor, Start);
    for (int i = 0; i < size; i++) {
        hr_send(hr_spawn(node), Boot, .steps = BOOT);
    }
    hr_at_end(requestor_has_nodes);
    return hr_run();
}
