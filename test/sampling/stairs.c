/* stairs LEVELS [MISSES [BYTES]]: each round two messages race, and one of them takes the climber a level up. It fails on the last one. With fewer than MISSES misses
 * (1) it goes on, so without any the way up is one in 2 to the power of LEVELS. Where BYTES are given it remembers its way in so much memory. Three
 * levels on the way are worth reaching, one as a step sees it, two as a predicate does. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Go);
HR_MESSAGE(Up);
HR_MESSAGE(Down);

static unsigned levels, misses = 1, bytes;

struct walker {
    unsigned level, missed;
    bool waits; /* one of this round's two messages has come */
    hr_ref up, down;
    unsigned char *way;
};

static void remember(struct walker *self, unsigned char what)
{
    for (unsigned i = 0; i < bytes; i++) {
        self->way[i] = (unsigned char)((self->way[i] * 31 + (i % 7 + 1) * what) % 251);
    }
}

static void take(struct walker *self, bool up)
{
    remember(self, up ? 1 : 2);
    if (self->waits) {
        self->waits = false;
        if (self->missed < misses) {
            hr_send(self->up, Go);
            hr_send(self->down, Go);
        }
        return;
    }
    self->waits = true;
    self->level += up;
    self->missed += !up;
    hr_sometimes(self->level == levels / 4);
    hr_assert(self->level != levels);
}

static void on_up(struct walker *self, const struct Up *m)
{
    take(self, true);
}

static void on_down(struct walker *self, const struct Down *m)
{
    take(self, false);
}

static void walker_init(struct walker *self)
{
    self->way = bytes == 0 ? NULL : calloc(1, bytes);
    hr_send(self->up, Go);
    hr_send(self->down, Go);
}

HR_ACTOR(walker, HR_INIT(walker_init), HR_ON(Up, on_up), HR_ON(Down, on_down));

struct stair {
    bool up;
};

static void on_go(struct stair *self, const struct Go *m)
{
    if (self->up) {
        hr_send(hr_sender(), Up);
    } else {
        hr_send(hr_sender(), Down);
    }
}

HR_ACTOR(stair, HR_ON(Go, on_go));

static hr_ref the_walker;

static bool on_the_way(void)
{
    const struct walker *w = hr_peek(the_walker, walker);
    hr_sometimes(w->level == levels / 2);
    hr_sometimes(w->level == levels / 4 * 3);
    return true;
}

int main(int argc, char **argv)
{
    levels = argc > 1 ? (unsigned)atoi(argv[1]) : 8;
    misses = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    bytes = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    hr_ref up = hr_spawn(stair, .up = true), down = hr_spawn(stair, .up = false);
    the_walker = hr_spawn(walker, .up = up, .down = down);
    hr_always(on_the_way);
    return hr_run();
}
