/* `pending N`: N messages are pending for one actor, then one more whose handler fails if any of the others came before it. */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Go, int i;);
HR_MESSAGE(Last);
struct receiver {
    int n;
};
static void on_go(struct receiver *self, const struct Go *m)
{
    self->n++;
}
static void on_last(struct receiver *self, const struct Last *m)
{
    hr_assert(self->n == 0);
}
HR_ACTOR(receiver, HR_ON(Go, on_go), HR_ON(Last, on_last));

int main(int argc, char **argv)
{
    hr_ref r = hr_spawn(receiver);
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 10); i++) {
        hr_send(r, Go, .i = i);
    }
    hr_send(r, Last);
    return hr_run();
}
