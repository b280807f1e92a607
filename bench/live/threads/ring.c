/* A ring of threads, one token.  Usage: ring [messages] [actors] */
#include "../result.h"
#include "channel.h"

struct node {
    struct channel inbox;
    struct node *next;
    int64_t handled, size;
};

static void *pass_on(void *argument)
{
    struct node *self = argument;
    int64_t left;
    do {
        left = channel_receive(&self->inbox); /* deliveries still to come, this one included */
        self->handled++;
        if (left > 1) {
            channel_send(&self->next->inbox, left - 1);
        }
    } while (left > self->size); /* it does not come round again */
    return NULL;
}

int main(int argc, char **argv)
{
    int64_t size = argument(argc, argv, 2, 1000, 2), handled = 0;
    int64_t messages = (argument(argc, argv, 1, 100000, 1) + size - 1) / size * size;
    struct node *nodes = need(calloc((size_t)size, sizeof *nodes));
    pthread_t *threads = need(malloc((size_t)size * sizeof *threads));
    for (int64_t i = 0; i < size; i++) {
        channel_init(&nodes[i].inbox);
        nodes[i].next = &nodes[(i + 1) % size];
        nodes[i].size = size;
    }
    for (int64_t i = 0; i < size; i++) {
        threads[i] = thread_start(pass_on, &nodes[i]);
    }
    struct mark begun = mark_now();
    channel_send(&nodes[1].inbox, messages);
    pthread_join(threads[0], NULL); /* whole rounds: the last one is handled here */
    struct mark ended = mark_now();
    for (int64_t i = 1; i < size; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int64_t i = 0; i < size; i++) {
        handled += nodes[i].handled;
    }
    return report("ring", "messages", handled, messages, begun, ended);
}
