/* All channels, as AXIS_CHANNEL lists them. */
#include <stddef.h>
#include <string.h>

#include "channel/channel.h"

#define ENTRY(kind, name, help, symbol) { name, &channel_##symbol },
static const struct {
    const char *name;
    const struct channel *channel;
} channels[] = { AXIS_CHANNEL(ENTRY) };

const struct channel *channel_of(enum channel_kind kind)
{
    return channels[kind].channel;
}

const struct channel *channel_named(const char *name)
{
    for (size_t i = 0; i < CHANNEL_COUNT; i++) {
        if (strcmp(channels[i].name, name) == 0) {
            return channels[i].channel;
        }
    }
    return NULL;
}
