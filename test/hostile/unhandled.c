/* A message without a handler, and actors that say themselves what is to happen. */
#include "victim.h"

HR_MESSAGE(Strange);

struct plain {
    int unused;
};
HR_ACTOR(plain); /* here: plain */

struct strict {
    int unused;
};
HR_ACTOR(strict, HR_UNHANDLED(error)); /* here: strict */

struct tolerant {
    int unused;
};
HR_ACTOR(tolerant, HR_UNHANDLED(drop));

struct patient {
    int unused;
};
static void on_strange(struct patient *self, const struct Strange *m) {}
HR_BEHAVIOUR(ready, HR_ON(Strange, on_strange));
static void on_patient_go(struct patient *self, const struct Go *m)
{
    hr_become(ready);
}
HR_ACTOR(patient, HR_ON(Go, on_patient_go), HR_UNHANDLED(keep));

static void plain(void)
{
    hr_send(hr_spawn(plain), Strange);
}

static void strict(void)
{
    hr_send(hr_spawn(strict), Strange);
}

static void tolerant(void)
{
    hr_send(hr_spawn(tolerant), Strange);
}

/* The message waits for the behaviour that handles it. */
static void patient(void)
{
    hr_ref p = hr_spawn(patient);
    hr_channel("unordered");
    hr_send(p, Strange);
    hr_send(p, Go);
}

DRIVERS(ACT(plain), ACT(strict), ACT(tolerant), ACT(patient))
