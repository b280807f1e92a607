/* One thread asks another, and waits for the answer before it asks again.  Usage: call [messages] */
#include "../result.h"
#include "channel.h"

static struct channel questions, answers;
static int64_t calls, handled;

static void *serve(void *argument)
{
    for (int64_t i = 0; i < calls; i++) {
        int64_t value = channel_receive(&questions);
        handled++;
        channel_send(&answers, value + 1);
    }
    return argument;
}

int main(int argc, char **argv)
{
    calls = argument(argc, argv, 1, 100000, 2) / 2;
    int64_t answered = 0;
    channel_init(&questions);
    channel_init(&answers);
    pthread_t server = thread_start(serve, NULL);
    struct mark begun = mark_now();
    for (int64_t i = 0; i < calls; i++) {
        channel_send(&questions, i);
        answered += channel_receive(&answers) == i + 1;
    }
    struct mark ended = mark_now();
    pthread_join(server, NULL);
    return report("call", "messages", answered + handled, 2 * calls, begun, ended);
}
