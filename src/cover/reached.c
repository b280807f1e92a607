#include "cover/reached.h"

#include <string.h>

#include "model/message.h"
#include "model/names.h"

void reached_init(struct reached_matrix *m)
{
    map_init(&m->known_pairs);
    intern_init(&m->known_cells, (size_t)1 << 30);
    pool_init(&m->cells, (size_t)1 << 30);
    pool_take(&m->cells, sizeof(struct reached));
}

void reached_close(struct reached_matrix *m)
{
    map_close(&m->known_pairs);
    intern_close(&m->known_cells);
    pool_close(&m->cells);
}

static uint32_t cell_of(struct reached_matrix *m, uint32_t actor, uint32_t message)
{
    const struct hr_actor_type *type = actor == DRIVER ? NULL : names_get(actor)->type;
    const char *name = message_name(message_get(message));
    struct {
        const void *actor;
        char message[160];
    } key = { type, "" };
    memcpy(key.message, name, strnlen(name, sizeof key.message - 1));
    bool fresh;
    uint32_t id = intern_put(&m->known_cells, 0, &key, sizeof key.actor + strlen(key.message), &fresh);
    if (fresh) {
        *(struct reached *)pool_take(&m->cells, sizeof(struct reached)) = (struct reached){ .actor = type, .message = name };
    }
    return id;
}

static uint64_t key_of(uint32_t actor, uint32_t message)
{
    return ((uint64_t)actor + 1) << 32 | message;
}

uint32_t reached_find(const struct reached_matrix *m, uint32_t actor, uint32_t message)
{
    return map_get(&m->known_pairs, key_of(actor, message));
}

void reached_note(struct reached_matrix *m, uint32_t actor, uint32_t message)
{
    uint32_t cell = reached_find(m, actor, message);
    if (cell == 0) {
        cell = cell_of(m, actor, message);
        map_put(&m->known_pairs, key_of(actor, message), cell);
    }
    ((struct reached *)m->cells.base)[cell].times++;
}

uint32_t reached_count(const struct reached_matrix *m)
{
    return m->known_cells.count;
}

struct reached *reached_get(const struct reached_matrix *m, uint32_t i)
{
    return (struct reached *)m->cells.base + i;
}
