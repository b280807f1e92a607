/* Unordered delivery: any pending message may come next. The cloud of Basset (dissertation, section 3.4.3). */
#include <stddef.h>

#include "channel/channel.h"

const struct channel channel_unordered = { .lane = NULL };
