/* An invariant over two actors. A bank moves money from one account to another. There must never be more money than there was at the
 * start, whenever somebody looks. The bank sends both accounts a message at once, and the deposit may come first: for a moment the
 * money is in both accounts. No assertion inside one account can see that.
 *
 *     ./accounts                          runs; both messages come, and the sum is right
 *     harrier check ./accounts            finds the state between the two
 *     harrier check ./accounts fixed      the first account pays, then tells the second one itself: passes
 *
 * New here: hr_always says what must hold in every state, over all actors; hr_peek shows an actor's struct to such a predicate. */
#include <harrier.h>
#include <string.h>

enum { MONEY = 100 };

HR_MESSAGE(Deposit, int amount;);
HR_MESSAGE(Withdraw, int amount; hr_ref then;); /* who is to be told to deposit it; HR_NOBODY: the bank does that */
HR_MESSAGE(Transfer, int amount;);

struct account {
    int balance;
};

static void on_deposit(struct account *self, const struct Deposit *m)
{
    self->balance += m->amount;
}

static void on_withdraw(struct account *self, const struct Withdraw *m)
{
    self->balance -= m->amount;
    if (m->then != HR_NOBODY) {
        hr_send(m->then, Deposit, .amount = m->amount);
    }
}

HR_ACTOR(account, HR_ON(Deposit, on_deposit), HR_ON(Withdraw, on_withdraw));

static hr_ref from, to;

struct bank {
    bool fixed;
};

static void on_transfer(struct bank *self, const struct Transfer *m)
{
    if (self->fixed) {
        hr_send(from, Withdraw, .amount = m->amount, .then = to);
    } else {
        hr_send(from, Withdraw, .amount = m->amount);
        hr_send(to, Deposit, .amount = m->amount);
    }
}

HR_ACTOR(bank, HR_ON(Transfer, on_transfer));

/* Less is allowed: money that is on its way is in no account. */
static bool no_money_from_nowhere(void)
{
    return hr_peek(from, account)->balance + hr_peek(to, account)->balance <= MONEY;
}

static bool all_money_is_there(void)
{
    return hr_peek(from, account)->balance + hr_peek(to, account)->balance == MONEY;
}

int main(int argc, char **argv)
{
    bool fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    from = hr_spawn(account, .balance = MONEY);
    to = hr_spawn(account, .balance = 0);
    hr_ref bank = hr_spawn(bank, .fixed = fixed);
    hr_send(bank, Transfer, .amount = 70);
    hr_always(no_money_from_nowhere);
    hr_at_end(all_money_is_there);
    return hr_run();
}
