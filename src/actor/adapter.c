/* The functions of harrier/adapter.h, and calls through an adapter's table. */
#include "actor/adapter.h"

#include "actor/context.h"
#include "actor/request.h"
#include "model/names.h"

#define API __attribute__((visibility("default")))
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0) - 1)

static struct {
    uint32_t looked; /* at so many names */
    bool found;
} events;

bool adapter_events(void)
{
    for (; events.looked < names_count(); events.looked++) {
        const struct hr_actor_type *type = names_get(events.looked)->type;
        events.found = events.found || (type != NULL && type->adapter != NULL && type->adapter->event != NULL);
    }
    return events.found;
}

const struct hr_adapter *adapter_of(const struct hr_actor_type *type)
{
    if (type->adapter != NULL) {
        return type->adapter;
    }
    return type->run != NULL ? &adapter_process : &adapter_handlers;
}

const char *adapter_unfit(const struct hr_actor_type *type)
{
    const struct hr_adapter *a = type->adapter;
    if (a != NULL && a->version != HR_ADAPTER_VERSION) {
        return "an actor whose adapter was compiled for another version of harrier/adapter.h";
    }
    if (a != NULL && (a->accepts == NULL || a->deliver == NULL)) {
        return "an actor whose adapter has no function `accepts` or no function `deliver`";
    }
    return NULL;
}

const void *adapter_describe(const struct control *c, const struct hr_type *message)
{
    return c->adapter->describe != NULL ? c->adapter->describe(c->type, c->behaviour, message) : NULL;
}

static const struct hr_place nowhere;

API hr_received hr_adapter_wait(void)
{
    context_after_program();
    if (border.running == NULL || border.running->type == NULL || border.running->type->adapter == NULL) {
        request_finding(KIND_MISUSE, "hr_adapter_wait() outside an actor of an adapter", nowhere, CALLER);
    }
    adapter_wait(border.running);
    return (hr_received){ .type = border.running->message_type, .data = border.running->message, .sender = border.running->sender };
}

API void hr_adapter_finding(enum hr_finding kind, const char *text, const char *file, int line)
{
    static const enum finding_kind kinds[] = { [HR_FINDING_ASSERTION] = KIND_ASSERTION,
                                               [HR_FINDING_UNHANDLED] = KIND_UNHANDLED,
                                               [HR_FINDING_MISUSE] = KIND_MISUSE,
                                               [HR_FINDING_INVARIANT] = KIND_INVARIANT };
    context_after_program();
    if ((unsigned)kind >= sizeof kinds / sizeof kinds[0] || text == NULL) {
        request_finding(KIND_MISUSE, "hr_adapter_finding() of no kind, or without a text", nowhere, CALLER);
    }
    request_finding(kinds[kind], text, (struct hr_place){ file, line }, CALLER);
}
