/* A violation behind moves that the search knows by then: its schedule must name the right one of them. */
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

int main(void)
{
    hr_send(hr_spawn(victim), Number);
    hr_send(hr_spawn(victim), Number);
    hr_ref fuse = hr_spawn(fuse);
    hr_send(fuse, Number);
    hr_send(fuse, Go);
    return hr_run();
}
