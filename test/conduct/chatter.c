/* main() prints without end, or as much as it is told to, and then goes on.    chatter [LINES] */
#include <stdio.h>
#include <stdlib.h>

#include "harrier.h"

HR_MESSAGE(Go);
struct one {
    int unused;
};
static void on_go(struct one *self, const struct Go *m) {}
HR_ACTOR(one, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    for (long i = 0; argc < 2 || i < atol(argv[1]); i++) {
        if (puts("a line that is as long as this one, over and over and over again") < 0) {
            return 9; /* what it prints must not fail either */
        }
    }
    hr_send(hr_spawn(one), Go);
    return hr_run();
}
