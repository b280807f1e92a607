/* Shortest paths after Chandy and Misra (dissertation, Table 3.2 and Chapter 4; TransDPOR, Tables 1 and 2; Jacco, Table 1;
 * from the dCUTE study): a node that hears of a shorter way tells its neighbours.
 *
 *     shortpath GRAPH
 *     shortpath GRAPH scala      a node keeps the sender of its last message, as Scala's react does
 *     shortpath GRAPH damped     a node takes three improvements and no more, which is not always enough
 *
 * a, b: TransDPOR's graphs 4 and 5; three: Jacco's with 3 nodes; triangle: the dissertation's; g1 .. g8: small ones of all
 * kinds. */
#include <harrier.h>
#include <string.h>

enum { EDGES_MAX = 16, NODES_MAX = 16 };

struct edge {
    int from, to, weight;
};

struct graph {
    const char *name;
    int nodes, start, edges;
    struct edge edge[EDGES_MAX];
};

static const struct graph graphs[] = {
    { "a", 5, 0, 7, { { 0, 1, 10 }, { 0, 2, 10 }, { 0, 3, 10 }, { 1, 3, 10 }, { 3, 1, 10 }, { 2, 3, 10 }, { 3, 2, 10 } } },
    { "b",
      5,
      4,
      10,
      { { 0, 1, 10 },
        { 1, 0, 10 },
        { 0, 2, 10 },
        { 2, 0, 10 },
        { 1, 3, 10 },
        { 3, 1, 10 },
        { 4, 0, 10 },
        { 4, 1, 10 },
        { 1, 4, 10 },
        { 0, 4, 10 } } },
    { "three", 3, 0, 6, { { 0, 1, 10 }, { 1, 0, 10 }, { 0, 2, 10 }, { 2, 0, 10 }, { 1, 2, 10 }, { 2, 1, 10 } } },
    { "triangle", 3, 0, 6, { { 0, 1, 3 }, { 0, 2, 10 }, { 1, 0, 3 }, { 1, 2, 6 }, { 2, 0, 10 }, { 2, 1, 6 } } },
    /* a line, a ring, a star, everybody with everybody, a diamond, two rings that share a node, a grid of 2 by 3, a fan */
    { "g1", 4, 0, 6, { { 0, 1, 10 }, { 1, 0, 10 }, { 1, 2, 10 }, { 2, 1, 10 }, { 2, 3, 10 }, { 3, 2, 10 } } },
    { "g2", 5, 0, 5, { { 0, 1, 10 }, { 1, 2, 10 }, { 2, 3, 10 }, { 3, 4, 10 }, { 4, 0, 10 } } },
    { "g3", 5, 0, 8, { { 0, 1, 10 }, { 0, 2, 10 }, { 0, 3, 10 }, { 0, 4, 10 }, { 1, 0, 10 }, { 2, 0, 10 }, { 3, 0, 10 }, { 4, 0, 10 } } },
    { "g4",
      4,
      0,
      12,
      { { 0, 1, 10 },
        { 0, 2, 10 },
        { 0, 3, 10 },
        { 1, 0, 10 },
        { 1, 2, 10 },
        { 1, 3, 10 },
        { 2, 0, 10 },
        { 2, 1, 10 },
        { 2, 3, 10 },
        { 3, 0, 10 },
        { 3, 1, 10 },
        { 3, 2, 10 } } },
    { "g5", 4, 0, 5, { { 0, 1, 1 }, { 0, 2, 4 }, { 1, 3, 5 }, { 2, 3, 1 }, { 1, 2, 2 } } },
    { "g6", 5, 0, 6, { { 0, 1, 10 }, { 1, 2, 10 }, { 2, 0, 10 }, { 0, 3, 10 }, { 3, 4, 10 }, { 4, 0, 10 } } },
    { "g7", 6, 0, 7, { { 0, 1, 10 }, { 1, 2, 10 }, { 0, 3, 10 }, { 1, 4, 10 }, { 2, 5, 10 }, { 3, 4, 10 }, { 4, 5, 10 } } },
    { "g8", 5, 0, 7, { { 0, 1, 10 }, { 0, 2, 10 }, { 0, 3, 10 }, { 0, 4, 10 }, { 1, 2, 10 }, { 2, 3, 10 }, { 3, 4, 10 } } },
};

HR_MESSAGE(Wire);
HR_MESSAGE(Wired);
HR_MESSAGE(Receive, int distance, weight;);

struct node {
    int graph, number;
    int distance; /* -1: not yet known */
    bool damped;
    int improvements;
    bool scala;
    hr_ref last; /* sender; scala only */
};

/* The papers' driver calls every node to give it its edges. Here they need not be told, but that it asked and that they
 * answered counts for the order sgr, which looks at who has sent to whom. */
static void on_wire(struct node *self, const struct Wire *m)
{
    hr_send(hr_sender(), Wired);
}

static hr_ref nodes[NODES_MAX]; /* by number; nobody changes it once main() has filled it */

static void on_receive(struct node *self, const struct Receive *m)
{
    const struct graph *g = &graphs[self->graph];
    int distance = m->distance + m->weight;
    self->last = self->scala ? hr_sender() : HR_NOBODY;
    if (self->distance != -1 && self->distance <= distance) {
        return;
    }
    if (self->damped && self->improvements++ == 3) {
        return;
    }
    self->distance = distance;
    for (int i = 0; i < g->edges; i++) {
        if (g->edge[i].from == self->number) {
            hr_send(nodes[g->edge[i].to], Receive, .distance = distance, .weight = g->edge[i].weight);
        }
    }
}

HR_ACTOR(node, HR_ON(Wire, on_wire), HR_ON(Receive, on_receive));

static int graph; /* for the predicate */

static bool no_way_is_shorter(void)
{
    for (int i = 0; i < graphs[graph].edges; i++) {
        const struct edge *e = &graphs[graph].edge[i];
        int from = hr_peek(nodes[e->from], node)->distance, to = hr_peek(nodes[e->to], node)->distance;
        if (from != -1 && (to == -1 || to > from + e->weight)) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "a";
    bool damped = argc > 2 && strcmp(argv[2], "damped") == 0, scala = argc > 2 && strcmp(argv[2], "scala") == 0;
    graph = (int)(sizeof graphs / sizeof graphs[0]) - 1;
    while (graph >= 0 && strcmp(graphs[graph].name, name) != 0) {
        graph--;
    }
    if (graph < 0) {
        return 2;
    }
    for (int i = 0; i < graphs[graph].nodes; i++) {
        nodes[i] = hr_spawn(node, .graph = graph, .number = i, .distance = -1, .damped = damped, .scala = scala);
        hr_send(nodes[i], Wire);
    }
    hr_settle();
    if (damped) {
        hr_at_end(no_way_is_shorter);
    }
    hr_send(nodes[graphs[graph].start], Receive);
    return hr_run();
}
