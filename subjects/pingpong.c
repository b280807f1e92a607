/* Ping and pong (Jacco, Listing 1): Ping sends two messages, -1 and then 1; Pong adds them up and answers while its sum is
 * not negative. Where the messages of a pair of actors stay in order there are 4 states. Where they do not, Pong can answer
 * twice, and the program grows without end. */
#include <harrier.h>

HR_MESSAGE(Ping);
HR_MESSAGE(Pong, int value;);

struct pong {
    int counter;
};

static void on_pong(struct pong *self, const struct Pong *m)
{
    self->counter += m->value;
    if (self->counter >= 0) {
        hr_send(hr_sender(), Ping);
    }
}

HR_ACTOR(pong, HR_ON(Pong, on_pong));

struct ping {
    hr_ref pong;
};

static void on_ping(struct ping *self, const struct Ping *m)
{
    hr_send(self->pong, Pong, .value = -1);
    hr_send(self->pong, Pong, .value = 1);
}

HR_ACTOR(ping, HR_ON(Ping, on_ping));

int main(void)
{
    hr_ref pong = hr_spawn(pong);
    hr_ref ping = hr_spawn(ping, .pong = pong);
    hr_send(ping, Ping);
    return hr_run();
}
