/* Crashes. A till books what is paid and answers; the customer pays again if it hears of a crash. The till keeps its books on a disk, so
 * nothing that was answered is forgotten. But it writes them when it has answered: if it crashes in between, the answer is on its way and
 * the money is not in the books.
 *
 *     ./till                        runs: live there are no faults
 *     harrier check ./till          finds the crash after which a payment is missing
 *     harrier check ./till fixed    the till writes before it answers: passes, wherever it crashes
 *
 * New here: hr_faults says what may go wrong; hr_persist names what outlives a crash, hr_sync writes it in the middle of a step,
 * hr_restarted tells a restart from a first start, hr_call_error() tells the caller of a crash. */
#include <harrier.h>
#include <string.h>

HR_MESSAGE(Pay, int amount;);
HR_MESSAGE(Receipt, int amount;);
HR_MESSAGE(Shop);

struct till {
    bool fixed;
    int booked; /* on the disk */
    int open;   /* gone after a crash */
};

static void start_till(struct till *self)
{
    hr_persist_field(self->booked);
    if (hr_restarted()) {
        hr_note("the books say %d", self->booked);
    }
    self->open = true;
}

static void on_pay(struct till *self, const struct Pay *m)
{
    hr_assert(self->open);
    if (!self->fixed) {
        hr_reply(Receipt, .amount = m->amount);
    }
    if (self->booked == 0) { /* else it comes again, after a crash */
        self->booked = m->amount;
        hr_sync();
    }
    if (self->fixed) {
        hr_reply(Receipt, .amount = m->amount);
    }
}

HR_ACTOR(till, HR_INIT(start_till), HR_ON(Pay, on_pay));

struct customer {
    hr_ref till;
    int paid;
};

static void on_shop(struct customer *self, const struct Shop *m)
{
    do {
        self->paid = hr_call(self->till, Receipt, Pay, .amount = 5).amount;
    } while (hr_call_error() == HR_CRASHED);
}

HR_ACTOR(customer, HR_ON(Shop, on_shop));

static bool books_are_right(hr_ref till, hr_ref customer)
{
    return hr_peek(till, till)->booked == hr_peek(customer, customer)->paid;
}

int main(int argc, char **argv)
{
    hr_faults("crash=1,restart=1,actors=till");
    hr_ref till = hr_spawn(till, .fixed = argc > 1 && strcmp(argv[1], "fixed") == 0);
    hr_ref customer = hr_spawn(customer, .till = till);
    hr_send(customer, Shop);
    hr_at_end(books_are_right, till, customer);
    return hr_run();
}
