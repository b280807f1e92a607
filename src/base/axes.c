#include "base/axes.h"

#include <string.h>

#define VALUE(name, text, help, ...) { text, help },
#define DEFINE(symbol, title, LIST)                                     \
    static const struct axis_value symbol##_values[] = { LIST(VALUE) }; \
    const struct axis symbol = { title, symbol##_values, sizeof symbol##_values / sizeof *symbol##_values };

DEFINE(axis_search, "search", AXIS_SEARCH)
DEFINE(axis_reduction, "reduction", AXIS_REDUCTION)
DEFINE(axis_order, "order", AXIS_ORDER)
DEFINE(axis_criterion, "criterion", AXIS_CRITERION)
DEFINE(axis_step, "step", AXIS_STEP)
DEFINE(axis_channel, "channel", AXIS_CHANNEL)
DEFINE(axis_identity, "identity", AXIS_IDENTITY)
DEFINE(axis_store, "store", AXIS_STORE)
DEFINE(axis_on_full, "on-full", AXIS_ON_FULL)
DEFINE(axis_environment, "environment", AXIS_ENVIRONMENT)
DEFINE(axis_unhandled, "unhandled", AXIS_UNHANDLED)
DEFINE(axis_undeliverable, "undeliverable", AXIS_UNDELIVERABLE)
DEFINE(axis_timers, "timers", AXIS_TIMERS)
DEFINE(axis_library, "library", AXIS_LIBRARY)
DEFINE(axis_check, "check", AXIS_CHECK)
DEFINE(axis_color, "color", AXIS_COLOR)
DEFINE(axis_unfit, "unfit", AXIS_UNFIT)

int axis_find(const struct axis *a, const char *name)
{
    for (int i = 0; i < a->count; i++) {
        if (strcmp(a->values[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}
