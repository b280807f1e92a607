/* The alternating-bit protocol over links that may lose messages (Bartlett, Scantlebury and Wilkinson, 1969). A message is sent again whenever the
 * sender's timer comes, as often as it likes, so there are endless executions, and as many states as one cares to wait for.
 *
 * Bug: the sender takes any acknowledgement for that of its last message. A message that was sent twice is acknowledged twice; the second
 *      acknowledgement is taken for that of the next message, which may be lost.
 * Fix: the sender looks at the bit.
 *
 *     alternating [fixed] */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Begin);
HR_MESSAGE(Connect);
HR_MESSAGE(Data, int bit; int number;);
HR_MESSAGE(Ack, int bit;);
HR_MESSAGE(Again);

static bool fixed;
static hr_ref sender, receiver, there, back; /* and the links there and back */

/* ---- links ---- */

struct link {
    int unused;
};

static void on_data_in_link(struct link *self, const struct Data *m)
{
    if (hr_choose(2) == 0) {
        hr_send(receiver, Data, .bit = m->bit, .number = m->number);
    }
}

static void on_ack_in_link(struct link *self, const struct Ack *m)
{
    if (hr_choose(2) == 0) {
        hr_send(sender, Ack, .bit = m->bit);
    }
}

HR_ACTOR(link, HR_ON(Data, on_data_in_link), HR_ON(Ack, on_ack_in_link));

/* ---- the sender ---- */

struct sender {
    int bit;
    int number; /* of the message that was not acknowledged yet, from 0; modulo 4, so that it is not what makes states endless */
};

static void send_it(const struct sender *self)
{
    hr_send(there, Data, .bit = self->bit, .number = self->number);
}

static void on_connect(struct sender *self, const struct Connect *m)
{
    send_it(self);
    hr_after(100, Again);
}

static void on_again(struct sender *self, const struct Again *m)
{
    send_it(self);
    hr_after(100, Again);
}

static void on_ack(struct sender *self, const struct Ack *m)
{
    if (fixed && m->bit != self->bit) {
        return;
    }
    self->bit = !self->bit;
    self->number = (self->number + 1) % 4;
    send_it(self);
}

HR_ACTOR(sender, HR_ON(Connect, on_connect), HR_ON(Again, on_again), HR_ON(Ack, on_ack));

/* ---- the receiver ---- */

struct receiver {
    int bit;
    int number; /* of the next message */
};

static void on_data(struct receiver *self, const struct Data *m)
{
    if (m->bit == self->bit) {
        hr_assert(m->number == self->number); /* nothing is lost */
        self->bit = !self->bit;
        self->number = (self->number + 1) % 4;
    } else {
        hr_assert((m->number + 1) % 4 == self->number); /* what comes twice is the last one */
    }
    hr_send(back, Ack, .bit = m->bit);
}

HR_ACTOR(receiver, HR_ON(Data, on_data));

/* ---- */

struct client {
    int unused;
};

static void on_begin(struct client *self, const struct Begin *m)
{
    hr_send(sender, Connect);
}

HR_ACTOR(client, HR_ON(Begin, on_begin));

int main(int argc, char **argv)
{
    fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    there = hr_spawn(link);
    back = hr_spawn(link);
    receiver = hr_spawn(receiver);
    sender = hr_spawn(sender);
    hr_send(hr_spawn(client), Begin);
    return hr_run();
}
