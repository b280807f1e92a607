/* Spin sort (dissertation, Table 3.2, with 4 values; from the dCUTE study): N stages stand in a row from the start; each
 * keeps the smallest value it has seen and sends the others on, as many as there are stages after it.
 *
 *     spinsort N            an actor feeds the first stage
 *     spinsort N scala      main() does */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 8 };
static const int values[VALUES_MAX] = { 98, 163, 979, 92, 511, 7, 340, 25 };

HR_MESSAGE(Feed);
HR_MESSAGE(Value, int value;);

struct stage {
    hr_ref next;
    int following; /* how many values it still has to send on */
    bool used, remembers;
    int kept, last; /* the Scala program remembers the last value too, in a field that nobody reads */
};

static void on_value(struct stage *self, const struct Value *m)
{
    if (!self->used) {
        self->used = true;
        self->kept = m->value;
    } else if (self->following > 0) {
        self->last = self->remembers ? m->value : 0;
        if (m->value >= self->kept) {
            hr_send(self->next, Value, .value = m->value);
        } else {
            hr_send(self->next, Value, .value = self->kept);
            self->kept = m->value;
        }
        self->following--;
    }
}

HR_ACTOR(stage, HR_ON(Value, on_value));

struct left {
    hr_ref first;
    int count;
};

static void on_feed(struct left *self, const struct Feed *m)
{
    for (int i = 0; i < self->count; i++) {
        hr_send(self->first, Value, .value = values[i]);
    }
}

HR_ACTOR(left, HR_ON(Feed, on_feed));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    bool scala = argc > 2 && strcmp(argv[2], "scala") == 0;
    if (n < 1 || n > VALUES_MAX) {
        return 2;
    }
    hr_ref stage = HR_NOBODY;
    for (int i = 0; i < n; i++) { /* from the last to the first */
        stage = hr_spawn(stage, .next = stage, .following = i, .remembers = scala);
    }
    if (scala) {
        for (int i = 0; i < n; i++) {
            hr_send(stage, Value, .value = values[i]);
        }
    } else {
        hr_ref left = hr_spawn(left, .first = stage, .count = n);
        hr_send(left, Feed);
    }
    return hr_run();
}
