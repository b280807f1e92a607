/* Initialisation before use, the other way round: who must be told of the end registers too late. Data writers register with
 * the terminator of a simulation; when its last user has ended the terminator has all writers flush and is closed.
 *
 * Bug: a user may end before a writer has registered. That writer is not flushed, and a closed terminator takes no registrations.
 * Fix: users start when all writers are registered.
 * Seen: gatling/gatling issue 1019 (2013), reported by an author of Bita: EndUser before RegisterDataWriter.
 *
 *     late_registration [WRITERS [fixed]]     half as many users, rounded up */
#include <harrier.h>

#include "arguments.h"

enum { USERS_MAX = 30, ACTIONS = 5 };

HR_MESSAGE(Start);
HR_MESSAGE(Run, int actions;);
HR_MESSAGE(RegisterDataWriter);
HR_MESSAGE(EndUser);
HR_MESSAGE(Flush);

static hr_ref terminator, users[USERS_MAX];
static int user_count;

struct terminator {
    int writers, ended;
    hr_ref writer[2 * USERS_MAX];
};

HR_DECLARE_BEHAVIOUR(terminator_closed);

static void start_users(void)
{
    for (int i = 0; i < user_count; i++) {
        hr_send(users[i], Run, .actions = ACTIONS);
    }
}

static void on_register(struct terminator *self, const struct RegisterDataWriter *m)
{
    self->writer[self->writers++] = hr_sender();
    if (fixed && self->writers == size) {
        start_users();
    }
}

static void on_end_user(struct terminator *self, const struct EndUser *m)
{
    if (++self->ended < user_count) {
        return;
    }
    for (int i = 0; i < self->writers; i++) {
        hr_send(self->writer[i], Flush);
    }
    hr_become(terminator_closed);
}

HR_ACTOR(terminator, HR_ON(RegisterDataWriter, on_register), HR_ON(EndUser, on_end_user));
HR_BEHAVIOUR(terminator_closed);

struct data_writer {
    bool flushed;
};

static void on_start(struct data_writer *self, const struct Start *m)
{
    hr_send(terminator, RegisterDataWriter);
}

static void on_flush(struct data_writer *self, const struct Flush *m)
{
    self->flushed = true;
}

HR_ACTOR(data_writer, HR_ON(Start, on_start), HR_ON(Flush, on_flush));

struct user {
    bool done;
};

static void on_run(struct user *self, const struct Run *m)
{
    if (m->actions > 0) {
        hr_send(hr_self(), Run, .actions = m->actions - 1);
    } else {
        self->done = true;
        hr_send(terminator, EndUser);
    }
}

HR_ACTOR(user, HR_ON(Run, on_run));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 10, 1, 2 * USERS_MAX);
    user_count = (size + 1) / 2;
    terminator = hr_spawn(terminator);
    for (int i = 0; i < size; i++) {
        hr_send(hr_spawn(data_writer), Start);
    }
    for (int i = 0; i < user_count; i++) {
        users[i] = hr_spawn(user);
    }
    if (!fixed) {
        start_users();
    }
    return hr_run();
}
