/* A program that starts others.    forks HOW MARK...: MARK is there to know its processes by.
 * HOW: stays     main never comes to hr_run()
 *      leaves    children stay behind, each in another way, when the program ends
 *      searches  the same while a search goes on for long */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harrier.h"

HR_MESSAGE(Go, int left;);
struct counter {
    unsigned long sum;
};
static void on_go(struct counter *self, const struct Go *m)
{
    self->sum += (unsigned long)m->left;
    if (m->left > 0) {
        hr_send(hr_self(), Go, .left = m->left - 1);
    }
}
HR_ACTOR(counter, HR_ON(Go, on_go));

static void stay(void)
{
    for (;;) {
        pause();
    }
}

/* A child, a grandchild whose parent has ended, one in a session of its own, one that takes no signals. */
static void leave_children(void)
{
    for (int kind = 0; kind < 4; kind++) {
        if (fork() == 0) {
            if (kind == 1 && fork() != 0) {
                _exit(0);
            }
            if (kind == 2) {
                setsid();
                if (fork() != 0) {
                    _exit(0);
                }
            }
            for (int s = 1; kind == 3 && s < 32; s++) {
                signal(s, SIG_IGN);
            }
            stay();
        }
    }
}

int main(int argc, char **argv)
{
    leave_children();
    if (strcmp(argv[1], "stays") == 0) {
        stay();
    }
    int actors = strcmp(argv[1], "searches") == 0 ? 12 : 1;
    for (int i = 0; i < actors; i++) {
        hr_send(hr_spawn(counter), Go, .left = 100);
    }
    return hr_run();
}
