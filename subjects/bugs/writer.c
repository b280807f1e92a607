/* A writer that is flushed before its last write (Listing 1 of the Bita paper; examples/writer.c is the same bug with less).
 * Actions send their results to a writer and tell a terminator that they are done; after the last one the terminator has
 * the writer flush, after which it takes no more results.
 *
 * Bug: nothing orders an action's write, sent to the writer, before the flush, sent by the terminator.
 * Fix: an action is done when the writer has confirmed its write.
 * Seen: gatling/gatling issues 1018 and 1116 (2013): a record reached the data writer after Flush and was not supported any more.
 *
 *     writer [ACTIONS [fixed]] */
#include <harrier.h>

#include "arguments.h"

HR_MESSAGE(Execute);
HR_MESSAGE(Write, int result;);
HR_MESSAGE(Written);
HR_MESSAGE(ActionDone);
HR_MESSAGE(Flush);
HR_MESSAGE(Flushed, int results;);

struct writer {
    int results;
};

HR_DECLARE_BEHAVIOUR(writer_flushed);

static void on_write(struct writer *self, const struct Write *m)
{
    self->results++;
    if (fixed) {
        hr_send(hr_sender(), Written);
    }
}

static void on_flush(struct writer *self, const struct Flush *m)
{
    hr_become(writer_flushed);
    hr_send(hr_sender(), Flushed, .results = self->results);
}

HR_ACTOR(writer, HR_ON(Write, on_write), HR_ON(Flush, on_flush));
HR_BEHAVIOUR(writer_flushed); /* until it is initialised again, which this program does not do */

struct terminator {
    int actions; /* still running */
    hr_ref writer;
};

static void on_action_done(struct terminator *self, const struct ActionDone *m)
{
    if (--self->actions == 0) {
        hr_send(self->writer, Flush);
    }
}

static void on_flushed(struct terminator *self, const struct Flushed *m)
{
    hr_stop();
}

HR_ACTOR(terminator, HR_ON(ActionDone, on_action_done), HR_ON(Flushed, on_flushed));

struct action {
    int number;
    hr_ref terminator, writer;
};

static void on_execute(struct action *self, const struct Execute *m)
{
    hr_send(self->writer, Write, .result = self->number);
    if (!fixed) {
        hr_send(self->terminator, ActionDone);
    }
}

static void on_written(struct action *self, const struct Written *m)
{
    hr_send(self->terminator, ActionDone);
}

HR_ACTOR(action, HR_ON(Execute, on_execute), HR_ON(Written, on_written));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 10, 1, 60);
    hr_ref writer = hr_spawn(writer);
    hr_ref terminator = hr_spawn(terminator, .actions = size, .writer = writer);
    for (int i = 1; i <= size; i++) {
        hr_ref action = hr_spawn(action, .number = i, .terminator = terminator, .writer = writer);
        hr_send(action, Execute);
    }
    return hr_run();
}
