/* Two actors, one message that goes to and fro.  Usage: ping_pong [messages] */
#include "../result.h"
#include "harrier.h"

HR_MESSAGE(Start);
HR_MESSAGE(Ball, int64_t left;); /* deliveries still to come, this one included */

struct player {
    hr_ref peer;
    int64_t messages, handled;
    struct mark begun, ended;
};

static void on_start(struct player *self, const struct Start *m)
{
    self->begun = mark_now();
    hr_send(self->peer, Ball, .left = self->messages);
}

static void on_ball(struct player *self, const struct Ball *m)
{
    self->handled++;
    if (m->left > 1) {
        hr_send(hr_sender(), Ball, .left = m->left - 1);
    } else {
        self->ended = mark_now();
    }
}

HR_ACTOR(player, HR_ON(Start, on_start), HR_ON(Ball, on_ball));

static hr_ref ping, pong;
static int64_t messages;

static bool all_counted(void)
{
    const struct player *a = hr_peek(ping, player), *b = hr_peek(pong, player);
    return report("ping_pong", "messages", a->handled + b->handled, messages, a->begun, a->ended) == 0;
}

int main(int argc, char **argv)
{
    messages = argument(argc, argv, 1, 1000000, 2) & ~(int64_t)1; /* even: ends where it began */
    pong = hr_spawn(player);
    ping = hr_spawn(player, .peer = pong, .messages = messages);
    hr_at_end(all_counted);
    hr_send(ping, Start);
    return hr_run();
}
