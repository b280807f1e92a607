/* Pipeline sort (dissertation, Chapter 4; TransDPOR, Tables 1 and 2, with 4 values): each stage keeps the smallest value it
 * has seen and pushes the others on, to a stage that is created when it is first needed.
 *
 *     pipesort N */
#include <harrier.h>
#include <stdlib.h>

enum { VALUES_MAX = 8 };
static const int values[VALUES_MAX] = { 98, 163, 979, 92, 511, 7, 340, 25 };

HR_MESSAGE(Feed, int left;);
HR_MESSAGE(Push, int value;);

struct stage {
    hr_ref next;
    bool used;
    int kept;
};

static void on_push(struct stage *, const struct Push *m);
HR_ACTOR(stage, HR_ON(Push, on_push));

static void on_push(struct stage *self, const struct Push *m)
{
    if (!self->used) {
        self->used = true;
        self->kept = m->value;
        return;
    }
    if (self->next == HR_NOBODY) {
        self->next = hr_spawn(stage);
    }
    if (m->value >= self->kept) {
        hr_send(self->next, Push, .value = m->value);
    } else {
        hr_send(self->next, Push, .value = self->kept);
        self->kept = m->value;
    }
}

struct left {
    hr_ref first;
    int fed;
};

static void on_feed(struct left *self, const struct Feed *m)
{
    if (m->left == 0) {
        return;
    }
    if (self->first == HR_NOBODY) {
        self->first = hr_spawn(stage);
    }
    hr_send(self->first, Push, .value = values[self->fed++]);
    hr_send(hr_self(), Feed, .left = m->left - 1);
}

HR_ACTOR(left, HR_ON(Feed, on_feed));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    if (n < 0 || n > VALUES_MAX) {
        return 2;
    }
    hr_ref left = hr_spawn(left);
    hr_send(left, Feed, .left = n);
    return hr_run();
}
