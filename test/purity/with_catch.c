/* The actors of with_catch.cpp. */
#include <harrier.h>
#include <stddef.h>

HR_MESSAGE(Next);
int catch_and_wait(int n);
struct waiter {
    int n;
};
void wait_for_next(void)
{
    hr_receive(Next);
}
static void run(struct waiter *self)
{
    hr_receive(Next);
    hr_assert(catch_and_wait(self->n));
    hr_assert(catch_and_wait(self->n + 1));
}
HR_PROCESS(waiter, run);

int main(void)
{
    for (int i = 0; i < 2; i++) {
        hr_ref w = hr_spawn(waiter, .n = 10 * i);
        hr_send(w, Next);
        hr_send(w, Next);
        hr_send(w, Next);
    }
    return hr_run();
}
