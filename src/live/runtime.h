/* The live world: actors, their mailboxes, and who runs. One thread: the oldest message that can be delivered is delivered. */
#ifndef HARRIER_LIVE_RUNTIME_H
#define HARRIER_LIVE_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harrier.h"

enum live_status { LIVE_WAITING, LIVE_CALLING, LIVE_ENDED, LIVE_STOPPED, LIVE_FAILED };

struct envelope {
    struct envelope *next;
    const struct hr_type *type; /* NULL: a failure, the content is its reason; or a restart */
    hr_ref to, sender;
    bool call, reply, restart;
    uint32_t timer;             /* slot of the sender, 0: no timer */
    uint64_t due;               /* ms of the monotonic clock */
    size_t size;
    _Alignas(16) unsigned char data[];
};

struct actor {
    hr_ref self;
    const struct hr_actor_type *type;
    const struct hr_behaviour *behaviour;
    void *state;
    enum live_status status;
    int fail_reason, call_error;
    void *stack;                /* NULL until it first runs */
    void *sp;                   /* where its code waits; NULL: nowhere */
    struct envelope *current;   /* being handled */
    bool owes_current;          /* `current` is a call without a reply so far */
    hr_ref owed[64];
    size_t owed_count;
    hr_ref waiting_for;
    const struct hr_type *reply_type;
    void *reply;
    const struct hr_type *const *wanted;
    bool (*predicate)(void *context, const hr_received *m);
    void *context;
    uint64_t timers;
};

extern struct actor *live_running; /* NULL: the driver */
struct actor *live_find(hr_ref ref);
hr_ref live_create(const struct hr_actor_type *type, const void *state, size_t size);
void live_post(struct envelope *e);
struct envelope *live_envelope(hr_ref to, const struct hr_type *type, const void *data, size_t size);
void live_cancel(hr_ref owner, uint32_t timer);
/* Gives the processor back; returns when the actor is resumed. */
void live_yield(void);
/* Delivers until nothing is left. Returns the exit status: 0, or 1 when callers are left waiting for ever. */
int live_run(void);
uint64_t live_now_ms(void);
/* A mistake of the program: says it and ends the process with status 1. */
void live_die(const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));

#endif
