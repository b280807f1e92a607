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

static bool is_twice(const struct op *ops, uint32_t count, bool (*same)(uint32_t slot, uint32_t other))
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (same(ops[i].value, ops[k].value)) {
                return true;
            }
        }
    }
    return false;
}

static bool same_slot(uint32_t slot, uint32_t other)
{
    return slot == other;
}

static bool same_queue(uint32_t slot, uint32_t other)
{
    return slot_get(slot)->queue == slot_get(other)->queue;
}

/* The queue of a move's own message, which is empty when others come. */
static uint32_t own_queue(const struct move *m)
{
    return m->slot == NO_SLOT ? NO_SLOT : slot_get(m->slot)->queue;
}

/* Adds the bits of a slot and of its queue's mark. */
static void add_slot(struct move *m, uint32_t slot, bool fills)
{
    uint32_t queue = slot_get(slot)->queue;
    uint64_t bit = UINT64_C(1) << slot % 64, mark = UINT64_C(1) << queue % 64;
    add_patch(m, slot / 64, bit, fills ? bit : 0);
    if (queue != NO_SLOT) {
        add_patch(m, queue / 64, mark, fills && queue != own_queue(m) ? mark : 0);
    }
}

/* A place whose bit must be 0 for a move to be a patch: the first is that something is behind its message, then the marks of the queues that it sends to. Returns
 * false when there are no more; place 0 is nobody's. */
static bool must_be_zero(const struct move *m, uint32_t i, uint32_t *place)
{
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    uint32_t own = own_queue(m), queue = i == 0 ? own : i <= m->op_count ? slot_get(ops[i - 1].value)->queue : NO_SLOT;
    *place = queue == NO_SLOT ? 0 : i == 0 ? slot_get(own)->above : queue != own ? queue : 0;
    return i <= m->op_count;
}

static void note_marks(struct move *m)
{
    uint32_t place;
    for (uint32_t i = 0; must_be_zero(m, i, &place); i++) {
        uint32_t at = 0;
        if (place == 0) {
            continue;
        }
        while (at < 2 && m->marks[at] != 0 && m->marks_word[at] != place / 64) {
            at++;
        }
        if (at == 2) {
            m->marks_many = true;
            return;
        }
        m->marks_word[at] = place / 64;
        m->marks[at] |= UINT64_C(1) << place % 64;
    }
}

bool move_fits_slow(const struct move *m, const uint64_t *words)
{
    uint32_t place;
    for (uint32_t i = 0; must_be_zero(m, i, &place); i++) {
        if (place != 0 && words[place / 64] >> place % 64 & 1) {
            return false;
        }
    }
    return true;
}

void patch_make(struct move *m, uint32_t component)
{
    note_marks(m);
    const struct place_actor *a = place_of_actor(m->actor);
    uint32_t from = place_stored(m->actor, component_get(component)->number), to = place_stored(m->actor, component_get(m->to)->number);
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    m->joins = slots_on == SLOTS_FIRST && is_twice(ops, m->op_count, same_queue);
    if (m->op_count > PLAIN_SENDS_MAX || m->joins || is_twice(ops, m->op_count, same_slot)) {
        return;
    }
    m->patches = (uint32_t)(move_table.patches.used / sizeof(struct patch));
    for (const struct place_plane *p = a->number.planes; p < a->number.planes + a->number.count; p++) {
        uint64_t bits = (from ^ to) >> p->from & ((1u << p->bits) - 1);
        if (bits != 0) {
            add_patch(m, p->word, bits << p->shift, 0);
        }
    }
    if (m->slot != NO_SLOT) {
        add_slot(m, m->slot, false);
    }
    if (own_queue(m) != NO_SLOT) {
        uint32_t behind = slot_get(own_queue(m))->above;
        add_patch(m, behind / 64, 0, UINT64_C(1) << behind % 64);
    }
    for (uint32_t i = 0; i < m->op_count; i++) {
        add_slot(m, ops[i].value, true);
    }
}
