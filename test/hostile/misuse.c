/* API calls that make no sense where they are made. */
#include "victim.h"

HR_MESSAGE(Answer);

static void nobody(void)
{
    hr_send(HR_NOBODY, Go); /* here: nobody */
}

static void unknown(void)
{
    hr_send((hr_ref)12345, Go); /* here: unknown */
}

static void no_caller(void)
{
    hr_reply(Answer); /* here: no_caller */
}

static void receives(void)
{
    hr_receive(); /* here: receives */
}

static void peeks(void)
{
    hr_note("%d", hr_peek(hr_self(), victim) != NULL); /* here: peeks */
}

static void runs(void)
{
    hr_run(); /* here: runs */
}

static void fails_with_success(void)
{
    hr_fail(0); /* here: fails_with_success */
}

static void wrong_type(void)
{
    hr_received m = { .type = &hr_type_Go };
    hr_note("%p", (const void *)hr_as(m, Answer)); /* here: wrong_type */
}

/* ---- a call that is answered twice ---- */

struct eager {
    int unused;
};
static void on_eager_go(struct eager *self, const struct Go *m)
{
    hr_reply(Answer);
    hr_reply(Answer); /* here: twice */
}
HR_ACTOR(eager, HR_ON(Go, on_eager_go));

static void twice(void)
{
    hr_call(hr_spawn(eager), Answer, Go);
}

/* ---- a call that gets another type than it waits for ---- */

struct other {
    int unused;
};
static void on_other_go(struct other *self, const struct Go *m)
{
    hr_reply(Answer);
}
HR_ACTOR(other, HR_ON(Go, on_other_go));

static void other_reply(void)
{
    hr_call(hr_spawn(other), Number, Go); /* here: other_reply */
}

ACTS(ACT(nobody), ACT(unknown), ACT(no_caller), ACT(receives), ACT(peeks), ACT(runs), ACT(fails_with_success), ACT(wrong_type), ACT(twice),
     ACT(other_reply))
