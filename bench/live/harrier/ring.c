/* A ring of actors, one token.  Usage: ring [messages] [actors] */
#include "../result.h"
#include "harrier.h"

HR_MESSAGE(Start);
HR_MESSAGE(Link, hr_ref next;);
HR_MESSAGE(Token, int64_t left;); /* deliveries still to come, this one included */

struct node {
    hr_ref next;
    int64_t messages, handled;
    struct mark begun, ended;
};

static void on_link(struct node *self, const struct Link *m)
{
    self->next = m->next;
}

static void on_start(struct node *self, const struct Start *m)
{
    self->begun = mark_now();
    hr_send(self->next, Token, .left = self->messages);
}

static void on_token(struct node *self, const struct Token *m)
{
    self->handled++;
    if (m->left > 1) {
        hr_send(self->next, Token, .left = m->left - 1);
    } else {
        self->ended = mark_now();
    }
}

HR_ACTOR(node, HR_ON(Link, on_link), HR_ON(Start, on_start), HR_ON(Token, on_token));

static hr_ref *nodes;
static int64_t messages, size;

static bool all_counted(void)
{
    int64_t handled = 0;
    for (int64_t i = 0; i < size; i++) {
        handled += hr_peek(nodes[i], node)->handled;
    }
    const struct node *head = hr_peek(nodes[0], node);
    return report("ring", "messages", handled, messages, head->begun, head->ended) == 0;
}

int main(int argc, char **argv)
{
    size = argument(argc, argv, 2, 1000, 2);
    messages = (argument(argc, argv, 1, 1000000, 1) + size - 1) / size * size; /* whole rounds: ends where it began */
    nodes = malloc((size_t)size * sizeof *nodes);
    if (nodes == NULL) {
        return 2;
    }
    for (int64_t i = size - 1; i >= 0; i--) {
        nodes[i] = hr_spawn(node, .next = i == size - 1 ? HR_NOBODY : nodes[i + 1], .messages = messages);
    }
    hr_at_end(all_counted);
    hr_send(nodes[size - 1], Link, .next = nodes[0]);
    hr_settle();
    hr_send(nodes[0], Start);
    int status = hr_run();
    free(nodes);
    return status;
}
