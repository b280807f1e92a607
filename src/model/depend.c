#include "model/depend.h"

#include "base/mutant.h"
#include "model/mailbox.h"
#include "model/message.h"

static bool pairwise, one_queue, all_depend;

void depend_init(const struct channel *channel, bool everything)
{
    pairwise = channel == &channel_pairwise;
    one_queue = channel == &channel_mailbox;
    all_depend = everything && RULE("shared-dependency");
}

bool depend_all(void)
{
    return all_depend;
}

bool depend_receivers(uint32_t a, uint32_t b)
{
    return all_depend || a == b;
}

bool depend_ordered(uint32_t first_message, uint32_t second_message)
{
    const struct message *a = message_get(first_message), *b = message_get(second_message);
    return (pairwise && a->sender == b->sender && a->timer == b->timer) || (one_queue && a->timer == 0 && b->timer == 0);
}
