/* One test for each way in which a check can come out. */
#include <harrier.h>

HR_MESSAGE(Go);

struct actor {
    int count;
};

static int hidden; /* no part of any state: erratic is checked without guards */

static void on_go(struct actor *self, const struct Go *m)
{
    self->count = ++hidden;
}

HR_ACTOR(actor, HR_ON(Go, on_go));

struct silent {
    int nothing;
};

static void on_nothing(struct silent *self, const struct Go *m) {}

HR_ACTOR(silent, HR_ON(Go, on_nothing));

static bool never(void)
{
    return false;
}

HR_TEST(passes)
{
    hr_send(hr_spawn(silent), Go);
}

HR_TEST(fails)
{
    hr_send(hr_spawn(silent), Go);
    hr_at_end(never);
}

HR_TEST(skips)
{
    hr_skip("not today");
}

HR_TEST(erratic)
{
    hr_send(hr_spawn(actor), Go);
}

HR_TEST(idle)
{
    hr_spawn(silent);
}
