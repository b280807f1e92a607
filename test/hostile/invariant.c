/* Predicates over states, and conditions that must be reached. */
#include "victim.h"

struct counter {
    int value;
};
static void on_counter_go(struct counter *self, const struct Go *m)
{
    self->value++;
    hr_sometimes(self->value == 3);
}
HR_ACTOR(counter, HR_ON(Go, on_counter_go));

static hr_ref counter;

static bool below_two(void)
{
    return hr_peek(counter, counter)->value < 2;
}

static bool exactly_three(void)
{
    return hr_peek(counter, counter)->value == 3;
}

static void count(int n)
{
    counter = hr_spawn(counter);
    for (int i = 0; i < n; i++) {
        hr_send(counter, Go);
    }
}

static void always(void)
{
    count(3);
    hr_always(below_two); /* here: always */
}

static void at_end(void)
{
    count(4);
    hr_at_end(exactly_three); /* here: at_end */
}

static void holds(void)
{
    count(3);
    hr_at_end(exactly_three);
}

DRIVERS(ACT(always), ACT(at_end), ACT(holds))
