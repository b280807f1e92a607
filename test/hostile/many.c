/* N actors that each count K messages: (K+1)^N states, as many as a test of a limit wants. */
#include "victim.h"

struct counter {
    int count;
};
static void on_counter_go(struct counter *self, const struct Go *m)
{
    self->count++;
}
HR_ACTOR(counter, HR_ON(Go, on_counter_go));

int main(int argc, char **argv)
{
    int actors = argc > 1 ? atoi(argv[1]) : 2, messages = argc > 2 ? atoi(argv[2]) : 2;
    for (int i = 0; i < actors; i++) {
        hr_ref c = hr_spawn(counter);
        for (int k = 0; k < messages; k++) {
            hr_send(c, Go);
        }
    }
    return hr_run();
}
