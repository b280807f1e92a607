/* Callers that wait for ever. */
#include "victim.h"

HR_MESSAGE(Ask);
HR_MESSAGE(Answer);
HR_MESSAGE(Meet, hr_ref partner;);
HR_MESSAGE(Tick);

struct caller {
    int unused;
};
static void on_meet(struct caller *self, const struct Meet *m)
{
    hr_call(m->partner, Answer, Ask); /* here */
}
static void on_ask(struct caller *self, const struct Ask *m)
{
    hr_reply(Answer);
}
HR_ACTOR(caller, HR_ON(Meet, on_meet), HR_ON(Ask, on_ask));

struct ticker {
    int unused;
};
static void on_tick(struct ticker *self, const struct Tick *m)
{
    hr_send(hr_self(), Tick);
}
HR_ACTOR(ticker, HR_ON(Tick, on_tick));

struct leaver {
    int unused;
};
static void on_leaver_ask(struct leaver *self, const struct Ask *m)
{
    hr_stop();
}
HR_ACTOR(leaver, HR_ON(Ask, on_leaver_ask));

struct silent {
    int unused;
};
static void on_silent_ask(struct silent *self, const struct Ask *m) {}
HR_ACTOR(silent, HR_ON(Ask, on_silent_ask));

static void self(void)
{
    hr_ref a = hr_spawn(caller);
    hr_send(a, Meet, .partner = a);
}

static void ring(void)
{
    hr_ref a = hr_spawn(caller), b = hr_spawn(caller);
    hr_send(a, Meet, .partner = b);
    hr_send(b, Meet, .partner = a);
}

/* The rest of the program never comes to an end: it must not hide the ring. */
static void ticking(void)
{
    hr_send(hr_spawn(ticker), Tick);
    ring();
}

static void stopped(void)
{
    hr_send(hr_spawn(caller), Meet, .partner = hr_spawn(leaver));
}

static void unanswered(void)
{
    hr_send(hr_spawn(caller), Meet, .partner = hr_spawn(silent));
}

/* Asks back as soon as it has answered: who asked waits for an answer that is on its way, so this is no ring. */
struct curious {
    int unused;
};
static void on_curious_ask(struct curious *self, const struct Ask *m)
{
    hr_reply(Answer);
    hr_call(hr_sender(), Answer, Ask);
}
HR_ACTOR(curious, HR_ON(Ask, on_curious_ask));

static void answered(void)
{
    hr_send(hr_spawn(caller), Meet, .partner = hr_spawn(curious));
}

/* It waits for itself when it is created, in a step after which nobody else waits. */
struct newborn {
    int unused;
};
static void newborn_init(struct newborn *self)
{
    hr_call(hr_self(), Answer, Ask);
}
HR_ACTOR(newborn, HR_INIT(newborn_init));

struct maker {
    int unused;
};
static void on_maker_go(struct maker *self, const struct Go *m)
{
    hr_spawn(newborn);
}
HR_ACTOR(maker, HR_ON(Go, on_maker_go));

static void newborn(void)
{
    hr_send(hr_spawn(ticker), Tick);
    hr_send(hr_spawn(maker), Go);
}

DRIVERS(ACT(self), ACT(ring), ACT(ticking), ACT(stopped), ACT(unanswered), ACT(newborn), ACT(answered))
