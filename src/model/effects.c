#include "model/effects.h"

#include <string.h>

void effects_init(struct effects *e)
{
    pool_init(&e->log, (size_t)1 << 32);
}

void effects_clear(struct effects *e)
{
    pool_empty(&e->log);
    e->failed = e->no_room = false;
    e->finding = (struct finding){ 0 };
}

static size_t padded(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

unsigned char *effects_add(struct effects *e, const struct effect *what)
{
    struct effect *at = (struct effect *)(e->log.base + e->log.used);
    pool_account(&e->log, sizeof *at + padded(what->size));
    *at = *what;
    unsigned char *bytes = (unsigned char *)(at + 1);
    if (what->size != padded(what->size)) {
        memset(bytes + padded(what->size) - 8, 0, 8);
    }
    return bytes;
}

void effects_take_holes(struct effects *to, const struct effects *from)
{
    const struct effect *a = effects_next(to, NULL), *b = effects_next(from, NULL);
    for (; a != NULL && b != NULL && a->kind == b->kind && a->actor == b->actor; a = effects_next(to, a), b = effects_next(from, b)) {
        ((struct effect *)(uintptr_t)a)->holes = b->holes;
    }
}

const struct effect *effects_next(const struct effects *e, const struct effect *at)
{
    const unsigned char *next = at == NULL ? e->log.base : effect_bytes(at) + padded(at->size);
    return next < e->log.base + e->log.used ? (const struct effect *)next : NULL;
}
