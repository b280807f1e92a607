/* A binary tree of threads: each creates two, adds up what they answer, answers and ends.  Usage: create [depth] */
#include "../result.h"
#include "channel.h"

struct node {
    struct channel inbox, *parent;
};

static void *spread(void *argument);

static void create(struct channel *parent, int64_t depth)
{
    struct node *child = need(malloc(sizeof *child));
    channel_init(&child->inbox);
    child->parent = parent;
    channel_send(&child->inbox, depth); /* first: the child frees itself */
    pthread_detach(thread_start(spread, child));
}

static void *spread(void *argument)
{
    struct node *self = argument;
    int64_t depth = channel_receive(&self->inbox), actors = 1;
    if (depth > 1) {
        create(&self->inbox, depth - 1);
        create(&self->inbox, depth - 1);
        actors += channel_receive(&self->inbox);
        actors += channel_receive(&self->inbox);
    }
    channel_send(self->parent, actors);
    channel_close(&self->inbox);
    free(self);
    return NULL;
}

int main(int argc, char **argv)
{
    int64_t depth = argument(argc, argv, 1, 12, 1);
    static struct channel inbox;
    channel_init(&inbox);
    struct mark begun = mark_now();
    create(&inbox, depth);
    int64_t actors = channel_receive(&inbox);
    return report("create", "actors", actors, ((int64_t)1 << depth) - 1, begun, mark_now());
}
