/* Fails in some orders only: racy [plain|timer|deferred]. For recording and replaying. */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Add, int amount;);
HR_MESSAGE(Read);
HR_MESSAGE(Total, int value;);
HR_MESSAGE(Go);
HR_MESSAGE(Late);
HR_MESSAGE(Hello);
HR_MESSAGE(Flip, int side;);

/* Two clients read, add one and write: an update can be lost. One of them flips a coin first, and one creates another. */
struct bank {
    int balance, writes;
};
static void on_read(struct bank *self, const struct Read *m)
{
    hr_reply(Total, .value = self->balance);
}
static void on_add(struct bank *self, const struct Add *m)
{
    self->balance = m->amount;
    hr_assert(++self->writes == self->balance);
}
HR_ACTOR(bank, HR_ON(Read, on_read), HR_ON(Add, on_add));

struct helper {
    hr_ref bank;
    int coin;
};
static void init_helper(struct helper *self)
{
    self->coin = (int)hr_choose(3);
}
static void on_helper_go(struct helper *self, const struct Go *m)
{
    int value = hr_call(self->bank, Total, Read).value;
    if (self->coin != 0) {
        hr_send(self->bank, Add, .amount = value + 1);
    }
}
HR_ACTOR(helper, HR_INIT(init_helper), HR_ON(Go, on_helper_go));

struct client {
    hr_ref bank;
};
static void run_client(struct client *self)
{
    hr_receive(Go);
    hr_ref helper = hr_spawn(helper, .bank = self->bank);
    hr_send(helper, Go);
    int value = hr_call(self->bank, Total, Read).value;
    if (hr_choose(2) == 1) {
        hr_send(self->bank, Add, .amount = value + 1);
    }
}
HR_PROCESS(client, run_client);

/* A timer against a message. */
struct waiter {
    bool greeted;
};
static void on_go(struct waiter *self, const struct Go *m)
{
    hr_timer first = hr_after(0, Late);
    hr_cancel(first);
    hr_after(0, Late);
}
static void on_hello(struct waiter *self, const struct Hello *m)
{
    self->greeted = true;
}
static void on_late(struct waiter *self, const struct Late *m)
{
    hr_assert(self->greeted);
}
HR_ACTOR(waiter, HR_ON(Go, on_go), HR_ON(Hello, on_hello), HR_ON(Late, on_late));

/* Answers in the wrong order; one callee fails. */
struct desk {
    hr_ref first;
};
static void on_ask(struct desk *self, const struct Read *m)
{
    if (self->first == HR_NOBODY) {
        self->first = hr_sender();
        return;
    }
    hr_reply(Total, .value = 2);
    if (hr_choose(2) == 0) {
        hr_fail(7);
    }
    hr_reply_to(self->first, Total, .value = 1);
    self->first = HR_NOBODY;
}
HR_ACTOR(desk, HR_ON(Read, on_ask));

struct guest {
    hr_ref desk, other;
    int number;
};
static void on_guest_go(struct guest *self, const struct Go *m)
{
    int value = hr_call(self->desk, Total, Read).value;
    hr_assert(hr_call_error() == 0 || hr_call_error() == 7);
    hr_assert(hr_call_error() != 0 || value == self->number);
}
HR_ACTOR(guest, HR_ON(Go, on_guest_go));

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "plain";
    if (strcmp(which, "timer") == 0) {
        hr_ref w = hr_spawn(waiter);
        hr_send(w, Go);
        hr_send(w, Hello);
    } else if (strcmp(which, "deferred") == 0) {
        hr_ref desk = hr_spawn(desk);
        hr_send(hr_spawn(guest, .desk = desk, .number = 1), Go);
        hr_send(hr_spawn(guest, .desk = desk, .number = 2), Go);
    } else {
        hr_ref bank = hr_spawn(bank);
        hr_send(hr_spawn(client, .bank = bank), Go);
        hr_send(hr_spawn(client, .bank = bank), Go);
    }
    return hr_run();
}
