/* Globals that actors really share, declared as such: they are part of the state. */
#include "victim.h"

static struct {
    int declared, beside;
} data;

HR_MESSAGE(Add, int much;);

struct adder {
    int unused;
};
static void on_add(struct adder *self, const struct Add *m)
{
    data.declared = data.declared * 2 + m->much; /* the order matters: two ends */
}
static void on_adder_go(struct adder *self, const struct Go *m)
{
    data.beside = 1; /* here: beside */
}
HR_ACTOR(adder, HR_ON(Add, on_add), HR_ON(Go, on_adder_go));

static bool not_five(void)
{
    return data.declared != 5;
}

static void declared(void)
{
    hr_shared_global(data.declared);
    hr_send(hr_spawn(adder), Add, .much = 1);
    hr_send(hr_spawn(adder), Add, .much = 3);
}

/* 1 then 3 gives 5, 3 then 1 gives 7. */
static void wrong(void)
{
    declared();
    hr_at_end(not_five); /* here: wrong */
}

static void beside(void)
{
    hr_shared_global(data.declared);
    hr_send(hr_spawn(adder), Go);
}

/* A second variable, in another place. */
static int other;

struct doubler {
    int unused;
};
static void on_doubler_add(struct doubler *self, const struct Add *m)
{
    other = other * 2 + m->much;
}
HR_ACTOR(doubler, HR_ON(Add, on_doubler_add));

static bool both_known(void)
{
    return other == 5 || other == 7;
}

static void both(void)
{
    declared();
    hr_shared_global(other);
    hr_send(hr_spawn(doubler), Add, .much = 1);
    hr_send(hr_spawn(doubler), Add, .much = 3);
    hr_at_end(both_known);
}

DRIVERS(ACT(declared), ACT(wrong), ACT(beside), ACT(both))
