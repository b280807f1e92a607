/* A nursery that never closes: every child that is born asks for another one. Nobody ends, so there are more and more actors.
 *
 *     nursery */
#include <harrier.h>

HR_MESSAGE(Another);

static hr_ref nursery;

struct child {
    int unused;
};

static void child_init(struct child *self)
{
    hr_send(nursery, Another);
}

HR_ACTOR(child, HR_INIT(child_init));

struct nursery {
    int unused;
};

static void on_another(struct nursery *self, const struct Another *m)
{
    hr_spawn(child);
}

HR_ACTOR(nursery, HR_ON(Another, on_another));

int main(void)
{
    nursery = hr_spawn(nursery);
    hr_send(nursery, Another);
    return hr_run();
}
