/* A violation behind moves that the search knows by then: its schedule must name the right ones of them, in their order. */
#include "victim.h"

struct fuse {
    bool lit;
};
static void on_light(struct fuse *self, const struct Number *m)
{
    self->lit = true;
}
static void on_fuse_go(struct fuse *self, const struct Go *m)
{
    hr_assert(!self->lit); /* here */
}
HR_ACTOR(fuse, HR_ON(Number, on_light), HR_ON(Go, on_fuse_go));

struct match {
    hr_ref fuse;
};
static void on_strike(struct match *self, const struct Number *m)
{
    hr_send(self->fuse, Number);
}
HR_ACTOR(match, HR_ON(Number, on_strike));

int main(void)
{
    hr_ref fuse = hr_spawn(fuse);
    hr_send(hr_spawn(victim), Number);
    hr_send(hr_spawn(victim), Number);
    hr_send(hr_spawn(match, .fuse = fuse), Number);
    hr_send(fuse, Go);
    return hr_run();
}
