/* What a predicate's answer depends on. Answers are remembered, so all that a predicate looked at must count. In each of these programs the
 * answer changes with something that the predicate does not peek at. */
#include <harrier.h>
#include <stdint.h>

HR_MESSAGE(Introduce, hr_ref to;);
HR_MESSAGE(Address, uintptr_t at;); /* its complement: addresses are not sent */
HR_MESSAGE(Set, int value;);

static int shared_copy;
static bool copies;

struct cell {
    int value;
    uint64_t seen;
    uintptr_t other;
};
static void cell_introduce(struct cell *self, const struct Introduce *m)
{
    hr_send(m->to, Address, .at = ~(uintptr_t)self);
}
static void cell_address(struct cell *self, const struct Address *m)
{
    self->other = ~m->at;
}
static void cell_set(struct cell *self, const struct Set *m)
{
    self->value = m->value;
    self->seen = hr_now();
    if (copies) {
        shared_copy = m->value;
    }
}
HR_ACTOR(cell, HR_ON(Introduce, cell_introduce), HR_ON(Address, cell_address), HR_ON(Set, cell_set));

static hr_ref changing, steady;
static uint64_t started;

/* One cell knows where the other one is, and does not change any more; the other changes. */
static void begin(void)
{
    changing = hr_spawn(cell);
    steady = hr_spawn(cell);
    hr_send(changing, Introduce, .to = steady);
    hr_settle();
    started = hr_now();
    for (int i = 1; i <= 3; i++) {
        hr_send(changing, Set, .value = i);
    }
}

static bool no_two_through_a_pointer(void)
{
    return ((const struct cell *)hr_peek(steady, cell)->other)->value != 2;
}
HR_TEST(looks_through_a_pointer)
{
    hr_always(no_two_through_a_pointer);
    begin();
}

static bool no_two_in_shared_memory(void)
{
    return hr_peek(steady, cell)->value == 0 && shared_copy != 2;
}
HR_TEST(looks_into_shared_memory)
{
    hr_shared_global(shared_copy);
    copies = true;
    hr_always(no_two_in_shared_memory);
    begin();
}

/* Time is that of the actor whose clock is most advanced. */
static bool little_time_has_passed(void)
{
    return hr_peek(steady, cell)->value == 0 && hr_now() < started + 3;
}
HR_TEST(looks_at_the_clock)
{
    hr_always(little_time_has_passed);
    begin();
}
