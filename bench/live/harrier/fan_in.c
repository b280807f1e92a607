/* Many actors send to one, each all of its messages in one handler.  Usage: fan_in [messages each] [senders] */
#include "../result.h"
#include "harrier.h"

HR_MESSAGE(Start);
HR_MESSAGE(Go);
HR_MESSAGE(Value, int64_t value;);

struct sender {
    hr_ref collector;
    int64_t each;
};

static void on_go(struct sender *self, const struct Go *m)
{
    for (int64_t i = 1; i <= self->each; i++) {
        hr_send(self->collector, Value, .value = i);
    }
}

HR_ACTOR(sender, HR_ON(Go, on_go));

struct collector {
    int64_t senders, each, handled, sum;
    struct mark begun, ended;
};

static void on_start(struct collector *self, const struct Start *m)
{
    hr_ref *senders = malloc((size_t)self->senders * sizeof *senders);
    hr_assert(senders != NULL);
    for (int64_t i = 0; i < self->senders; i++) {
        senders[i] = hr_spawn(sender, .collector = hr_self(), .each = self->each);
    }
    self->begun = mark_now();
    for (int64_t i = 0; i < self->senders; i++) {
        hr_send(senders[i], Go);
    }
    free(senders);
}

static void on_value(struct collector *self, const struct Value *m)
{
    self->sum += m->value;
    if (++self->handled == self->senders * self->each) {
        self->ended = mark_now();
    }
}

HR_ACTOR(collector, HR_ON(Start, on_start), HR_ON(Value, on_value));

static hr_ref one;

static bool all_counted(void)
{
    const struct collector *c = hr_peek(one, collector);
    return wrong_count("fan_in (sum)", c->sum, c->senders * (c->each * (c->each + 1) / 2)) == 0 &&
           report("fan_in", "messages", c->handled, c->senders * c->each, c->begun, c->ended) == 0;
}

int main(int argc, char **argv)
{
    int64_t each = argument(argc, argv, 1, 1000, 1), senders = argument(argc, argv, 2, 1000, 1);
    one = hr_spawn(collector, .senders = senders, .each = each);
    hr_at_end(all_counted);
    hr_send(one, Start);
    return hr_run();
}
