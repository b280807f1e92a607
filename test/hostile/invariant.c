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

/* Two and back to none, without a choice after the first step: a big step has all of it inside. */
struct wave {
    int value;
};
static void on_wave_go(struct wave *self, const struct Go *m)
{
    if (self->value == 0) {
        hr_choose(2);
    }
    self->value = (self->value + 1) % 3;
    if (self->value != 0) {
        hr_send(hr_self(), Go);
    }
}
HR_ACTOR(wave, HR_ON(Go, on_wave_go));

static bool wave_below_two(void)
{
    return hr_peek(counter, wave)->value < 2;
}

static void between(void)
{
    counter = hr_spawn(wave);
    hr_send(counter, Go);
    hr_always(wave_below_two); /* here: between */
}

/* Two predicates that are asked of the same states and answer differently. */
static bool below_nine(void)
{
    return hr_peek(counter, counter)->value < 9;
}

static void second(void)
{
    count(3);
    hr_always(below_nine);
    hr_always(below_two); /* here: second */
}

/* Only the last state is wrong. */
static bool below_three(void)
{
    return hr_peek(counter, counter)->value < 3;
}

static void last(void)
{
    count(3);
    hr_always(below_three); /* here: last */
}

DRIVERS(ACT(always), ACT(at_end), ACT(holds), ACT(between), ACT(second), ACT(last))
