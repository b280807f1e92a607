/* What a predicate's answer depends on. Answers are remembered, so all that a predicate looked at must count. In each of these programs the
 * answer changes with something that the predicate does not peek at. */
#include <harrier.h>
#include <stdint.h>
#include <stdlib.h>

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

/* What one predicate may read counts as a look of the next one too. */
static bool looks_at_both(void)
{
    return hr_peek(changing, cell)->value < 4 && hr_peek(steady, cell)->value < 4;
}
HR_TEST(looks_through_a_pointer_after_another)
{
    hr_always(looks_at_both);
    hr_always(no_two_through_a_pointer);
    begin();
}

/* Sometimes it looks at both, sometimes at one. */
static bool not_three_and_two(void)
{
    int value = hr_peek(changing, cell)->value;
    return value == 1 || value == 2 || hr_peek(steady, cell)->value != 2 || value != 3;
}
HR_TEST(looks_at_fewer_later)
{
    hr_always(not_three_and_two);
    begin();
    hr_send(steady, Set, .value = 2);
}

/* ---- memory that grows and shrinks between two looks ---- */

HR_MESSAGE(Resize, int count;);

struct hoard {
    int count;
    int *items; /* only the first and the last one are written */
};
static void hoard_resize(struct hoard *self, const struct Resize *m)
{
    free(self->items);
    self->count = m->count;
    self->items = m->count == 0 ? NULL : malloc((size_t)m->count * sizeof *self->items);
    if (self->items != NULL) {
        self->items[0] = self->items[m->count - 1] = -m->count;
    }
}
HR_ACTOR(hoard, HR_ON(Resize, hoard_resize));

static hr_ref hoards[2];
static bool hoards_fit(void)
{
    for (int i = 0; i < 2; i++) {
        const struct hoard *h = hr_peek(hoards[i], hoard);
        if (h->count != 0 && (h->items[0] != -h->count || h->items[h->count - 1] != -h->count)) {
            return false;
        }
    }
    return true;
}
/* Either hoard ends with the size that came last. */
HR_TEST(looks_at_growing_memory)
{
    static const int sizes[] = { 3, 2500, 0, 1500, 40 };
    hr_always(hoards_fit);
    for (int i = 0; i < 2; i++) {
        hoards[i] = hr_spawn(hoard);
        for (int k = 0; k < 5 - i; k++) {
            hr_send(hoards[i], Resize, .count = sizes[k]);
        }
    }
}

/* ---- memory that creation writes ---- */

static int created;

struct counted {
    int tried;
};
static void counted_begin(struct counted *self)
{
    created++;
}
static void counted_set(struct counted *self, const struct Set *m)
{
    self->tried = created;
}
HR_ACTOR(counted, HR_INIT(counted_begin), HR_ON(Set, counted_set));

static hr_ref one;
static bool not_tried_with_two(void)
{
    return created != 2 || hr_peek(one, counted)->tried == 0;
}
/* Creation is audited when exploration begins, which must not count. */
HR_TEST(looks_at_what_creation_wrote)
{
    hr_shared_global(created);
    one = hr_spawn(counted);
    hr_spawn(counted);
    hr_always(not_tried_with_two);
    hr_send(one, Set, .value = 1);
}

/* ---- memory in which steps have run since the last look ---- */

HR_MESSAGE(Count);
HR_MESSAGE(Counted, int count;);

struct counter {
    hr_ref mirror; /* HR_NOBODY: none */
    int count;
};
static void counter_count(struct counter *self, const struct Count *m)
{
    self->count++;
    if (self->mirror != HR_NOBODY) {
        hr_send(self->mirror, Counted, .count = self->count);
    }
}
static void counter_counted(struct counter *self, const struct Counted *m)
{
    self->count = m->count > self->count ? m->count : self->count;
}
HR_ACTOR(counter, HR_ON(Count, counter_count), HR_ON(Counted, counter_counted));

static hr_ref counter_one, mirror, bystander;
static bool mirror_is_not_ahead(void)
{
    bool any = hr_peek(bystander, counter)->count >= 0;
    return any && hr_peek(mirror, counter)->count <= hr_peek(counter_one, counter)->count;
}
/* While the bystander counts, there are states in which nothing else has happened yet, and which come after others where all has. */
HR_TEST(looks_after_steps)
{
    mirror = hr_spawn(counter);
    counter_one = hr_spawn(counter, .mirror = mirror);
    bystander = hr_spawn(counter);
    hr_always(mirror_is_not_ahead);
    hr_send(counter_one, Count);
    for (int i = 0; i < 6; i++) {
        hr_send(bystander, Count);
    }
}
