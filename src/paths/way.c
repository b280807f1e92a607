#include "paths/way.h"

static struct path_message message_of(const void *execution, uint32_t number)
{
    const struct execution *x = execution;
    const struct individual *m = individual_at(x, number);
    return number < individuals(x) ? (struct path_message){ .to = m->to, .message = m->message } : (struct path_message){ 0 };
}

static struct path path_of_events(const struct execution *x, bool failed_too)
{
    uint32_t *out = (uint32_t *)x->ordinals.base;
    uint32_t length = execution_length(x);
    size_t count = 0;
    for (uint32_t e = 1; e <= length; e++) {
        if (failed_too || e == length || outcome_get(event_at(x, e)->outcome)->finding == 0) {
            out[2 * count] = event_at(x, e)->message;
            out[2 * count++ + 1] = event_at(x, e)->outcome;
        }
    }
    return (struct path){ .ordinals = out, .count = count, .message_of = message_of, .user = x };
}

struct path path_of_execution(const struct execution *x)
{
    return path_of_events(x, true);
}

struct path path_to_last(const struct execution *x)
{
    return path_of_events(x, false);
}

static struct path path_of(void *execution)
{
    return path_to_last(execution);
}

struct way way_of_execution(struct execution *x)
{
    return (struct way){ .path = path_of, .user = x, .last = UINT32_MAX };
}
