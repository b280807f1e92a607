/* Three different violations in one program; or, with the argument `alike`, one that two actors have. */
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

int main(int argc, char **argv)
{
    bool alike = argc > 1 && strcmp(argv[1], "alike") == 0;
    hr_send(hr_spawn(victim, .act = asserts), Go);
    hr_send(hr_spawn(victim, .act = alike ? asserts : crashes), Go);
    if (!alike) {
        hr_send(hr_spawn(victim, .act = writes), Go);
    }
    return hr_run();
}
