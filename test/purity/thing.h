/* One thing in two actors, three times each: define thing(), then include this. */
#include <harrier.h>

HR_MESSAGE(Go);
struct worker {
    int done;
};
static void on_go(struct worker *self, const struct Go *m)
{
    thing();
    if (++self->done < 3) {
        hr_send(hr_self(), Go);
    }
}
HR_ACTOR(worker, HR_ON(Go, on_go));

int main(void)
{
#ifdef PREPARE
    PREPARE; /* what the library would otherwise do at its first use */
#endif
    hr_send(hr_spawn(worker), Go);
    hr_send(hr_spawn(worker), Go);
    return hr_run();
}
