/* A reply that is lost at shutdown. Clients call a pool, which has their jobs done by its workers and answers when the results
 * come back. An operator watches the workers and, when they have done all jobs, counts down and shuts the
 * pool down.
 *
 * Bug: a worker's word to the operator may overtake its result, sent to the pool. The pool is then closed when the result
 *      comes, and the client waits for ever.
 * Fix: a pool that is told to shut down closes when it has answered everybody.
 * Seen: ruby-concurrency/concurrent-ruby issue 362 (2015): a pool of actors that is asked to terminate does not wait for its
 *      workers; celluloid/celluloid issue 211 (2013) asks for the same; rabbitmq/khepri pull request 211 (2023) handles a server
 *      that shuts down before it has replied.
 *
 *     lost_reply [CLIENTS [fixed]] */
#include <harrier.h>

#include "arguments.h"

HR_MESSAGE(Start);
HR_MESSAGE(Job, int number;);
HR_MESSAGE(Answer, int value;);
HR_MESSAGE(Work, int number; hr_ref client;);
HR_MESSAGE(Result, int value; hr_ref client;);
HR_MESSAGE(Done);
HR_MESSAGE(CountDown, int left;);
HR_MESSAGE(Shutdown);

enum { COUNT = 5 };

static hr_ref pool, operator_;

struct worker {
    int done;
};

static void on_work(struct worker *self, const struct Work *m)
{
    self->done++;
    hr_send(pool, Result, .value = m->number * m->number, .client = m->client);
    hr_send(operator_, Done);
}

HR_ACTOR(worker, HR_ON(Work, on_work));

struct pool {
    hr_ref workers[2];
    int next, unanswered;
    bool closing;
};

HR_DECLARE_BEHAVIOUR(pool_closed);

static void on_job(struct pool *self, const struct Job *m)
{
    self->unanswered++;
    hr_send(self->workers[self->next], Work, .number = m->number, .client = hr_sender());
    self->next = 1 - self->next;
}

static void on_result(struct pool *self, const struct Result *m)
{
    hr_reply_to(m->client, Answer, .value = m->value);
    if (--self->unanswered == 0 && self->closing) {
        hr_become(pool_closed);
    }
}

static void on_shutdown(struct pool *self, const struct Shutdown *m)
{
    self->closing = true;
    if (!fixed || self->unanswered == 0) {
        hr_become(pool_closed);
    }
}

static void on_late_result(struct pool *self, const struct Result *m) {}

HR_ACTOR(pool, HR_ON(Job, on_job), HR_ON(Result, on_result), HR_ON(Shutdown, on_shutdown));
HR_BEHAVIOUR(pool_closed, HR_ON(Result, on_late_result));

struct client {
    int number;
};

static void on_start(struct client *self, const struct Start *m)
{
    int square = hr_call(pool, Answer, Job, .number = self->number).value;
    hr_assert(square == self->number * self->number);
}

HR_ACTOR(client, HR_ON(Start, on_start));

struct operator_ {
    int done;
};

static void on_done(struct operator_ *self, const struct Done *m)
{
    if (++self->done == size) {
        hr_send(hr_self(), CountDown, .left = COUNT);
    }
}

static void on_count_down(struct operator_ *self, const struct CountDown *m)
{
    if (m->left > 0) {
        hr_send(hr_self(), CountDown, .left = m->left - 1);
    } else {
        hr_send(pool, Shutdown);
    }
}

HR_ACTOR(operator_, HR_ON(Done, on_done), HR_ON(CountDown, on_count_down));

int main(int argc, char **argv)
{
    read_arguments(argc, argv, 8, 1, 50);
    operator_ = hr_spawn(operator_);
    pool = hr_spawn(pool, .workers = { hr_spawn(worker), hr_spawn(worker) });
    for (int i = 1; i <= size; i++) {
        hr_send(hr_spawn(client, .number = i), Start);
    }
    return hr_run();
}
