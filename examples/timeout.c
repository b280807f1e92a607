/* A timeout that races with an answer. A customer asks a shop for the price of apples. If no answer comes in time, it asks for the
 * price of pears instead. But the answer may only be late: then the customer takes the price of apples for that of pears.
 *
 *     ./timeout                           runs; live, the shop is never late
 *     harrier check ./timeout             finds the order in which the timer comes first
 *     harrier check ./timeout fixed       answers say what they answer, and old ones are ignored: passes
 *
 * New here: hr_after sets a timer and hr_cancel takes it back. How many milliseconds it has does not matter to the checker: it
 * explores that the timer comes before the answer, and that it comes after. */
#include <harrier.h>
#include <string.h>

enum fruit { APPLES, PEARS };
enum { PRICE_OF_APPLES = 3, PRICE_OF_PEARS = 5 };

HR_MESSAGE(Start);
HR_MESSAGE(Ask, enum fruit fruit;);
HR_MESSAGE(Answer, enum fruit fruit; int price;);
HR_MESSAGE(Timeout);

struct shop {
    int answers;
};

static void on_ask(struct shop *self, const struct Ask *m)
{
    self->answers++;
    hr_send(hr_sender(), Answer, .fruit = m->fruit, .price = m->fruit == APPLES ? PRICE_OF_APPLES : PRICE_OF_PEARS);
}

HR_ACTOR(shop, HR_ON(Ask, on_ask));

struct customer {
    hr_ref shop;
    bool fixed;
    enum fruit wanted; /* what it asked for last */
    hr_timer timer;
};

static void on_start(struct customer *self, const struct Start *m)
{
    self->wanted = APPLES;
    hr_send(self->shop, Ask, .fruit = APPLES);
    self->timer = hr_after(100, Timeout);
}

static void on_timeout(struct customer *self, const struct Timeout *m)
{
    self->wanted = PEARS;
    hr_send(self->shop, Ask, .fruit = PEARS);
}

static void on_answer(struct customer *self, const struct Answer *m)
{
    if (self->fixed && m->fruit != self->wanted) {
        return; /* the answer to a question that was given up */
    }
    if (self->wanted == APPLES) {
        hr_cancel(self->timer);
    }
    hr_assert(m->price == (self->wanted == APPLES ? PRICE_OF_APPLES : PRICE_OF_PEARS));
    hr_stop();
}

HR_ACTOR(customer, HR_ON(Start, on_start), HR_ON(Answer, on_answer), HR_ON(Timeout, on_timeout));

int main(int argc, char **argv)
{
    bool fixed = argc > 1 && strcmp(argv[1], "fixed") == 0;
    hr_ref shop = hr_spawn(shop);
    hr_ref customer = hr_spawn(customer, .shop = shop, .fixed = fixed);
    hr_send(customer, Start);
    return hr_run();
}
