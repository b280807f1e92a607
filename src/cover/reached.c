#include "cover/reached.h"

#include <string.h>

#include "base/intern.h"
#include "base/map.h"
#include "model/message.h"
#include "model/names.h"

static struct map known_pairs; /* (actor, message) to its cell, which so is looked for by name once */
static struct intern known_cells;
static struct pool cells; /* struct reached, from 1 on */

static uint32_t cell_of(uint32_t actor, uint32_t message)
{
    const struct hr_actor_type *type = actor == DRIVER ? NULL : names_get(actor)->type;
    const char *name = message_name(message_get(message));
    struct {
        const void *actor;
        char message[160];
    } key = { type, "" };
    memcpy(key.message, name, strnlen(name, sizeof key.message - 1));
    bool fresh;
    uint32_t id = intern_put(&known_cells, 0, &key, sizeof key.actor + strlen(key.message), &fresh);
    if (fresh) {
        *(struct reached *)pool_take(&cells, sizeof(struct reached)) = (struct reached){ .actor = type, .message = name };
    }
    return id;
}

void reached_note(uint32_t actor, uint32_t message)
{
    if (cells.base == NULL) {
        map_init(&known_pairs);
        intern_init(&known_cells, (size_t)1 << 30);
        pool_init(&cells, (size_t)1 << 30);
        pool_take(&cells, sizeof(struct reached));
    }
    uint64_t pair = ((uint64_t)actor + 1) << 32 | message;
    uint32_t cell = map_get(&known_pairs, pair);
    if (cell == 0) {
        cell = cell_of(actor, message);
        map_put(&known_pairs, pair, cell);
    }
    ((struct reached *)cells.base)[cell].times++;
}

uint32_t reached_count(void)
{
    return known_cells.count;
}

const struct reached *reached_get(uint32_t i)
{
    return (const struct reached *)cells.base + i;
}
