/* What the paper's argument does not have, as pairs of receives meet it: receivers that end, so that one order of a pair may be
 * impossible, or possible only with a third message; choices; calls; timers. */
#include <harrier.h>

HR_MESSAGE(Item);
HR_MESSAGE(Close);
HR_MESSAGE(Keep);
HR_MESSAGE(Pick);
HR_MESSAGE(Start);
HR_MESSAGE(Ask);
HR_MESSAGE(Answer);

struct box {
    bool kept;
    unsigned picked;
};
HR_DECLARE_ACTOR(box);

static void on_item(struct box *self, const struct Item *m) {}
static void on_keep(struct box *self, const struct Keep *m)
{
    self->kept = true;
}
static void on_close(struct box *self, const struct Close *m)
{
    if (!self->kept) {
        hr_stop();
    }
}
static void on_pick(struct box *self, const struct Pick *m)
{
    self->picked = hr_choose(2);
    if (self->picked == 1) {
        hr_send(hr_self(), Keep);
    }
}
static void on_ask(struct box *self, const struct Ask *m)
{
    hr_reply(Answer);
}
HR_ACTOR(box, HR_ON(Item, on_item), HR_ON(Keep, on_keep), HR_ON(Close, on_close), HR_ON(Pick, on_pick), HR_ON(Ask, on_ask));

/* Asks when told to. */
struct asker {
    hr_ref box;
};
HR_DECLARE_ACTOR(asker);
static void asker_start(struct asker *self, const struct Start *m)
{
    hr_call(self->box, Answer, Ask);
}
static void asker_item(struct asker *self, const struct Item *m) {}
HR_ACTOR(asker, HR_ON(Start, asker_start), HR_ON(Item, asker_item));

/* Stand for outside senders: each sends one message. */
struct sender {
    hr_ref box;
};
HR_DECLARE_ACTOR(sender);
static void sender_item(struct sender *self, const struct Item *m)
{
    hr_send(self->box, Item);
}
static void sender_close(struct sender *self, const struct Close *m)
{
    hr_send(self->box, Close);
}
static void sender_keep(struct sender *self, const struct Keep *m)
{
    hr_send(self->box, Keep);
}
static void sender_start(struct sender *self, const struct Start *m)
{
    hr_send(self->box, Start);
    hr_send(self->box, Item);
}
HR_ACTOR(sender, HR_ENVIRONMENT, HR_ON(Start, sender_start), HR_ON(Item, sender_item), HR_ON(Close, sender_close),
         HR_ON(Keep, sender_keep));

/* Nothing is received after Close. The other pair has both orders, though in a schedule that also turns Close round it has none. */
HR_TEST(for_good)
{
    hr_ref box = hr_spawn(box);
    hr_send(hr_spawn(sender, .box = box), Item);
    hr_send(hr_spawn(sender, .box = box), Item);
    hr_send(hr_spawn(sender, .box = box), Close);
}

/* Close comes before Item only if Keep, which the first execution never receives, comes before both. */
HR_TEST(kept)
{
    hr_ref box = hr_spawn(box);
    hr_send(hr_spawn(sender, .box = box), Item);
    hr_send(hr_spawn(sender, .box = box), Close);
    hr_send(hr_spawn(sender, .box = box), Keep);
}

/* Keep is sent only where Pick chooses 1. */
HR_TEST(picked)
{
    hr_ref box = hr_spawn(box);
    hr_send(box, Pick);
    hr_send(hr_spawn(sender, .box = box), Item);
}

/* The second sender's Item comes first only after its Start, and so after the answer to what Start asks. */
HR_TEST(calls)
{
    hr_ref asker = hr_spawn(asker, .box = hr_spawn(box));
    hr_send(hr_spawn(sender, .box = asker), Item);
    hr_send(hr_spawn(sender, .box = asker), Start);
}

/* Whoever asks after Close waits for ever: an order that cannot be brought about as a pair, but whose end is looked at. */
HR_TEST(too_late)
{
    hr_ref box = hr_spawn(box);
    hr_send(hr_spawn(asker, .box = box), Start);
    hr_send(hr_spawn(sender, .box = box), Close);
}

/* Three timers, each cancelled in the step that sets it: none ever fires, whichever steps are taken back. */
struct hasty {
    int unused;
};
HR_DECLARE_ACTOR(hasty);
static void hasty_item(struct hasty *self, const struct Item *m)
{
    hr_cancel(hr_after(5, Keep));
}
static void hasty_keep(struct hasty *self, const struct Keep *m)
{
    hr_assert(false);
}
HR_ACTOR(hasty, HR_ON(Item, hasty_item), HR_ON(Keep, hasty_keep));

HR_TEST(cancelled)
{
    hr_ref hasty = hr_spawn(hasty);
    for (int i = 0; i < 3; i++) {
        hr_send(hr_spawn(sender, .box = hasty), Item);
    }
}

/* Every message changes its behaviour, so that the third is received by another one than the first. */
struct lamp {
    int unused;
};
HR_DECLARE_ACTOR(lamp);
static void on_off(struct lamp *self, const struct Item *m)
{
    hr_become_first();
}
HR_BEHAVIOUR(lit, HR_ON(Item, on_off));
static void on_on(struct lamp *self, const struct Item *m)
{
    hr_become(lit);
}
HR_ACTOR(lamp, HR_ON(Item, on_on));

HR_TEST(toggles)
{
    hr_ref lamp = hr_spawn(lamp);
    for (int i = 0; i < 3; i++) {
        hr_send(hr_spawn(sender, .box = lamp), Item);
    }
}
