#include "moves/kinds.h"

#include <string.h>

#include "model/message.h"

enum { KIND_NAME, KIND };

void kinds_init(struct kinds *k)
{
    intern_init(&k->known, (size_t)1 << 30);
    pool_init(&k->counters, (size_t)1 << 30);
    pool_take(&k->counters, sizeof(uint64_t));
}

void kinds_close(struct kinds *k)
{
    intern_close(&k->known);
    pool_close(&k->counters);
}

static uint32_t number_of(struct kinds *k, uint32_t tag, const void *bytes, size_t size)
{
    bool fresh;
    uint32_t number = intern_put(&k->known, tag, bytes, size, &fresh);
    if (fresh) {
        pool_take(&k->counters, sizeof(uint64_t));
    }
    return number;
}

uint32_t kinds_count(struct kinds *k, uint32_t to, uint32_t message)
{
    const struct message *m = message_get(message);
    const char *name = message_name(m);
    uint32_t kind[] = { to, m->sender, number_of(k, KIND_NAME, name, strlen(name)) }; /* a name may be of any length */
    return (uint32_t)++((uint64_t *)k->counters.base)[number_of(k, KIND, kind, sizeof kind)];
}
