#include "states/behind.h"

/* What is changed: a sheet, or the near words by themselves; or nothing, where only the hash is asked for. */
struct changed {
    struct sheet *sheet;
    uint64_t *near;
    bool far; /* some other word would have to change, too */
};

static inline void flip_bits(void *user, uint32_t word, uint64_t bits)
{
    struct changed *c = user;
    if (c->sheet != NULL) {
        sheet_flip(c->sheet, word, bits);
    } else if (c->near != NULL && word < SHEET_NEAR) {
        c->near[word] ^= bits;
    } else {
        c->far = true;
    }
}

static inline void flip(struct changed *c, uint32_t place)
{
    flip_bits(c, place / 64, UINT64_C(1) << place % 64);
}

static inline bool changes_words(const struct changed *c)
{
    return c->sheet != NULL || c->near != NULL;
}

static inline void change_mark(struct changed *c, uint32_t mark, uint32_t from, uint32_t to)
{
    if (changes_words(c)) {
        sheet_change_mark(mark, from, to, flip_bits, c);
    }
}

/* The receiver's component becomes what the move makes of it. */
static inline void change_number(const uint64_t *words, struct changed *c, const struct move *m)
{
    const struct place_planes *p = &place_of_actor(m->actor)->number;
    if (changes_words(c)) {
        sheet_change_planes(p, sheet_stored(words, p) ^ place_stored(m->actor, component_get(m->to)->number), flip_bits, c);
    }
}

/* Takes the move's message; returns the entry of its queue's mark then. No slot counts more than one message. */
static inline uint32_t take(struct changed *c, const struct move *m, uint32_t mark, uint32_t entry, uint64_t *hash)
{
    flip(c, m->slot);
    if (entry <= 1) {
        return 0;
    }
    uint32_t first, rest = tail_move_up(mark, entry, &first, hash);
    flip(c, first);
    return rest;
}

/* Sends a message; returns the entry of its queue's mark then. */
static inline uint32_t join(struct changed *c, uint32_t slot, uint32_t mark, uint32_t entry, uint64_t *hash)
{
    if (entry == 0) {
        flip(c, slot);
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

/* Does all of it; returns what that adds to the hash beyond the delta. The words are those of the state. */
static inline __attribute__((always_inline)) uint64_t apply(const uint64_t *words, struct changed *c, const struct move *m)
{
    const struct op *ops = (const struct op *)move_table.ops.base + m->ops;
    uint32_t own = m->slot == NO_SLOT ? NO_SLOT : slot_get(m->slot)->queue, entries[PLAIN_SENDS_MAX];
    uint64_t hash = 0;
    uint32_t own_before = own == NO_SLOT ? 0 : sheet_mark(words, own), own_entry = own == NO_SLOT ? 0 : take(c, m, own, own_before, &hash);
    for (uint32_t i = 0; i < m->op_count; i++) {
        uint32_t mark = slot_get(ops[i].value)->queue, before = mark == own ? own_entry : entry_before(words, m, i, mark, entries);
        entries[i] = join(c, ops[i].value, mark, before, &hash);
        if (mark == own) {
            own_entry = entries[i];
        } else {
            change_mark(c, mark, before, entries[i]);
        }
    }
    if (own != NO_SLOT) {
        change_mark(c, own, own_before, own_entry);
    }
    change_number(words, c, m);
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
    struct changed nothing = { 0 };
    return apply(words, &nothing, m);
}

bool behind_near(const uint64_t *words, const struct move *m, uint64_t *near, uint64_t *hash)
{
    struct changed c = { .near = near };
    *hash += apply(words, &c, m);
    return !c.far;
}

uint64_t behind_put(struct sheet *s, const struct move *m)
{
    struct changed c = { .sheet = s };
    return apply(s->words, &c, m);
}
