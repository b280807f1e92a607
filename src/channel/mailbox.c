/* One queue per receiver, filled in the order of sending, as in an in-process event loop, POSIX message queues, or a broker with one
 * queue per consumer. */
#include "channel/channel.h"

static uint64_t lane(uint64_t sender)
{
    (void)sender;
    return 0;
}

const struct channel channel_mailbox = { .lane = lane, .mixes_senders = true };
