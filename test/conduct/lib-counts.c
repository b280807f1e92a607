/* Two actors talk through a variable of a library that came with the program.
 *     lib-counts [shared]      shared: main() declares it */
#include <harrier.h>
#include <string.h>

extern int counted;

HR_MESSAGE(Write);
HR_MESSAGE(Look);

struct writer {
    hr_ref to;
};
static void on_write(struct writer *self, const struct Write *m)
{
    counted++;
    hr_send(self->to, Look);
}
HR_ACTOR(writer, HR_ON(Write, on_write));

struct looker {
    int n;
};
static void on_look(struct looker *self, const struct Look *m)
{
    hr_assert(counted == 0);
}
HR_ACTOR(looker, HR_ON(Look, on_look));

int main(int argc, char **argv)
{
    if (argc > 1) {
        hr_shared(&counted, sizeof counted);
    }
    hr_send(hr_spawn(writer, .to = hr_spawn(looker)), Write);
    return hr_run();
}
