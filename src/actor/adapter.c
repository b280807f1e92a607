/* The functions of harrier/adapter.h, and calls through an adapter's table. */
#include "actor/adapter.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "actor/context.h"
#include "actor/request.h"
#include "model/names.h"

#define API __attribute__((visibility("default")))
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0) - 1)

struct adapters adapters;

bool adapter_events(void)
{
    for (; adapters.looked < names_count(); adapters.looked++) {
        const struct hr_actor_type *type = names_get(adapters.looked)->type;
        adapters.events = adapters.events || (type != NULL && type->adapter != NULL && type->adapter->event != NULL);
    }
    return adapters.events;
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

/* ---- descriptions ---- */

const struct shows *adapter_shows(const struct hr_actor_type *type)
{
    for (size_t i = 0; i < adapters.shows_count; i++) {
        if (adapters.shows[i].type == type) {
            return &adapters.shows[i];
        }
    }
    return NULL;
}

API void hr_shows(const struct hr_actor_type *type, void (*show)(const void *state), bool whole)
{
    context_after_program();
    bool in_main = border.running == NULL || border.running->actor == 0;
    if (!in_main || type == NULL || show == NULL || adapter_shows(type) != NULL || adapters.shows_count == SHOWS_MAX) {
        request_finding(KIND_MISUSE, "hr_shows() outside main(), without a type or a function, twice for a type, or for more than 64 types",
                        nowhere, CALLER);
    }
    adapters.shows[adapters.shows_count++] = (struct shows){ type, show, whole };
    adapters.whole = adapters.whole || whole;
}

/* A description is a list of notes, `name=value`. Nothing is cut off: where the description is the actor's identity, states that differ in what
 * is missing would be one. */
API void hr_show(const char *name, const char *format, ...)
{
    context_after_program();
    char text[400], value[300];
    va_list args;
    if (name == NULL || format == NULL) {
        request_finding(KIND_MISUSE, "hr_show() without a name or a value", nowhere, CALLER);
    }
    va_start(args, format);
    int length = vsnprintf(value, sizeof value, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof value || strlen(name) >= sizeof text - sizeof value || strchr(name, '=') != NULL ||
        strchr(name, '\n') != NULL || strchr(value, '\n') != NULL) {
        request_finding(
            KIND_MISUSE,
            "hr_show() with a name of more than 99 or a value of more than 299 characters, a name with '=', or an end of a line in one of them",
            nowhere, CALLER);
    }
    snprintf(text, sizeof text, "%s=%s", name, value);
    border.request = (struct request){ .kind = REQUEST_NOTE, .data = text, .pc = CALLER };
    request_ask();
}
