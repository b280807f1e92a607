/* A message to an actor that is gone. */
#include "victim.h"

struct leaver {
    int unused;
};
static void on_leaver_go(struct leaver *self, const struct Go *m)
{
    hr_stop();
}
HR_ACTOR(leaver, HR_ON(Go, on_leaver_go));

int main(void)
{
    hr_ref l = hr_spawn(leaver);
    hr_send(l, Go);
    hr_send(l, Go);
    return hr_run();
}
