/* A step that prints more than is kept: the report must say so. */
#include <harrier.h>
#include <stdio.h>

HR_MESSAGE(Go);

struct talker {
    int words;
};

static void on_go(struct talker *self, const struct Go *m)
{
    (void)m;
    for (int i = 0; i < 20000; i++) {
        printf("word %d\n", i);
    }
    hr_assert(self->words == 1);
}

HR_ACTOR(talker, HR_ON(Go, on_go));

int main(void)
{
    hr_send(hr_spawn(talker), Go);
    return hr_run();
}
