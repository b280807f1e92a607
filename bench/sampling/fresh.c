/* Steps that are never met again, for bench/sampling.sh and a test: `fresh ACTORS [BYTES]`. An actor keeps a hash of all that it got, and sends that on, so after a
 * few deliveries every local state and every message is new, and no step is remembered. It has no end; BYTES is the size of an actor's state. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Number, unsigned value;);
HR_MESSAGE(Peers, hr_ref first, second;);

struct node {
    hr_ref first, second; /* HR_NOBODY: not known yet */
    unsigned seen;
    char *memory;
};
static int bytes; /* written by main only */

static void begin(struct node *self)
{
    if (bytes > 0) {
        self->memory = malloc((size_t)bytes);
        memset(self->memory, 1, (size_t)bytes);
    }
}
static void on_peers(struct node *self, const struct Peers *m)
{
    self->first = m->first;
    self->second = m->second;
    hr_send(hr_self(), Number, .value = 1);
}
static void on_number(struct node *self, const struct Number *m)
{
    self->seen = (self->seen + m->value) * 2654435761u + 1;
    hr_ref next = self->seen >> 31 ? self->first : self->second;
    hr_send(next != HR_NOBODY ? next : hr_self(), Number, .value = self->seen);
}
HR_ACTOR(node, HR_INIT(begin), HR_ON(Peers, on_peers), HR_ON(Number, on_number));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    bytes = argc > 2 ? atoi(argv[2]) : 0;
    hr_ref *nodes = malloc((size_t)n * sizeof *nodes);
    for (int i = 0; i < n; i++) {
        nodes[i] = hr_spawn(node);
    }
    for (int i = 0; i < n; i++) {
        hr_send(nodes[i], Peers, .first = nodes[(i + 1) % n], .second = nodes[(i + 2) % n]);
    }
    free(nodes);
    return hr_run();
}
