#include "states/behind.h"

static inline void flip(struct sheet *s, uint32_t slot)
{
    if (s != NULL) {
        sheet_flip(s, slot / 64, UINT64_C(1) << slot % 64);
    }
}

/* Takes the move's message; returns the entry of its queue's mark then. No slot counts more than one message. */
static inline uint32_t take(const uint64_t *words, struct sheet *s, const struct move *m, uint32_t mark, uint64_t *hash)
{
    uint32_t entry = sheet_mark(words, mark);
    flip(s, m->slot);
    if (entry <= 1) {
        return 0;
    }
    uint32_t first = tail_get(mark, entry)->first, rest = tail_rest(mark, entry);
    flip(s, first);
    *hash += slot_get(first)->hash + tail_hash(mark, rest) - tail_hash(mark, entry);
    return rest;
}

/* Sends a message; returns the entry of its queue's mark then. */
static inline uint32_t join(struct sheet *s, uint32_t slot, uint32_t mark, uint32_t entry, uint64_t *hash)
{
    if (entry == 0) {
        flip(s, slot);
        return 1;
    }
    uint32_t longer = tail_add(mark, entry, slot);
    *hash += tail_hash(mark, longer) - tail_hash(mark, entry) - slot_get(slot)->hash;
    return longer;
}

/* Does both, and changes the sheet if there is one. A plain move sends at most one message to each queue. */
static inline __attribute__((always_inline)) uint64_t apply(const uint64_t *words, struct sheet *s, const struct move *m)
{
    const struct op *op = (const struct op *)move_table.ops.base + m->ops, *end = op + m->op_count;
    uint32_t own = m->slot == NO_SLOT ? NO_SLOT : slot_get(m->slot)->queue;
    uint64_t hash = 0;
    uint32_t own_entry = own == NO_SLOT ? 0 : take(words, s, m, own, &hash);
    for (; op < end; op++) {
        uint32_t mark = slot_get(op->value)->queue;
        uint32_t entry = join(s, op->value, mark, mark == own ? own_entry : sheet_mark(words, mark), &hash);
        if (mark == own) {
            own_entry = entry;
        } else if (s != NULL) {
            sheet_put_mark(s, mark, entry);
        }
    }
    if (s != NULL && own != NO_SLOT) {
        sheet_put_mark(s, own, own_entry);
    }
    return hash;
}

uint64_t behind_hash(const uint64_t *words, const struct move *m)
{
    return apply(words, NULL, m);
}

void behind_put(struct sheet *s, const struct move *m)
{
    apply(s->words, s, m);
    sheet_put_number(s, m->actor, component_get(m->to)->number);
}
