/* Small programs for tests of faults: net CASE
 *
 *     gossip    three nodes tell each other the news: one lost message does no harm, a split network does
 *     many      gossip among nine
 *     declared  gossip, and the program says what may go wrong
 *     jobs      a worker with two jobs, which crashes between them
 *     asks      a client with a call, to a server that crashes: the call is kept when messages are lost
 *     relay     a node tells another one, once; that one counts
 *     clerk     a customer with a call, to a clerk who answers the one before by name: who asks twice gets two answers */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(News);
HR_MESSAGE(Job, int number;);
HR_MESSAGE(Ask);
HR_MESSAGE(Answer);

struct node {
    bool heard;
};
HR_DECLARE_ACTOR(node);

enum { NODES = 3, MANY = 9 };
static hr_ref nodes[MANY];

static void on_news(struct node *self, const struct News *m)
{
    (void)m;
    if (!self->heard) {
        self->heard = true;
        for (int i = 0; i < NODES; i++) {
            if (nodes[i] != hr_self()) {
                hr_send(nodes[i], News);
            }
        }
    }
}
HR_ACTOR(node, HR_ON(News, on_news));

static bool all_heard(void)
{
    for (int i = 0; i < NODES; i++) {
        if (!hr_peek(nodes[i], node)->heard) {
            return false;
        }
    }
    return true;
}

struct relay {
    hr_ref next;
    int heard;
};
static void on_relay(struct relay *self, const struct News *m)
{
    (void)m;
    self->heard++;
    if (self->next != HR_NOBODY) {
        hr_send(self->next, News);
    }
}
HR_ACTOR(relay, HR_ON(News, on_relay));

static bool heard_once(hr_ref relay)
{
    return hr_peek(relay, relay)->heard == 1;
}

struct worker {
    int done;
};
static void start_worker(struct worker *self)
{
    hr_persist_field(self->done);
}
static void on_job(struct worker *self, const struct Job *m)
{
    self->done += m->number;
}
HR_ACTOR(worker, HR_INIT(start_worker), HR_ON(Job, on_job));

static bool all_done(hr_ref worker)
{
    const struct worker *w = hr_peek(worker, worker);
    return w == NULL || w->done == 3;
}

struct server {
    int unused;
};
static void on_ask(struct server *self, const struct Ask *m)
{
    (void)self, (void)m;
    hr_reply(Answer);
}
static void on_idle(struct server *self, const struct Job *m)
{
    (void)self, (void)m;
}
HR_ACTOR(server, HR_ON(Ask, on_ask), HR_ON(Job, on_idle));

struct client {
    hr_ref server;
    bool answered, told;
};
static void on_go(struct client *self, const struct Job *m)
{
    (void)m;
    hr_call(self->server, Answer, Ask);
    self->answered = hr_call_error() == 0;
    self->told = true;
}
HR_ACTOR(client, HR_ON(Job, on_go));

static bool client_was_told(hr_ref client)
{
    return hr_peek(client, client)->told;
}

/* Answers when somebody else asks, or when nobody else does. */
struct clerk {
    hr_ref before;
};
static void on_customer(struct clerk *self, const struct Ask *m)
{
    (void)m;
    if (self->before == HR_NOBODY) {
        self->before = hr_sender();
        hr_send(hr_self(), Job);
        return;
    }
    hr_reply_to(self->before, Answer);
    self->before = HR_NOBODY;
    hr_reply(Answer);
}
static void on_nobody_else(struct clerk *self, const struct Job *m)
{
    (void)m;
    if (self->before != HR_NOBODY) {
        hr_reply_to(self->before, Answer);
        self->before = HR_NOBODY;
    }
}
HR_ACTOR(clerk, HR_ON(Ask, on_customer), HR_ON(Job, on_nobody_else));

struct customer {
    hr_ref clerk;
    bool told;
};
static void visit(struct customer *self)
{
    if (!hr_restarted()) {
        hr_receive();
    }
    hr_call(self->clerk, Answer, Ask);
    self->told = true;
}
HR_PROCESS(customer, visit);

static bool customer_was_told(hr_ref customer)
{
    const struct customer *c = hr_peek(customer, customer);
    return c == NULL || c->told; /* NULL: it is over */
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "gossip";
    bool many = strcmp(what, "many") == 0, declared = strcmp(what, "declared") == 0;
    if (declared) {
        hr_faults("partition=1,crash=1");
    }
    if (many || declared || strcmp(what, "gossip") == 0) {
        for (int i = 0; i < (many ? MANY : NODES); i++) {
            nodes[i] = hr_spawn(node);
        }
        hr_at_end(all_heard);
        hr_send(nodes[0], News);
    } else if (strcmp(what, "jobs") == 0) {
        hr_ref worker = hr_spawn(worker);
        hr_at_end(all_done, worker);
        hr_send(worker, Job, .number = 1);
        hr_send(worker, Job, .number = 2);
    } else if (strcmp(what, "relay") == 0) {
        hr_ref last = hr_spawn(relay), first = hr_spawn(relay, .next = last);
        hr_at_end(heard_once, last);
        hr_send(first, News);
    } else if (strcmp(what, "clerk") == 0) {
        hr_ref clerk = hr_spawn(clerk), customer = hr_spawn(customer, .clerk = clerk);
        hr_at_end(customer_was_told, customer);
        hr_send(customer, Job);
    } else {
        hr_ref server = hr_spawn(server), client = hr_spawn(client, .server = server);
        hr_at_end(client_was_told, client);
        hr_send(server, Job);
        hr_send(client, Job);
    }
    return hr_run();
}
