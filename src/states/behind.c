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
    uint32_t first, rest = tail_move_up(mark, entry, &first, hash);
    flip(s, first);
    return rest;
}

/* Sends a message; returns the entry of its queue's mark then. */
static inline uint32_t join(struct sheet *s, uint32_t slot, uint32_t mark, uint32_t entry, uint64_t *hash)
{
    if (entry == 0) {
        flip(s, slot);
        return 1;
    }
    return tail_join(mark, entry, slot, hash);
}

/* The entry of a mark before the i-th message is sent, given those after the ones before it. */
static inline uint32_t entry_before(const uint64_t *words, const struct move *m, uint32_t i, uint32_t mark, const uint32_t *entries)
{
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    for (uint32_t k = i; m->joins && k > 0; k--) {
        if (slot_get(ops[k - 1].value)->queue == mark) {
            return entries[k - 1];
        }
    }
    return sheet_mark(words, mark);
}

/* Does both, and changes the sheet if there is one. */
static inline __attribute__((always_inline)) uint64_t apply(const uint64_t *words, struct sheet *s, const struct move *m)
{
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    uint32_t own = m->slot == NO_SLOT ? NO_SLOT : slot_get(m->slot)->queue, entries[PLAIN_SENDS_MAX];
    uint64_t hash = 0;
    uint32_t own_entry = own == NO_SLOT ? 0 : take(words, s, m, own, &hash);
    for (uint32_t i = 0; i < m->op_count; i++) {
        uint32_t mark = slot_get(ops[i].value)->queue;
        entries[i] = join(s, ops[i].value, mark, mark == own ? own_entry : entry_before(words, m, i, mark, entries), &hash);
        if (mark == own) {
            own_entry = entries[i];
        } else if (s != NULL) {
            sheet_put_mark(s, mark, entries[i]);
        }
    }
    if (s != NULL && own != NO_SLOT) {
        sheet_put_mark(s, own, own_entry);
    }
    return hash;
}

/* Where a move sends twice to one queue, only the first of them is known. */
void behind_fetch(const uint64_t *words, const struct move *m)
{
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    uint32_t own = m->slot == NO_SLOT ? NO_SLOT : slot_get(m->slot)->queue, entry = own == NO_SLOT ? 0 : sheet_mark(words, own);
    if (entry > 1) {
        fetch_ahead(tail_get(own, entry));
    }
    for (uint32_t i = 0; i < m->op_count; i++) {
        entry = sheet_mark(words, slot_get(ops[i].value)->queue);
        if (entry != 0) {
            tail_join_fetch(entry, ops[i].value);
        }
    }
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
