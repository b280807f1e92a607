/* The public functions that are about faults, as they are under `harrier check`. */
#include "actor/context.h"
#include "actor/outlives.h"
#include "actor/request.h"
#include "harrier.h"

#define API __attribute__((visibility("default")))
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0) - 1)

static const struct hr_place nowhere;

static bool in_an_actor(void)
{
    return border.running != NULL && border.running->type != NULL;
}

API void hr_faults(const char *what)
{
    context_after_program();
    if (border.running != NULL) {
        request_finding(KIND_MISUSE, "hr_faults() inside an actor: it belongs to the driver", nowhere, CALLER);
    }
    driver_calls.faults(what);
}

API void hr_persist(const void *from, size_t size)
{
    context_after_program();
    if (!in_an_actor()) {
        request_finding(KIND_MISUSE, "hr_persist() outside an actor", nowhere, CALLER);
    }
    if (!outlives_add(border.running, from, size)) {
        request_finding(KIND_MISUSE, "hr_persist() of memory that is not inside this actor's struct", nowhere, CALLER);
    }
}

API void hr_sync(void)
{
    context_after_program();
    if (!in_an_actor()) {
        request_finding(KIND_MISUSE, "hr_sync() outside an actor", nowhere, CALLER);
    }
    border.request = (struct request){ .kind = REQUEST_SYNC, .pc = CALLER };
    request_ask();
}

API bool hr_restarted(void)
{
    context_after_program();
    if (!in_an_actor()) {
        request_finding(KIND_MISUSE, "hr_restarted() outside an actor", nowhere, CALLER);
    }
    return border.running->life != 0;
}
