/* Built to measure coverage: counters are written everywhere. With -DGLOBAL the program writes a variable of its own beside them. */
#include <getopt.h>
#include <harrier.h>
static int global;
static int branch(int x)
{
    return x > 3 ? x * 2 : x;
}
static void thing(void)
{
    char *argv[] = { "x", "-a", "rest", NULL };
    while (getopt(3, argv, "a") != -1) {}
    hr_assert(branch(4) == 8 && branch(2) == 2);
#ifdef GLOBAL
    global++;
#endif
}
#include "thing.h"
