/* Three different violations in one program. */
#include "victim.h"

static char *volatile none;
static volatile const int zero = 0;
static int global;

static void asserts(void)
{
    hr_assert(zero == 1);
}

static void crashes(void)
{
    *none = 'x';
}

static void writes(void)
{
    global++;
}

int main(void)
{
    hr_send(hr_spawn(victim, .act = asserts), Go);
    hr_send(hr_spawn(victim, .act = crashes), Go);
    hr_send(hr_spawn(victim, .act = writes), Go);
    return hr_run();
}
