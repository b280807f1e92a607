/* The driver's messages. What is sent while main() runs waits here, in order of sending, until hr_run() or hr_settle(). */
#include <stdlib.h>
#include <string.h>

#include "live/runtime.h"

static struct waiting {
    hr_ref to;
    struct envelope *e; /* NULL: delivered */
} * waiting;
static size_t count, capacity, delivered;
static bool ran; /* hr_run() has returned: mailboxes may hold what was refused */

void live_wait_for_run(hr_ref to, struct envelope *e)
{
    if (count == capacity) {
        capacity = capacity == 0 ? 64 : capacity * 2;
        waiting = live_need(realloc(waiting, capacity * sizeof *waiting));
    }
    waiting[count++] = (struct waiting){ to, e };
}

static struct envelope *take(size_t i)
{
    struct envelope *e = waiting[i].e;
    waiting[i].e = NULL;
    delivered++;
    return e;
}

/* Removes delivered messages from the list, so that a long hr_settle() neither keeps them nor goes over them again and again. */
static void forget_delivered(void)
{
    enum { FEW = 32 };
    if (delivered < FEW || delivered < count / 2) {
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (waiting[i].e != NULL) {
            waiting[kept++] = waiting[i];
        }
    }
    count = kept;
    delivered = 0;
}

static void take_up(struct actor *a, void *user)
{
    (void)user;
    for (struct envelope *e; (e = live_withdraw(a)) != NULL;) {
        live_wait_for_run(a->ref, e);
    }
}

/* What an earlier hr_run() left in the mailboxes comes before what was sent since. */
static void take_up_left(void)
{
    if (!ran) {
        return;
    }
    struct waiting *since = waiting;
    size_t since_count = count;
    waiting = NULL;
    count = capacity = delivered = 0;
    live_each(take_up, NULL);
    for (size_t i = 0; i < since_count; i++) {
        if (since[i].e != NULL) {
            live_wait_for_run(since[i].to, since[i].e);
        }
    }
    free(since);
    ran = false;
}

void live_begin_deliveries(void)
{
    take_up_left();
    for (size_t i = 0; i < count; i++) {
        struct envelope *e = waiting[i].e;
        if (e == NULL) {
            continue;
        }
        if (live_forcing) {
            live_force_resolve(e);
        }
        if (e->timer != 0) {
            live_delay_started(waiting[i].to, e);
        } else if (live_perturbing) {
            live_perturb(waiting[i].to, e);
        } else {
            live_arrive(waiting[i].to, e);
        }
    }
    count = delivered = 0;
    ran = true;
}

/* As the checker does it: the oldest message that its receiver accepts, whoever sent it; timers too, without waiting. */
void live_settle(void)
{
    take_up_left();
    for (size_t i = 0; i < count;) {
        const struct envelope *e = waiting[i].e;
        hr_ref to = waiting[i].to;
        struct found f = e == NULL ? (struct found){ 0 } : live_find(to);
        if (f.actor != NULL && live_accepts(f.actor, e)) {
            live_deliver_here(f.actor, take(i));
        } else if (e != NULL && f.actor == NULL && f.reason != 0 && (e->flags & MESSAGE_CALL)) {
            live_arrive(to, take(i)); /* it failed: its callers are answered */
        } else {
            i++;
            continue;
        }
        forget_delivered();
        i = 0; /* what was refused before may be accepted now */
    }
}

void live_take_back(struct actor *a, uint16_t timer)
{
    for (size_t i = 0; i < count; i++) {
        const struct envelope *e = waiting[i].e;
        if (e != NULL && e->timer == timer && e->sender == a->ref) {
            live_free(take(i));
            return;
        }
    }
    live_remove_timer(a, timer);
}

/* ---- what only the checker does ---- */

#define API __attribute__((visibility("default")))

API void hr_faults(const char *what)
{
    (void)what;
}

API void hr_note(const char *format, ...)
{
    (void)format;
}

API void hr_reached_(const struct hr_site *site)
{
    (void)site;
}

API void hr_sites_(const struct hr_site *from, const struct hr_site *to)
{
    (void)from, (void)to;
}

API void hr_exclude(const void *from, size_t size)
{
    (void)from, (void)size;
}
