/* The rest of the generated program: an actor that does what was asked, and one that is sent to. */
struct sink {
    int got;
};
HR_ACTOR(sink, HR_UNHANDLED(drop));

struct source {
    hr_ref to;
};

static void on_go(struct source *self, const struct Go *m)
{
    (void)m;
    drive(self->to);
}
HR_ACTOR(source, HR_ON(Go, on_go));

static int list(void)
{
#define LEAF(t, i, address, name) printf("%d %d %s %s\n", t, i, address, name)
#include "leaves.h"
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        return list();
    }
    asked.type = atoi(argv[1]);
    asked.way = argv[2][0];
    asked.skip = atoi(argv[3]);
    asked.place = atoi(argv[4]);
    asked.dirty = atoi(argv[5]);
    hr_ref to = hr_spawn(sink);
    hr_send(hr_spawn(source, .to = to), Go);
    return hr_run();
}
