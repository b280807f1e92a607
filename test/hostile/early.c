/* Programs that do not come to hr_run(). */
#include <unistd.h>

#include "victim.h"

static char *volatile none;

struct fragile {
    int unused;
};
static void fragile_init(struct fragile *self)
{
    *none = 'x'; /* here: init */
}
HR_ACTOR(fragile, HR_INIT(fragile_init));

struct endless {
    int unused;
};
static void endless_init(struct endless *self)
{
    /* The watchdog may find it anywhere in the loop. */
    /* clang-format off */
    for (;;) { __asm__ volatile(""); } /* here: init_loops */
    /* clang-format on */
}
HR_ACTOR(endless, HR_INIT(endless_init));

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "returns") == 0) {
        printf("usage: early NUMBER\n");
        return 5;
    }
    if (strcmp(what, "crashes") == 0) {
        *none = 'x';
    }
    if (strcmp(what, "aborts") == 0) {
        abort();
    }
    if (strcmp(what, "init") == 0) {
        hr_spawn(fragile);
    }
    if (strcmp(what, "init_loops") == 0) {
        hr_spawn(endless);
    }
    return hr_run();
}
