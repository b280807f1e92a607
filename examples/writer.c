/* The writer that is flushed before its last write: a message-ordering bug of a real load-testing tool (Listing 1 of the Bita
 * paper). Actions send their results to a writer and tell a terminator that they are done; after the last one the
 * terminator has the writer flush. Nothing orders an action's write, sent to the writer, before the flush, sent by the
 * terminator: the writer may get the flush first.
 *
 *     ./writer [ACTIONS]                  runs
 *     harrier check ./writer              finds the order in which a write comes too late */
#define _GNU_SOURCE /* asprintf */
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Execute);
HR_MESSAGE(Write, char *result;);
HR_CARRIES(Write, HR_STRING(Write, result));
HR_MESSAGE(ActionDone);
HR_MESSAGE(Flush);
HR_MESSAGE(Flushed);

struct writer {
    char *results; /* NULL once they were written out */
};

static void writer_init(struct writer *self)
{
    self->results = strdup("");
}

static void on_write(struct writer *self, const struct Write *m)
{
    hr_assert(self->results != NULL);
    char *longer;
    if (asprintf(&longer, "%s%s;", self->results, m->result) >= 0) {
        free(self->results);
        self->results = longer;
    }
}

static void on_flush(struct writer *self, const struct Flush *m)
{
    printf("results: %s\n", self->results);
    free(self->results);
    self->results = NULL;
    hr_send(hr_sender(), Flushed);
}

HR_ACTOR(writer, HR_INIT(writer_init), HR_ON(Write, on_write), HR_ON(Flush, on_flush));

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
    char result[32];
    snprintf(result, sizeof result, "action %d ok", self->number);
    hr_send(self->writer, Write, .result = result);
    hr_send(self->terminator, ActionDone);
}

HR_ACTOR(action, HR_ON(Execute, on_execute));

int main(int argc, char **argv)
{
    int actions = argc > 1 ? atoi(argv[1]) : 2;
    hr_ref writer = hr_spawn(writer);
    hr_ref terminator = hr_spawn(terminator, .actions = actions, .writer = writer);
    for (int i = 1; i <= actions; i++) {
        hr_ref action = hr_spawn(action, .number = i, .terminator = terminator, .writer = writer);
        hr_send(action, Execute);
    }
    return hr_run();
}
