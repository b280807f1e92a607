#include "moves/shown.h"

#include <string.h>

#include "actor/adapter.h"
#include "model/local.h"
#include "model/names.h"
#include "moves/memo.h"
#include "step/question.h"

static void add(struct pool *text, const void *bytes, size_t size)
{
    memcpy(pool_take(text, size), bytes, size);
}

static bool is_whole(uint32_t local)
{
    size_t size;
    const struct local *l = local_get(local);
    if (l->actor == DRIVER || !adapters.whole) {
        return false;
    }
    const struct shows *shows = adapter_shows(((const struct control *)local_image(local, &size))->type);
    return shows != NULL && shows->whole;
}

uint32_t shown_as(uint32_t local, uint32_t shared)
{
    if (!is_whole(local)) {
        return local;
    }
    struct shown_states *m = &memo.shown;
    if (m->texts.bytes.base == NULL) {
        intern_init(&m->texts, (size_t)1 << 34);
        pool_init(&m->locals, (size_t)1 << 34);
        pool_init(&m->scratch, (size_t)1 << 24);
        effects_init(&m->asked);
    }
    question_shows(local, shared, &m->asked);
    const struct local *l = local_get(local);
    uint64_t head[2] = { l->actor, l->status };
    pool_give_back(&m->scratch, m->scratch.used);
    add(&m->scratch, head, sizeof head);
    size_t described = 0;
    for (const struct effect *e = effects_next(&m->asked, NULL); e != NULL; e = effects_next(&m->asked, e)) {
        if (e->kind == EFFECT_NOTE) {
            uint64_t length = e->size;
            add(&m->scratch, &length, sizeof length);
            add(&m->scratch, effect_bytes(e), e->size);
            described++;
        }
    }
    if (described == 0 || m->asked.failed) {
        return local; /* it has ended, or nothing is known of it */
    }
    bool fresh;
    uint32_t number = intern_put(&m->texts, 0, m->scratch.base, m->scratch.used, &fresh);
    uint64_t *locals = (uint64_t *)m->locals.base;
    if (fresh) {
        locals[number] = local;
    }
    return (uint32_t)locals[number];
}
