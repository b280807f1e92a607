/* hr_choose() takes every value, and the one that hurts is found. */
#include "victim.h"

struct chooser {
    unsigned first, second;
};
static void on_chooser_go(struct chooser *self, const struct Go *m)
{
    self->first = hr_choose(3);
    self->second = hr_choose(2);
    hr_sometimes(self->first == 2 && self->second == 1);
}
static void on_chooser_number(struct chooser *self, const struct Number *m)
{
    hr_assert(self->first * 10 + self->second != m->value); /* here */
}
HR_ACTOR(chooser, HR_ON(Go, on_chooser_go), HR_ON(Number, on_chooser_number));

int main(int argc, char **argv)
{
    hr_ref c = hr_spawn(chooser);
    hr_send(c, Go);
    hr_send(c, Number, .value = argc > 1 ? (uint64_t)atoi(argv[1]) : 99);
    return hr_run();
}
