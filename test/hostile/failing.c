/* hr_fail() answers the caller that waits and those that come later. */
#include "victim.h"

HR_MESSAGE(Ask);
HR_MESSAGE(Answer, int value;);

struct failing {
    int unused;
};
static void on_ask(struct failing *self, const struct Ask *m)
{
    hr_fail(7);
}
HR_ACTOR(failing, HR_ON(Ask, on_ask));

struct caller {
    hr_ref callee;
};
static void on_caller_go(struct caller *self, const struct Go *m)
{
    hr_assert(hr_call(self->callee, Answer, Ask).value == 0);
    hr_assert(hr_call_error() == 7);
    hr_call(self->callee, Answer, Ask);
    hr_assert(hr_call_error() == 7);
}
HR_ACTOR(caller, HR_ON(Go, on_caller_go));

int main(void)
{
    hr_ref callee = hr_spawn(failing);
    hr_send(hr_spawn(caller, .callee = callee), Go);
    hr_send(hr_spawn(caller, .callee = callee), Go);
    return hr_run();
}
