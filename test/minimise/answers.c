/* A violation that does not depend on what was chosen. */
#include <harrier.h>

HR_MESSAGE(Go);

struct chooser {
    int chosen;
};

static void on_go(struct chooser *self, const struct Go *m)
{
    self->chosen = hr_choose(3) + hr_choose(2);
    hr_assert(self->chosen < 0);
}

HR_ACTOR(chooser, HR_ON(Go, on_go));

int main(void)
{
    hr_send(hr_spawn(chooser), Go);
    return hr_run();
}
