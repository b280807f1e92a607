/* A large message, by value: it lies on the sender's stack, and on the receiver's. */
#include <harrier.h>

HR_MESSAGE(Go);
HR_MESSAGE(Large, char bytes[400000];);

struct receiver {
    int last;
};
static void on_large(struct receiver *self, const struct Large *m)
{
    self->last = m->bytes[sizeof m->bytes - 1] + m->bytes[0];
}
HR_ACTOR(receiver, HR_ON(Large, on_large));

struct sender {
    hr_ref to;
};
static void on_go(struct sender *self, const struct Go *m)
{
    hr_send(self->to, Large, .bytes = { 7 });
}
HR_ACTOR(sender, HR_ON(Go, on_go));

static hr_ref receiver;
static bool came(void)
{
    return hr_peek(receiver, receiver)->last == 7;
}

int main(void)
{
    receiver = hr_spawn(receiver);
    hr_at_end(came);
    hr_send(hr_spawn(sender, .to = receiver), Go);
    return hr_run();
}
