/* The smallest program (dissertation, Figure 3.10): one actor that says hello. The dissertation uses it to show what it costs
 * to explore an actor library instead of the program on top of it: here it is one delivery. */
#include <harrier.h>
#include <stdio.h>

HR_MESSAGE(Start);

struct hello {
    bool said;
};

static void on_start(struct hello *self, const struct Start *m)
{
    printf("Hello World\n");
    self->said = true;
}

HR_ACTOR(hello, HR_ON(Start, on_start));

int main(void)
{
    hr_ref hello = hr_spawn(hello);
    hr_send(hello, Start);
    return hr_run();
}
