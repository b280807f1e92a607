/* What main() and the functions that it declares do wrong. */
#include <pthread.h>

#include "victim.h"

static hr_ref victim;
static void nothing(void) {}

static void start(void)
{
    victim = hr_spawn(victim, .act = nothing);
    hr_send(victim, Go);
}

static void stops(void)
{
    start();
    hr_stop(); /* here: stops */
}

static void nobody(void)
{
    hr_send(HR_NOBODY, Go); /* here: nobody */
}

static void *idle(void *context)
{
    return context;
}

static void thread(void)
{
    pthread_t t;
    start();
    pthread_create(&t, NULL, idle, NULL); /* here: thread */
}

/* ---- predicates ---- */

static bool predicate_sends(void)
{
    hr_send(victim, Go); /* here: sends */
    return true;
}

static void sends(void)
{
    start();
    hr_always(predicate_sends);
}

static char *volatile none;
static bool predicate_crashes(void)
{
    return *none == 'x'; /* here: crashes */
}

static void crashes(void)
{
    start();
    hr_always(predicate_crashes);
}

static void crashes_at_end(void)
{
    start();
    hr_at_end(predicate_crashes);
}

static volatile const int on = 1;
static bool predicate_loops(void)
{
    while (on) {} /* here: loops */
    return true;
}

static void loops(void)
{
    start();
    hr_always(predicate_loops);
}

static bool predicate_writes(void)
{
    ((struct victim *)(uintptr_t)hr_peek(victim, victim))->act = NULL; /* here: writes */
    return true;
}

static void writes(void)
{
    start();
    hr_always(predicate_writes);
}

/* ---- constraints ---- */

struct picky {
    int mode;
};
static bool picky_accepts(const struct picky *self, const struct hr_received *m)
{
    if (self->mode == 0) {
        hr_send(hr_self(), Go); /* here: constraint_sends */
    } else if (self->mode == 1) {
        return *none == 'x'; /* here: constraint_crashes */
    } else if (self->mode == 2) {
        *(int *)(uintptr_t)&self->mode = 3; /* here: constraint_writes */
    }
    return true;
}
static void on_picky_go(struct picky *self, const struct Go *m) {}
HR_ACTOR(picky, HR_ACCEPTS(picky_accepts), HR_ON(Go, on_picky_go));

static void constraint_sends(void)
{
    hr_send(hr_spawn(picky, .mode = 0), Go);
}

static void constraint_crashes(void)
{
    hr_send(hr_spawn(picky, .mode = 1), Go);
}

static void constraint_writes(void)
{
    hr_send(hr_spawn(picky, .mode = 2), Go);
}

DRIVERS(ACT(stops), ACT(nobody), ACT(thread), ACT(sends), ACT(crashes), ACT(crashes_at_end), ACT(loops), ACT(writes), ACT(constraint_sends),
        ACT(constraint_crashes), ACT(constraint_writes))
