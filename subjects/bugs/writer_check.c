/* The writer with a check for errors (the extension of Figure 3 of the Bita paper). A write that comes after the flush is no
 * crash any more: the writer tells the terminator. The terminator is asked from outside whether it knows of an error.
 *
 * Bug: the check may come before the error, so a run that lost a result is called clean.
 * Fix: the writer reports each write, good or bad, and the terminator answers when it has heard of all of them.
 * Seen: the execution that Figure 3 draws. gatling/gatling issue 1018 is what makes the error possible.
 *
 *     writer_check [ACTIONS [fixed]] */
#include <harrier.h>

#include "arguments.h"

HR_MESSAGE(Execute);
HR_MESSAGE(Write);
HR_MESSAGE(Written); /* of the fixed version only */
HR_MESSAGE(ActionDone);
HR_MESSAGE(Flush);
HR_MESSAGE(Flushed);
HR_MESSAGE(Error);
HR_MESSAGE(CheckForError);

static hr_ref terminator;

struct writer {
    int results;
};

HR_DECLARE_BEHAVIOUR(writer_flushed);

static void on_write(struct writer *self, const struct Write *m)
{
    self->results++;
    if (fixed) {
        hr_send(terminator, Written);
    }
}

static void on_flush(struct writer *self, const struct Flush *m)
{
    hr_become(writer_flushed);
    hr_send(terminator, Flushed);
}

static void on_late_write(struct writer *self, const struct Write *m)
{
    hr_send(terminator, Error);
}

HR_ACTOR(writer, HR_ON(Write, on_write), HR_ON(Flush, on_flush));
HR_BEHAVIOUR(writer_flushed, HR_ON(Write, on_late_write));

struct terminator {
    hr_ref writer;
    int actions; /* still running */
    int written, errors;
    bool asked, called_clean;
};

static void answer(struct terminator *self)
{
    if (self->asked && (!fixed || self->written + self->errors == size)) {
        self->called_clean = self->errors == 0;
    }
}

static void on_action_done(struct terminator *self, const struct ActionDone *m)
{
    if (--self->actions == 0) {
        hr_send(self->writer, Flush);
    }
}

static void on_flushed(struct terminator *self, const struct Flushed *m) {}

static void on_written(struct terminator *self, const struct Written *m)
{
    self->written++;
    answer(self);
}

static void on_error(struct terminator *self, const struct Error *m)
{
    hr_assert(!self->called_clean);
    self->errors++;
    answer(self);
}

static void on_check(struct terminator *self, const struct CheckForError *m)
{
    self->asked = true;
    answer(self);
}

HR_ACTOR(terminator, HR_ON(ActionDone, on_action_done), HR_ON(Flushed, on_flushed), HR_ON(Written, on_written), HR_ON(Error, on_error),
         HR_ON(CheckForError, on_check));

struct action {
    hr_ref writer;
};

static void on_execute(struct action *self, const struct Execute *m)
{
    hr_send(self->writer, Write);
    hr_send(terminator, ActionDone);
}

HR_ACTOR(action, HR_ON(Execute, on_execute));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 9, 1, 60);
    hr_ref writer = hr_spawn(writer);
    terminator = hr_spawn(terminator, .writer = writer, .actions = size);
    for (int i = 0; i < size; i++) {
        hr_ref action = hr_spawn(action, .writer = writer);
        hr_send(action, Execute);
    }
    hr_send(terminator, CheckForError);
    return hr_run();
}
