/* Tests of which each takes long. */
#include "harrier.h"

HR_MESSAGE(Go, int left;);
struct counter {
    unsigned long sum;
};
static void on_go(struct counter *self, const struct Go *m)
{
    self->sum += (unsigned long)m->left;
    if (m->left > 0) {
        hr_send(hr_self(), Go, .left = m->left - 1);
    }
}
HR_ACTOR(counter, HR_ON(Go, on_go));

static void many(void)
{
    for (int i = 0; i < 12; i++) {
        hr_send(hr_spawn(counter), Go, .left = 100);
    }
}
HR_TEST(first)
{
    many();
}
HR_TEST(second)
{
    many();
}
HR_TEST(third)
{
    many();
}
