/* Unordered delivery: any pending message may come next. The cloud of Basset (dissertation, section 3.4.3). */
#include "model/mailbox.h"

/* A multiset: equal messages together. */
static uint64_t lane(uint32_t message)
{
    return message;
}

static bool may_come(const uint32_t *list, size_t i, const bool *accepted)
{
    (void)list;
    return accepted[i];
}

const struct channel channel_unordered = { "unordered", lane, may_come };
