/* Bytes per actor that has handled one message and now waits.  Usage: idle [actors]
 * Created in small groups, each waited for, so that what is measured is actors and not messages on their way. */
#include "../result.h"
#include "harrier.h"

enum { GROUP = 1000 };

HR_MESSAGE(Start);
HR_MESSAGE(Greet);
HR_MESSAGE(Greeted);

struct idler {
    int64_t handled;
};

static void on_greet(struct idler *self, const struct Greet *m)
{
    self->handled++;
    hr_send(hr_sender(), Greeted);
}

HR_ACTOR(idler, HR_ON(Greet, on_greet));

struct creator {
    int64_t actors, greeted, before, after;
};

static void create_group(struct creator *self)
{
    for (int64_t i = 0; i < GROUP; i++) {
        hr_send(hr_spawn(idler), Greet);
    }
}

static void on_start(struct creator *self, const struct Start *m)
{
    create_group(self);
}

static void on_greeted(struct creator *self, const struct Greeted *m)
{
    self->greeted++;
    if (self->greeted == GROUP) { /* the first group is start-up */
        self->before = resident_bytes();
    }
    if (self->greeted == self->actors + GROUP) {
        self->after = resident_bytes();
    } else if (self->greeted % GROUP == 0) {
        create_group(self);
    }
}

HR_ACTOR(creator, HR_ON(Start, on_start), HR_ON(Greeted, on_greeted));

static hr_ref creator;

static bool all_counted(void)
{
    const struct creator *c = hr_peek(creator, creator);
    return report_bytes("idle", c->greeted - GROUP, c->actors, c->before, c->after) == 0;
}

int main(int argc, char **argv)
{
    creator = hr_spawn(creator, .actors = argument(argc, argv, 1, 1000000, GROUP) / GROUP * GROUP);
    hr_at_end(all_counted);
    hr_send(creator, Start);
    return hr_run();
}
