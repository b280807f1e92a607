/* Crashes and restarts of actors, where a schedule that is forced has them. The rules are those of the checker (step/crash.c): a crash may
 * strike before each message that a step sends, in hr_sync(), and when the step is over. What the step did before stands; then the
 * actor is gone, or as it was created but for what is persistent, and waits for its restart. */
#include <stdlib.h>
#include <string.h>

#include "live/runtime.h"

#define API __attribute__((visibility("default")))

/* What outlives a crash. */
struct lives {
    uint32_t life;         /* how often it was restarted */
    unsigned char bytes[]; /* its struct as it was created; as it is on the disk; a bit for each byte: whether it is persistent */
};

bool live_crashes;

static unsigned char *first_of(const struct actor *a)
{
    return a->extra->lives->bytes;
}

static unsigned char *disk_of(const struct actor *a)
{
    return a->extra->lives->bytes + a->type->size;
}

static unsigned char *bits_of(const struct actor *a)
{
    return a->extra->lives->bytes + 2 * a->type->size;
}

void live_life_begin(struct actor *a)
{
    if (!live_crashes) {
        return;
    }
    size_t size = a->type->size;
    struct extra *x = live_extra(a); /* now, because others ask for its life while it runs */
    x->lives = live_need(calloc(1, sizeof *x->lives + 2 * size + (size + 7) / 8));
    memcpy(first_of(a), a->state, size);
    memcpy(disk_of(a), a->state, size);
}

uint32_t live_life(const struct actor *a)
{
    return live_crashes && a != NULL ? a->extra->lives->life : 0;
}

bool live_life_over(const struct actor *a, const struct envelope *e)
{
    return live_crashes && (e->flags & MESSAGE_REPLY) && live_stamp(e)->life != live_life(a);
}

void live_life_save(struct actor *a)
{
    if (live_crashes) {
        memcpy(disk_of(a), a->state, a->type->size);
    }
}

/* ---- a crash ---- */

static void forget_timers(struct actor *a)
{
    struct extra *x = a->extra;
    for (uint32_t i = 0; i < x->timer_slots; i++) {
        bool fired;
        if (x->timers[i] == NULL) {
            continue;
        }
        live_delay_forget(x->timers[i], &fired);
        x->timers[i] = NULL;
        if (fired) {
            live_take_back(a, (uint16_t)(i + 1));
        }
    }
}

/* As it was created, but for what was on the disk. Its name, the number of its children and its mailbox go on. */
static void begin_anew(struct actor *a)
{
    for (size_t i = 0; i < a->type->size; i++) {
        bool persistent = bits_of(a)[i / 8] >> i % 8 & 1;
        a->state[i] = persistent ? disk_of(a)[i] : first_of(a)[i];
    }
    a->extra->owed_count = 0;
    a->extra->lives->life++;
    a->status = LIVE_CRASHED;
    live_behave(a, &a->type->behaviour);
    live_look_again(a);
    /* The restart may come at any time: a timer, which its mailbox has already. */
    struct envelope *e = live_bare(MESSAGE_RESTART | MESSAGE_TIMER, "", 0);
    e->sender = a->ref;
    e->timer = 1;
    live_send(a->ref, e);
}

/* All of it is done before the step ends: the schedule's next step must find it so. */
static __attribute__((noreturn)) void crash(struct co *co, bool restarts)
{
    struct actor *a = co->actor;
    forget_timers(a);
    if (faults.pending_lost) {
        live_lose_pending(a);
    }
    if (!faults.callers_wait) {
        live_fail_callers(co, HR_CRASHED);
    }
    live_free_current(co);
    a->co = NULL;
    co->actor = NULL;
    atomic_store(&a->waiting_for, HR_NOBODY);
    if (restarts) {
        begin_anew(a);
    } else {
        live_name(a)->crashed = true;
        live_close(a, faults.callers_wait ? 0 : HR_CRASHED);
    }
    live_trace_step_end(co);
    live_me()->parted_actor = restarts ? a : NULL;
    live_leave(live_co(live_loop));
}

/* Only the actor whose step it is crashes, not one that it creates. */
void live_life_place(struct co *co)
{
    if (!live_crashes || !live_forcing || !co->forced || !live_force_may_strike(co)) {
        return;
    }
    if (live_force_strikes(FAULT_RESTART)) {
        crash(co, true);
    }
    if (live_force_strikes(FAULT_CRASH)) {
        crash(co, false);
    }
}

void live_life_step_over(struct co *co)
{
    if (live_crashes && co->forced) {
        live_life_save(co->actor);
        live_life_place(co);
    }
}

/* ---- what the program says of it ---- */

/* Where nothing crashes they do nothing: a library that runs its actors itself may call them, too. */
static struct co *actor_of(const char *function)
{
    live_workers_begin();
    struct co *co = live_me()->co;
    if (live_crashes && co->actor == NULL) {
        live_die(NULL, 0, "%s() outside an actor", function);
    }
    return live_crashes ? co : NULL;
}

API void hr_persist(const void *from, size_t size)
{
    const struct co *co = actor_of("hr_persist");
    if (co == NULL) {
        return;
    }
    const struct actor *a = co->actor;
    size_t at = (size_t)((const unsigned char *)from - a->state);
    if (at > a->type->size || size > a->type->size - at) {
        live_die(NULL, 0, "hr_persist() of memory that is not inside this actor's struct");
    }
    for (size_t i = at; i < at + size; i++) {
        bits_of(a)[i / 8] |= (unsigned char)(1u << i % 8);
    }
}

API void hr_sync(void)
{
    struct co *co = actor_of("hr_sync");
    if (co != NULL && co->forced) {
        live_life_place(co);
        live_life_save(co->actor);
    }
}

API bool hr_restarted(void)
{
    const struct co *co = actor_of("hr_restarted");
    return co != NULL && live_life(co->actor) != 0;
}
