/* Crashes. One may strike before each message that a step sends, in hr_sync(), and when the step is over. What the step did before stands;
 * then the actor is gone, or as it was when it was created but for what is persistent, and waits for its restart. */
#include "step/crash.h"

#include <string.h>

#include "actor/context.h"
#include "actor/outlives.h"
#include "actor/request.h"
#include "base/mutant.h"
#include "image/image.h"
#include "model/names.h"
#include "step/serve_parts.h"

/* ---- the disk ---- */

void crash_begin(const struct control *c)
{
    if (c->outlives != NULL) {
        memcpy(server.disk.base, c->state, c->type->size);
    }
}

void crash_sync(void)
{
    if (border.running->actor == serving.actor && RULE("fault-sync")) { /* not one that is being created */
        crash_begin(border.running);
    }
}

/* ---- a crash ---- */

bool crash_strikes(struct control *c)
{
    struct effect who = { .actor = c->actor };
    if (serving.crashed || c->outlives == NULL || c->actor != serving.actor || !serve_may_strike(c)) {
        return serving.crashed;
    }
    serving.restarts = serve_strikes(FAULT_RESTART, who);
    serving.crashed = serving.restarts || serve_strikes(FAULT_CRASH, who);
    return serving.crashed;
}

static void forget_timers(struct control *c)
{
    for (unsigned slot = 0; slot < TIMERS_MAX; slot++) {
        if (c->timers >> slot & 1) {
            effects_add(serving.out, &(struct effect){ .kind = EFFECT_CANCEL, .actor = c->actor, .number = slot + 1 });
        }
    }
    c->timers = 0;
}

/* As it was created, but for what was on the disk. The rest of the control block is that of a new actor, apart from what tells this life
 * from the others, and the clock. */
static void begin_anew(struct control *c)
{
    const struct control old = *c;
    size_t size = c->type->size, block = outlives_size(size);
    unsigned char *disk = server.disk.base, *kept = disk + size;
    struct heap_filling filling = heaps.filling;
    heaps.filling = (struct heap_filling){ 0 }; /* the audit looked at the heap already */
    memcpy(kept, c->outlives, block);
    memset(c->heap.start, 0, (size_t)(c->heap.top - c->heap.start));
    memset(c, 0, sizeof *c);
    heap_init(&c->heap, old.heap.start, old.heap.end);
    c->heap.of_an_actor = true;
    c->self = old.self;
    c->actor = old.actor;
    c->type = old.type;
    c->behaviour = &old.type->behaviour;
    c->adapter = old.adapter;
    c->clock = old.clock;
    c->looked_at_clock = old.looked_at_clock;
    c->late_looks = old.late_looks;
    c->children = old.children;
    c->life = old.life + 1;
    c->state = heap_alloc(&c->heap, size, 16);
    c->outlives = heap_alloc(&c->heap, block, 16);
    heaps.filling = filling;
    memcpy(c->outlives, kept, block);
    memset(c->outlives->lives, 0, sizeof c->outlives->lives);
    for (size_t i = 0; i < size; i++) {
        bool persistent = outlives_bits(c->outlives, size)[i / 8] >> i % 8 & 1;
        ((unsigned char *)c->state)[i] = persistent ? disk[i] : c->outlives->first[i];
    }
    c->status = ACTOR_CRASHED;
}

void crash_finish(struct control *c)
{
    if (!serving.crashed) {
        return;
    }
    if (RULE("fault-timers")) {
        forget_timers(c);
    }
    if (faults.pending_lost && RULE("fault-pending")) {
        effects_add(serving.out, &(struct effect){ .kind = EFFECT_LOSE, .actor = c->actor });
    }
    if (!faults.callers_wait) {
        serve_fail_callers(c, HR_CRASHED);
    }
    if (!serving.restarts) {
        c->status = faults.callers_wait ? ACTOR_DESTROYED : ACTOR_FAILED;
        c->fail_reason = HR_CRASHED;
        return;
    }
    begin_anew(c);
    /* The restart may come at any time: a timer. */
    struct message head = { .sender = c->actor, .flags = MESSAGE_RESTART | MESSAGE_TIMER, .timer = 1 };
    serve_log(c->actor, &head, "");
    c->timers = 1;
}

void crash_restart(struct control *c)
{
    c->timers = 0;
    c->status = ACTOR_SUSPENDED;
    c->sp = context_prepare(arena_stack_top(c->actor), actor_create_entry);
}
