/* A binary tree of actors: each creates two, adds up what they answer, answers and stops.  Usage: create [depth] */
#include "../result.h"
#include "harrier.h"

HR_MESSAGE(Start);
HR_MESSAGE(Spread, int64_t depth;);
HR_MESSAGE(Size, int64_t actors;);

struct node {
    hr_ref parent;
    int64_t actors, answers;
};

static void answer(struct node *self)
{
    hr_send(self->parent, Size, .actors = self->actors);
    hr_stop();
}

static void on_spread(struct node *self, const struct Spread *m);

static void on_size(struct node *self, const struct Size *m)
{
    self->actors += m->actors;
    if (++self->answers == 2) {
        answer(self);
    }
}

HR_ACTOR(node, HR_ON(Spread, on_spread), HR_ON(Size, on_size));

static void on_spread(struct node *self, const struct Spread *m)
{
    self->actors = 1;
    if (m->depth == 1) {
        answer(self);
    }
    for (int i = 0; i < 2; i++) {
        hr_send(hr_spawn(node, .parent = hr_self()), Spread, .depth = m->depth - 1);
    }
}

struct root {
    int64_t depth, actors;
    struct mark begun, ended;
};

static void on_start(struct root *self, const struct Start *m)
{
    self->begun = mark_now();
    hr_send(hr_spawn(node, .parent = hr_self()), Spread, .depth = self->depth);
}

static void on_total(struct root *self, const struct Size *m)
{
    self->ended = mark_now();
    self->actors = m->actors;
}

HR_ACTOR(root, HR_ON(Start, on_start), HR_ON(Size, on_total));

static hr_ref root;

static bool all_counted(void)
{
    const struct root *r = hr_peek(root, root);
    return report("create", "actors", r->actors, ((int64_t)1 << r->depth) - 1, r->begun, r->ended) == 0;
}

int main(int argc, char **argv)
{
    root = hr_spawn(root, .depth = argument(argc, argv, 1, 20, 1));
    hr_at_end(all_counted);
    hr_send(root, Start);
    return hr_run();
}
