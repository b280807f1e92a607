/* Many threads send to one.  Usage: fan_in [messages each] [senders] */
#include "../result.h"
#include "channel.h"

static struct channel inbox;
static int64_t each;

static void *send_all(void *argument)
{
    channel_receive(argument);
    for (int64_t i = 1; i <= each; i++) {
        channel_send(&inbox, i);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    each = argument(argc, argv, 1, 1000, 1);
    int64_t senders = argument(argc, argv, 2, 1000, 1), handled = 0, sum = 0;
    channel_init(&inbox);
    struct channel *go = need(malloc((size_t)senders * sizeof *go));
    pthread_t *threads = need(malloc((size_t)senders * sizeof *threads));
    for (int64_t i = 0; i < senders; i++) {
        channel_init(&go[i]);
        threads[i] = thread_start(send_all, &go[i]);
    }
    struct mark begun = mark_now();
    for (int64_t i = 0; i < senders; i++) {
        channel_send(&go[i], 0);
    }
    for (; handled < senders * each; handled++) {
        sum += channel_receive(&inbox);
    }
    struct mark ended = mark_now();
    for (int64_t i = 0; i < senders; i++) {
        pthread_join(threads[i], NULL);
    }
    return wrong_count("fan_in (sum)", sum, senders * (each * (each + 1) / 2)) != 0 ||
           report("fan_in", "messages", handled, senders * each, begun, ended);
}
