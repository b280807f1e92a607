/* What runs on an actor's stack besides its own program: the entries of fresh stacks, waiting, and the clock. Kept small:
 * these frames are saved with the actor when it waits. */
#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"

enum unhandled_kind unhandled_default;

void actor_deliver_entry(void)
{
    const struct control *c = border.running;
    c->adapter->deliver(c->type, c->state, c->message_type, c->message);
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_DONE };
    request_ask();
}

void actor_create_entry(void)
{
    const struct control *c = border.running;
    if (c->adapter->create != NULL) {
        c->adapter->create(c->type, c->state);
    }
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_DONE };
    request_ask();
}

/* Never inlined, as in actor/api.c. */
static __attribute__((noinline, cold)) void loan_lost(struct control *self)
{
    heaps.on_fault(&self->heap, &(struct heap_problem){ .fault = HEAP_BEFORE, .at = self->loans });
}

__attribute__((noinline)) void loans_end(struct control *self)
{
    while (self->loans != NULL) {
        void *loan = self->loans;
        if (!heap_has(&self->heap, loan)) { /* the link lies just before the lent message, so the program may have overwritten it */
            loan_lost(self);
        }
        self->loans = *(void **)loan;
        heap_free(&self->heap, loan);
    }
}

void adapter_wait(struct control *self)
{
    loans_end(self);
    self->message = NULL;
    self->message_type = NULL;
    border.request = (struct request){ .kind = REQUEST_WAIT };
    request_ask();
    self->wanted = NULL;
    self->predicate = NULL;
    self->predicate_context = NULL;
}

uint64_t logical_driver_clock(void)
{
    return border.driver_clock;
}

void logical_driver_learns(uint64_t clock)
{
    border.driver_clock = clock > border.driver_clock ? clock : border.driver_clock;
}

uint64_t logical_now(void)
{
    if (border.running == NULL || !border.in_program) {
        return border.driver_clock++;
    }
    border.request = (struct request){ .kind = REQUEST_LOOK };
    request_ask();
    return border.request.result;
}

void logical_sleep(uint64_t ms)
{
    if (border.running == NULL) {
        border.driver_clock = logical_later(border.driver_clock, ms);
    } else if (border.running->clock != 0) { /* 0: no actor in its past has looked at a clock */
        border.running->clock = logical_later(border.running->clock, ms);
    }
}

void logical_sleep_until(uint64_t clock)
{
    if (border.running == NULL) {
        logical_driver_learns(clock);
        return;
    }
    if (border.running->clock == 0) {
        logical_now(); /* whoever names a time depends on what time it is */
    }
    border.running->clock = clock > border.running->clock ? clock : border.running->clock;
}
