/* From hr_send to the receiver's mailbox. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/text.h"
#include "live/runtime.h"
#include "model/pack.h"

enum { PACKED_MAX = 64 << 20 };

/* ---- envelopes ---- */

struct stamp *live_stamp(const struct envelope *e)
{
    return (struct stamp *)((uintptr_t)(e->data + e->size + 7) & ~(uintptr_t)7);
}

static struct envelope *new_envelope(const struct hr_type *type, size_t size, unsigned flags)
{
    uint8_t class;
    size_t room = sizeof(struct envelope) + size + (__builtin_expect(live_stamping, 0) ? 8 + sizeof(struct stamp) : 0);
    struct envelope *e = live_block(room, &class);
    struct co *co = live_me()->co;
    e->type = type;
    e->sender = co->actor == NULL ? HR_DRIVER : co->actor->ref;
    e->size = (uint32_t)size;
    e->timer = 0;
    e->flags = (uint8_t)flags;
    e->class = class;
    if (__builtin_expect(live_stamping, 0)) {
        live_stamp(e)->life = flags & MESSAGE_CALL ? live_life(co->actor) : 0;
    }
    return e;
}

static struct envelope *packed_envelope(const struct hr_type *type, const void *data, unsigned flags)
{
    struct worker *w = live_me();
    if (w->scratch == NULL) {
        void *scratch = mmap(NULL, PACKED_MAX, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        w->scratch = live_need(scratch == MAP_FAILED ? NULL : scratch);
    }
    const char *problem;
    size_t size = pack(type, data, w->scratch, PACKED_MAX, &problem);
    if (problem != NULL) {
        live_die(NULL, 0, "%s", problem);
    }
    struct envelope *e = new_envelope(type, size, flags);
    memcpy(e->data, w->scratch, size);
    unpack(type, e->data);
    return e;
}

struct envelope *live_envelope(const struct hr_type *type, const void *data, size_t size, unsigned flags)
{
    if (type->parts != NULL) {
        return packed_envelope(type, data, flags);
    }
    struct envelope *e = new_envelope(type, size, flags);
    memcpy(e->data, data, size);
    return e;
}

struct envelope *live_bare(unsigned flags, const void *data, size_t size)
{
    struct envelope *e = new_envelope(NULL, size, flags);
    memcpy(e->data, data, size);
    return e;
}

void live_free(struct envelope *e)
{
    live_block_free(e, e->class);
}

/* ---- on the way ---- */

void live_answered(struct owed to)
{
    struct found f = live_find(to.caller);
    if (f.actor != NULL && live_life(f.actor) == to.life) {
        atomic_store(&f.actor->waiting_for, HR_NOBODY);
    }
}

void live_answer_failure(hr_ref failed, int reason, struct owed to)
{
    struct envelope *e = live_bare(MESSAGE_REPLY | MESSAGE_FAILURE, &reason, sizeof reason);
    e->sender = failed;
    if (live_stamping) {
        live_stamp(e)->life = to.life;
    }
    live_answered(to);
    live_send(to.caller, e);
}

/* The receiver has ended: its callers are answered if it failed; everything else cannot be delivered any more. */
static void dead_letter(hr_ref to, const struct name *name, int reason, struct envelope *e)
{
    if (reason != 0 && (e->flags & MESSAGE_CALL)) {
        live_trace_without_code(e);
        live_answer_failure(to, reason, (struct owed){ e->sender, live_stamping ? live_stamp(e)->life : 0 });
    } else if (!(e->flags & MESSAGE_NUDGE)) {
        live_undeliverable(to, name, e);
    }
    live_free(e);
}

static void dead_letter_of(const struct actor *a, struct envelope *e)
{
    int reason;
    memcpy(&reason, a->state, sizeof reason);
    struct name name = { .parent = a->parent, .type = a->type, .ordinal = a->ordinal, .reason = reason };
    name.crashed = a->name != NULL && a->name->crashed;
    dead_letter(a->ref, &name, reason, e);
}

/* True: the mailbox was full, and the message was dropped. */
static bool over_limit(struct actor *a, struct envelope *e)
{
    struct extra *x = a->extra;
    if (e->flags != 0 || atomic_fetch_add_explicit(&x->queued, 1, memory_order_relaxed) < x->limit) {
        return false;
    }
    atomic_fetch_sub_explicit(&x->queued, 1, memory_order_relaxed);
    if (x->at_limit == HR_LIMIT_FAIL) {
        char label[200];
        struct text t = text_in(label, sizeof label);
        live_label(a, &t);
        live_die_kind("overflow", a->type->behaviour.file, a->type->behaviour.line,
                      "the mailbox of %s is full: %s is one more than the %u it may hold", label, e->type->name, x->limit);
    }
    live_free(e);
    return true;
}

void live_arrive(hr_ref to, struct envelope *e)
{
    struct found f = live_find(to);
    if (f.actor != NULL) {
        if (__builtin_expect(f.actor->limited, 0) && over_limit(f.actor, e)) {
            return;
        }
        if (live_push(f.actor, e)) {
            return;
        }
        /* It ended between the two; until this worker is quiet it can still be read. */
        dead_letter_of(f.actor, e);
        return;
    }
    dead_letter(to, f.ended, f.reason, e);
}

static void send_one(hr_ref to, struct envelope *e)
{
    if (__builtin_expect(live_stamping, 0)) {
        live_identify(to, e);
    }
    if (!live_running) {
        live_wait_for_run(to, e);
    } else if (__builtin_expect(live_perturbing, 0)) {
        live_perturb(to, e);
    } else {
        live_arrive(to, e);
    }
}

void live_send(hr_ref to, struct envelope *e)
{
    struct envelope *copy = NULL;
    if (__builtin_expect(to == HR_DRIVER, 0) || (__builtin_expect(live_forcing, 0) && live_force_loses(to, e, &copy))) {
        live_free(e);
        return;
    }
    send_one(to, e);
    if (__builtin_expect(copy != NULL, 0)) {
        send_one(to, copy);
    }
}

/* ---- the end of an actor ---- */

void live_close(struct actor *a, int reason)
{
    a->status = reason != 0 ? LIVE_FAILED : LIVE_STOPPED;
    memcpy(a->state, &reason, sizeof reason); /* its own content is gone; senders that are under way look here */
    for (uint32_t i = 0; a->extra != NULL && i < a->extra->timer_slots; i++) {
        bool fired;
        if (a->extra->timers[i] != NULL) {
            live_delay_forget(a->extra->timers[i], &fired);
        }
    }
    live_unregister(a, reason);
    struct envelope *left = atomic_exchange_explicit(&a->inbox, MAILBOX_CLOSED, memory_order_acq_rel);
    for (struct envelope *e = left, *next, *turned = NULL;; e = next) {
        if (e == NULL || e == MAILBOX_IDLE) {
            *a->last = turned;
            break;
        }
        live_sanitizer_acquire(e);
        next = e->next;
        e->next = turned;
        turned = e;
    }
    for (struct envelope *e = a->pending, *next; e != NULL; e = next) {
        next = e->next;
        dead_letter_of(a, e);
    }
    /* Its name outlives it where somebody knows it: the registry, a child. Others may read both until they are quiet. */
    live_retire_actor(a);
}
