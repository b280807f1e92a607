/* Violations whose reasons are known, a test each. */
#include <harrier.h>

HR_MESSAGE(Tick);
HR_MESSAGE(Poke);
HR_MESSAGE(Go);

/* ---- it can go on for ever without the violation ---- */

struct clock_ {
    int odd;
};

static void on_tick(struct clock_ *self, const struct Tick *m)
{
    self->odd = !self->odd;
    hr_send(hr_self(), Tick);
}

static void on_poke(struct clock_ *self, const struct Poke *m)
{
    hr_assert(!self->odd);
}

HR_ACTOR(clock_, HR_ON(Tick, on_tick), HR_ON(Poke, on_poke));

struct hand {
    hr_ref clock;
};

static void on_go(struct hand *self, const struct Go *m)
{
    hr_send(self->clock, Poke);
}

HR_ACTOR(hand, HR_ON(Go, on_go));

HR_TEST(goes_on)
{
    hr_ref clock = hr_spawn(clock_);
    hr_send(clock, Tick);
    hr_send(hr_spawn(hand, .clock = clock), Go);
}

/* ---- no order avoids it ---- */

struct doomed {
    int got;
};

static void doomed_on_go(struct doomed *self, const struct Go *m)
{
    hr_assert(++self->got < 2);
}

HR_ACTOR(doomed, HR_ON(Go, doomed_on_go));

HR_TEST(always_fails)
{
    hr_ref doomed = hr_spawn(doomed);
    hr_send(doomed, Go);
    hr_send(doomed, Go);
}

/* ---- an answer decides ---- */

struct chooser {
    int got;
};

static void chooser_on_go(struct chooser *self, const struct Go *m)
{
    self->got = hr_choose(3);
}

static void chooser_on_poke(struct chooser *self, const struct Poke *m)
{
    hr_assert(self->got != 1);
}

HR_ACTOR(chooser, HR_ON(Go, chooser_on_go), HR_ON(Poke, chooser_on_poke));

HR_TEST(chosen)
{
    hr_ref chooser = hr_spawn(chooser);
    hr_send(chooser, Go);
    hr_send(chooser, Poke);
}

/* ---- the schedule comes to the same state twice ---- */

struct lamp {
    bool on, broken;
};

static void lamp_on_tick(struct lamp *self, const struct Tick *m)
{
    self->on = !self->on;
    if (!self->broken) {
        hr_send(hr_self(), Tick);
    }
}

static void lamp_on_poke(struct lamp *self, const struct Poke *m)
{
    self->broken = self->broken || self->on;
}

static void lamp_on_go(struct lamp *self, const struct Go *m)
{
    hr_assert(!self->broken);
    hr_stop();
}

HR_ACTOR(lamp, HR_ON(Tick, lamp_on_tick), HR_ON(Poke, lamp_on_poke), HR_ON(Go, lamp_on_go));

HR_TEST(comes_twice)
{
    hr_ref lamp = hr_spawn(lamp);
    hr_send(lamp, Tick);
    hr_send(lamp, Poke);
    hr_send(lamp, Go);
}

/* ---- values in an assertion ---- */

enum color { RED, GREEN };
HR_MESSAGE(Paint, enum color color; int amount;);

struct pot {
    int left[3];
    struct {
        int deep;
    } inner;
    enum color color;
    struct pot *other;
};

static void pot_on_paint(struct pot *self, const struct Paint *m)
{
    int left = 5;
    self->left[1] = 3; /* what is said is what it is now */
    self->inner.deep = left;
    self->color = GREEN;
    hr_assert(self->left[1] < m->amount && self->inner.deep == left && self->color == m->color && self->other == NULL &&
              self->left[left - 4]);
}

HR_ACTOR(pot, HR_ON(Paint, pot_on_paint));

HR_TEST(values)
{
    hr_send(hr_spawn(pot), Paint, .color = RED, .amount = 4);
}

static int others = 9; /* read only, so that nothing is shared */

struct shadow {
    int count;
};

static void shadow_on_go(struct shadow *self, const struct Go *m)
{
    struct shadow other = { others };
    self->count = 3;
    {
        struct shadow *self = &other;
        hr_assert(self->count == 4);
    }
}

HR_ACTOR(shadow, HR_ON(Go, shadow_on_go));

