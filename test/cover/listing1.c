/* Listing 1 of the Bita paper, for its worked examples: the flush changes the writer's behaviour, and a write that comes too late
 * is only counted, so that every order can be followed to its end.
 *
 *     ./listing1 [ACTIONS [WRITES]]       each action writes so often */
#include <harrier.h>
#include <stdlib.h>

HR_MESSAGE(Execute);
HR_MESSAGE(Write);
HR_MESSAGE(ActionDone);
HR_MESSAGE(Flush);
HR_MESSAGE(Flushed);

struct writer {
    int written, late;
};

static void on_write(struct writer *self, const struct Write *m)
{
    self->written++;
}

static void on_late_write(struct writer *self, const struct Write *m)
{
    self->late++;
}

HR_BEHAVIOUR(flushed, HR_ON(Write, on_late_write));

static void on_flush(struct writer *self, const struct Flush *m)
{
    hr_become(flushed);
    hr_send(hr_sender(), Flushed);
}

HR_ACTOR(writer, HR_ON(Write, on_write), HR_ON(Flush, on_flush));

struct terminator {
    int actions;
    hr_ref writer;
};

static void on_action_done(struct terminator *self, const struct ActionDone *m)
{
    if (--self->actions == 0) {
        hr_send(self->writer, Flush);
    }
}

static void on_flushed(struct terminator *self, const struct Flushed *m) {}

HR_ACTOR(terminator, HR_ON(ActionDone, on_action_done), HR_ON(Flushed, on_flushed));

struct action {
    int writes;
    hr_ref terminator, writer;
};

static void on_execute(struct action *self, const struct Execute *m)
{
    for (int i = 0; i < self->writes; i++) {
        hr_send(self->writer, Write);
    }
    hr_send(self->terminator, ActionDone);
}

HR_ACTOR(action, HR_ON(Execute, on_execute));

int main(int argc, char **argv)
{
    int actions = argc > 1 ? atoi(argv[1]) : 2, writes = argc > 2 ? atoi(argv[2]) : 1;
    hr_ref writer = hr_spawn(writer);
    hr_ref terminator = hr_spawn(terminator, .actions = actions, .writer = writer);
    for (int i = 1; i <= actions; i++) {
        hr_ref action = hr_spawn(action, .writes = writes, .terminator = terminator, .writer = writer);
        hr_send(action, Execute);
    }
    return hr_run();
}
