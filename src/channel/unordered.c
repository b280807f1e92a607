/* Unordered delivery: any pending message may come next. The cloud of Basset (dissertation, section 3.4.3). */
#include "model/mailbox.h"

static size_t insert_at(const uint32_t *list, size_t count, uint32_t message)
{
    size_t at = 0;
    while (at < count && list[at] <= message) {
        at++;
    }
    return at;
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    (void)list;
    return accepted[i];
}

const struct channel channel_unordered = { "unordered", insert_at, may_come };