HR_TEST(hidden)
{
    hr_send(hr_spawn(shadow), Go);
}

struct turned {
    int count;
};

static void turned_on_poke(struct turned *self, const struct Poke *m)
{
    struct turned other = { others };
    self = &other;
    hr_assert(self->count == 4);
}

HR_ACTOR(turned, HR_ON(Poke, turned_on_poke));

HR_TEST(changed)
{
    hr_send(hr_spawn(turned), Poke);
}

struct helped {
    int count;
};

static void help(struct helped *self)
{
    hr_assert(self->count == 4);
}

static void helped_on_go(struct helped *self, const struct Go *m)
{
    struct helped copy = { others };
    help(&copy);
}

HR_ACTOR(helped, HR_ON(Go, helped_on_go));

HR_TEST(elsewhere)
{
    hr_send(hr_spawn(helped), Go);
}

/* ---- arrays that a message carries ---- */

struct item {
    int number;
    char *name;
    int count;
    short *parts;
};
HR_CARRIES(item, HR_STRING(item, name), HR_ARRAY(item, parts, count));
HR_MESSAGE(Order, int none; int *empty; int few; int *numbers; unsigned items; struct item * list; long many; unsigned char *bytes;
           int *gone;);
HR_CARRIES(Order, HR_ARRAY(Order, empty, none), HR_ARRAY(Order, numbers, few), HR_ARRAY_OF(Order, list, items, item),
           HR_ARRAY(Order, bytes, many), HR_ARRAY(Order, gone, few));

struct shop {
    int orders;
};

static void shop_on_order(struct shop *self, const struct Order *m)
{
    hr_assert(m->many == 0);
}

HR_ACTOR(shop, HR_ON(Order, shop_on_order));

HR_TEST(carries)
{
    int numbers[] = { 7, -8, 9 };
    short parts[] = { 1, 2 };
    struct item list[] = { { 1, "nail", 2, parts }, { 2, "<b>\"", 0, parts } };
    unsigned char bytes[150] = { 255, 1 };
    hr_send(hr_spawn(shop), Order, .empty = numbers, .few = 3, .numbers = numbers, .items = 2, .list = list, .many = sizeof bytes,
            .bytes = bytes);
}

/* ---- processes that wait ---- */

HR_MESSAGE(Ware, int price; const char *name;);
HR_CARRIES(Ware, HR_STRING(Ware, name));
HR_MESSAGE(Sold, int price;);

struct seller {
    hr_ref buyer;
};

static int haggle(struct seller *self, int lowest)
{
    int tries = 2;
    for (int price = lowest * 2; price > lowest; price--) {
        tries += hr_call(self->buyer, Sold, Ware, .price = price, .name = "lamp").price;
    }
    return tries;
}

static void run_seller(struct seller *self)
{
    hr_received first = hr_receive(Go);
    hr_ref customer = first.sender;
    int sold = haggle(self, 10);
    hr_assert(sold != 0 && customer == 0);
}

HR_PROCESS(seller, run_seller);

struct buyer {
    int unused;
};

static void run_buyer(struct buyer *self)
{
    int spent = 0; /* for reports only */
    (void)spent;
    for (int bought = 0; bought < 2; bought++) {
        hr_received offer = hr_receive(Ware);
        spent += hr_as(offer, Ware)->price;
        hr_reply(Sold, .price = 1);
    }
    hr_receive(Go);
}

HR_PROCESS(buyer, run_buyer);

HR_TEST(waits)
{
    hr_ref buyer = hr_spawn(buyer);
    hr_send(hr_spawn(seller, .buyer = buyer), Go);
}

/* ---- a message that need not come, since another actor can go on for ever ---- */

struct ticker {
    int unused;
};

static void ticker_on_tick(struct ticker *self, const struct Tick *m)
{
    hr_send(hr_self(), Tick);
}

HR_ACTOR(ticker, HR_ON(Tick, ticker_on_tick));

struct victim {
    int unused;
};

static void victim_on_go(struct victim *self, const struct Go *m)
{
    hr_assert(self->unused != 0);
}

HR_ACTOR(victim, HR_ON(Go, victim_on_go));

HR_TEST(put_off)
{
    hr_send(hr_spawn(victim), Go); /* the first one */
    hr_send(hr_spawn(ticker), Tick);
}
