/* What plain moves change in a record, made once per move: since places are permanent, it is always the same bits. */
#include "model/place.h"
#include "moves/move.h"

/* Adds bits to the patch of their word. */
static void add_patch(struct move *m, uint32_t word, uint64_t bits, uint64_t empty)
{
    struct patch *p = (struct patch *)move_table.patches.base + m->patches, *end = p + m->patch_count;
    while (p < end && p->word != word) {
        p++;
    }
    if (p == end) {
        p = pool_take(&move_table.patches, sizeof *p);
        *p = (struct patch){ .word = word };
        m->patch_count++;
    }
    p->bits ^= bits;
    p->empty |= empty;
}

enum { SENDS_MAX = 64 }; /* of more, each is counted by itself */

static bool sends_twice(const struct op *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (ops[i].value == ops[k].value) {
                return true;
            }
        }
    }
    return false;
}

void patch_make(struct move *m, uint32_t component)
{
    const struct place_actor *a = place_of_actor(m->actor);
    uint32_t from = place_stored(m->actor, component_get(component)->number), to = place_stored(m->actor, component_get(m->to)->number);
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    if (m->op_count > SENDS_MAX || sends_twice(ops, m->op_count)) {
        return;
    }
    m->patches = (uint32_t)(move_table.patches.used / sizeof(struct patch));
    for (const struct place_plane *p = a->planes; p < a->planes + a->plane_count; p++) {
        uint64_t bits = (from ^ to) >> p->from & ((1u << p->bits) - 1);
        if (bits != 0) {
            add_patch(m, p->word, bits << p->shift, 0);
        }
    }
    add_patch(m, m->slot / 64, UINT64_C(1) << m->slot % 64, 0);
    for (uint32_t i = 0; i < m->op_count; i++) {
        add_patch(m, ops[i].value / 64, UINT64_C(1) << ops[i].value % 64, UINT64_C(1) << ops[i].value % 64);
    }
}
