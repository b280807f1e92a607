/* Two threads, one message that goes to and fro.  Usage: ping_pong [messages] */
#include "../result.h"
#include "channel.h"

struct player {
    struct channel inbox;
    struct player *peer;
    int64_t handled;
};

static void *play(void *argument)
{
    struct player *self = argument;
    int64_t left;
    do {
        left = channel_receive(&self->inbox); /* deliveries still to come, this one included */
        self->handled++;
        if (left > 1) {
            channel_send(&self->peer->inbox, left - 1);
        }
    } while (left > 2);
    return NULL;
}

int main(int argc, char **argv)
{
    int64_t messages = argument(argc, argv, 1, 100000, 2) & ~(int64_t)1;
    static struct player ping, pong;
    channel_init(&ping.inbox);
    channel_init(&pong.inbox);
    ping.peer = &pong;
    pong.peer = &ping;
    pthread_t a = thread_start(play, &ping), b = thread_start(play, &pong);
    struct mark begun = mark_now();
    channel_send(&pong.inbox, messages);
    pthread_join(a, NULL);
    struct mark ended = mark_now();
    pthread_join(b, NULL);
    return report("ping_pong", "messages", ping.handled + pong.handled, messages, begun, ended);
}
