/* A lost update. Two clients add one to a counter. Each reads the value, adds one and writes the sum back. Between a client's read
 * and its write the other client may do the same, and then one of the two additions is lost.
 *
 *     ./counter                           runs; the result is 2, nearly always
 *     harrier check ./counter             finds the order in which it is 1
 *     harrier check ./counter fixed       the counter adds by itself: passes, in every order
 *
 * New here: hr_call waits for a reply; hr_at_end says what must hold when nothing is left to do. */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Get);
HR_MESSAGE(Value, int value;);
HR_MESSAGE(Set, int value;);
HR_MESSAGE(Add, int amount;);
HR_MESSAGE(Start);

struct counter {
    int value;
};

static void on_get(struct counter *self, const struct Get *m)
{
    hr_reply(Value, .value = self->value);
}

static void on_set(struct counter *self, const struct Set *m)
{
    self->value = m->value;
}

static void on_add(struct counter *self, const struct Add *m)
{
    self->value += m->amount;
}

HR_ACTOR(counter, HR_ON(Get, on_get), HR_ON(Set, on_set), HR_ON(Add, on_add));

struct client {
    hr_ref counter;
    bool fixed;
};

static void on_start(struct client *self, const struct Start *m)
{
    if (self->fixed) {
        hr_send(self->counter, Add, .amount = 1);
    } else {
        int value = hr_call(self->counter, Value, Get).value;
        hr_send(self->counter, Set, .value = value + 1);
    }
}

HR_ACTOR(client, HR_ON(Start, on_start));

static hr_ref counter;

static bool both_were_counted(void)
{
    return hr_peek(counter, counter)->value == 2;
}

int main(int argc, char **argv)
{
    bool fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    counter = hr_spawn(counter);
    for (int i = 0; i < 2; i++) {
        hr_ref client = hr_spawn(client, .counter = counter, .fixed = fixed);
        hr_send(client, Start);
    }
    hr_at_end(both_were_counted);
    return hr_run();
}
