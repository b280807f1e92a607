/* A program with a main() of its own, which wants exactly the arguments that CMakeLists.txt gives it. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Ping, int left;);

struct player {
    hr_ref other;
};

static void on_ping(struct player *self, const struct Ping *m)
{
    if (m->left > 0) {
        hr_send(self->other, Ping, .left = m->left - 1);
    }
}

HR_ACTOR(player, HR_ON(Ping, on_ping));

int main(int argc, char **argv)
{
    if (argc != 3 || strcmp(argv[2], "two words") != 0) {
        return 2;
    }
    hr_ref wall = hr_spawn(player, .other = HR_DRIVER);
    hr_ref player = hr_spawn(player, .other = wall);
    hr_send(player, Ping, .left = atoi(argv[1]));
    return hr_run();
}
