/* Deposits into an account: as one message they all count; read and written back, one may get lost. */
#include <harrier.h>

HR_MESSAGE(Deposit, int amount;);
HR_MESSAGE(Read);
HR_MESSAGE(Balance, int amount;);
HR_MESSAGE(Write, int amount;);
HR_MESSAGE(Go);

struct account {
    int balance;
};

static void on_deposit(struct account *self, const struct Deposit *m)
{
    self->balance += m->amount;
}

static void on_read(struct account *self, const struct Read *m)
{
    (void)m;
    hr_reply(Balance, .amount = self->balance);
}

static void on_write(struct account *self, const struct Write *m)
{
    self->balance = m->amount;
}

HR_ACTOR(account, HR_ON(Deposit, on_deposit), HR_ON(Read, on_read), HR_ON(Write, on_write));

struct client {
    hr_ref account;
};

static void on_go(struct client *self, const struct Go *m)
{
    (void)m;
    int balance = hr_call(self->account, Balance, Read).amount;
    hr_send(self->account, Write, .amount = balance + 10);
}

HR_ACTOR(client, HR_ON(Go, on_go));

static hr_ref account;

static bool both_counted(void)
{
    return hr_peek(account, account)->balance == 20;
}

HR_TEST(deposits)
{
    account = hr_spawn(account);
    hr_send(account, Deposit, .amount = 10);
    hr_send(account, Deposit, .amount = 10);
    hr_at_end(both_counted);
}

HR_TEST(lost_update)
{
    account = hr_spawn(account);
    hr_send(hr_spawn(client, .account = account), Go);
    hr_send(hr_spawn(client, .account = account), Go);
    hr_at_end(both_counted);
}

HR_TEST(not_here)
{
    hr_skip("needs a second branch office");
}
