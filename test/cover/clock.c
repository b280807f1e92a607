/* Logical time and the outside world, as the Bita paper has them (section VI-A): time counts the receives of one actor, and the outside
 * is an actor that stands for it. */
#include <harrier.h>

HR_MESSAGE(Login);
HR_MESSAGE(Chat);
HR_MESSAGE(Request);

enum { EXPIRES_AFTER = 3 };

struct session {
    bool in;
    uint64_t since;
};

static void on_login(struct session *self, const struct Login *m)
{
    self->in = true;
    self->since = hr_now();
}

static void on_chat(struct session *self, const struct Chat *m) {}

static void on_request(struct session *self, const struct Request *m)
{
    /* Login looked once, and the request itself is received: only what comes between them can let it expire. */
    hr_assert(!self->in || hr_now() - self->since <= EXPIRES_AFTER);
}

HR_ACTOR(session, HR_ON(Login, on_login), HR_ON(Chat, on_chat), HR_ON(Request, on_request));

struct client {
    hr_ref session;
};

static void run_client(struct client *self)
{
    hr_send(self->session, Login);
    hr_send(self->session, Request);
}

HR_PROCESS(client, run_client, HR_ENVIRONMENT);

struct chatter {
    hr_ref to;
    int count;
};

static void run_chatter(struct chatter *self)
{
    for (int i = 0; i < self->count; i++) {
        hr_send(self->to, Chat);
    }
}

HR_PROCESS(chatter, run_chatter, HR_ENVIRONMENT);

static hr_ref log_in(void)
{
    hr_ref session = hr_spawn(session);
    hr_spawn(client, .session = session);
    return session;
}

HR_TEST(expires)
{
    hr_ref session = log_in();
    for (int i = 0; i < 3; i++) {
        hr_spawn(chatter, .to = session, .count = 1);
    }
}

HR_TEST(in_time)
{
    hr_spawn(chatter, .to = log_in(), .count = 1);
}

/* What others receive is not its time. */
HR_TEST(others)
{
    log_in();
    hr_spawn(chatter, .to = hr_spawn(session), .count = 10);
}
