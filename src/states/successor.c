/* The records of successors: made from the words of the state being expanded, which a plain move changes by bits that are known. */
#include "base/debug.h"
#include "states/behind.h"
#include "states/stateful.h"

/* What a plain move changes is known by bits, as long as its message is pending once and those that it sends are not. */
static inline __attribute__((always_inline)) bool patch(struct stateful *x, const struct move *m)
{
    struct sheet *s = &x->here;
    const struct patch *first = (const struct patch *)move_table.patches.base + m->patches, *end = first + m->patch_count;
    uint64_t full = m->slot != NO_SLOT && !sheet_has_one(s, m->slot);
    for (const struct patch *p = first; p < end; p++) {
        full |= s->words[p->word] & p->empty;
    }
    if (full != 0 || m->patch_count == 0) {
        return false;
    }
    for (const struct patch *p = first; p < end; p++) {
        sheet_flip(s, p->word, p->bits);
    }
    return true;
}

/* Packs words, of which all from `count` on are zero. */
static inline __attribute__((always_inline)) uint32_t pack_near(const uint64_t *words, uint32_t count, uint64_t *out)
{
    uint64_t header = words[0] & ~(uint64_t)PLACE_HEADER;
    uint32_t length = 1;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t follows = words[i] != 0;
        out[length] = words[i];
        header |= follows << (i - 1);
        length += (uint32_t)follows;
    }
    out[0] = header;
    return length;
}

/* Where messages join queues, or leave them. */
static uint32_t pack_behind(const uint64_t *words, uint32_t count, const struct move *m, uint64_t *out, uint64_t *hash)
{
    uint64_t near[SHEET_NEAR];
    for (uint32_t i = 0; i < SHEET_NEAR; i++) {
        near[i] = words[i];
    }
    return behind_near(words, m, near, hash) ? pack_near(near, count, out) : 0;
}

/* The same for a state whose words are all near, packed at once. Returns the length of the record; 0: it cannot be made like that. */
static inline __attribute__((always_inline)) uint32_t pack_changed(const uint64_t *words, uint32_t count, const struct move *m,
                                                                   uint64_t *out)
{
    const struct patch *p = (const struct patch *)move_table.patches.base + m->patches, *end = p + m->patch_count;
    uint64_t full = m->patch_count == 0, changed[SHEET_NEAR], ignored = 0;
    for (uint32_t i = 0; i < SHEET_NEAR; i++) {
        changed[i] = words[i];
    }
    for (; p < end; p++) {
        full |= changed[p->word] & p->empty;
        changed[p->word] ^= p->bits;
    }
    if (__builtin_expect(full != 0, 0)) {
        return slots_on == SLOTS_FIRST ? pack_behind(words, count, m, out, &ignored) : 0;
    }
    return pack_near(changed, count, out);
}

/* By far the most frequent case where there are few messages. */
static inline __attribute__((always_inline)) uint32_t pack_patched(const struct stateful *x, const struct move *m, uint64_t *out)
{
    uint32_t count = place_words();
    if (count > SHEET_NEAR || (m->slot != NO_SLOT && !sheet_has_one(&x->here, m->slot))) {
        return 0;
    }
    return pack_changed(x->here.words, count, m, out);
}

uint32_t successor_pack_from(const struct stateful *x, const struct draft *d, const uint64_t *record, uint64_t *out)
{
    const struct move *m = move_at(d->move);
    uint32_t count = place_words(), length = 1;
    bool once = m->slot == NO_SLOT || slot_get(m->slot)->above == 0;
    if (count > SHEET_NEAR || !once || !successor_is_patch(x, d, false)) {
        return 0;
    }
    uint64_t words[SHEET_NEAR], header = record[0];
    words[0] = header;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t follows = header >> (i - 1) & 1;
        words[i] = record[length] & -follows; /* what lies behind a record can be read, and does not count */
        length += (uint32_t)follows;
    }
    for (uint32_t i = count; i < SHEET_NEAR; i++) {
        words[i] = 0;
    }
    return pack_changed(words, count, m, out);
}

/* The record of a state whose words are all near, to make those of its successors from. */
struct near_record {
    uint64_t record[SHEET_NEAR + 1];
    uint32_t length;           /* 0: there is none */
    uint8_t place[SHEET_NEAR]; /* of each word that is not zero: where it is */
};

static inline void make_near_record(const struct stateful *x, struct near_record *r)
{
    uint32_t count = place_words(), length = count <= SHEET_NEAR;
    r->record[0] = x->here.words[0];
    r->place[0] = 0;
    for (uint32_t i = 1; i < count && count <= SHEET_NEAR; i++) {
        r->place[i] = (uint8_t)length;
        r->record[length] = x->here.words[i];
        length += x->here.words[i] != 0;
    }
    r->length = length;
}

/* The same as pack_patched() where the successor has the same words that are not zero: then it is the state's own record with some bits changed. */
static inline __attribute__((always_inline)) uint32_t pack_alike(const struct stateful *x, const struct near_record *here,
                                                                 const struct move *m, uint64_t *out)
{
    const uint64_t *words = x->here.words;
    const struct patch *p = (const struct patch *)move_table.patches.base + m->patches, *end = p + m->patch_count;
    if (m->patch_count == 0 || here->length == 0 || (m->slot != NO_SLOT && !sheet_has_one(&x->here, m->slot))) {
        return 0;
    }
    for (uint32_t i = 0; i < here->length;
         i++) { /* one by one, as they were just written: reading two at once would wait for both to be in the cache */
        out[i] = here->record[i];
    }
    uint64_t wrong = 0;
    for (; p < end; p++) {
        uint64_t before = words[p->word], after = before ^ p->bits;
        wrong |= (before & p->empty) | (uint64_t)(before == 0) | (uint64_t)(after == 0);
        out[here->place[p->word]] = after;
    }
    return wrong == 0 ? here->length : 0;
}

/* Makes the words on the sheet those of the successor by a plain move. */
bool successor_patch(struct stateful *x, const struct move *m)
{
    if (!patch(x, m)) {
        if (slots_on != SLOTS_FIRST) {
            return false;
        }
        behind_put(&x->here, m);
    }
    return true;
}

void successor_put(struct stateful *x, size_t notes)
{
    for (size_t i = 0; i < notes; i++) {
        sheet_put(&x->here, x->notes[i].cell, vector_here(x)[x->notes[i].cell]);
    }
}

bool successor_is_patch(const struct stateful *x, const struct draft *d, bool look)
{
    return move_at(d->move)->plain && !look && !d->is_end && !x->big_steps;
}

/* Packs a successor that is no end; returns how many words the record has. */
uint32_t successor_pack(struct stateful *x, const struct draft *d, uint64_t *out)
{
    const struct move *m = move_at(d->move);
    bool can_patch = successor_is_patch(x, d, false);
    uint32_t length = can_patch ? pack_patched(x, m, out) : 0;
    if (length != 0) {
        return length;
    }
    bool patched = can_patch && successor_patch(x, m);
    uint64_t ignored = 0;
    size_t notes = patched ? 0 : draft_apply(x, m, &ignored, d->ordinal, NULL, NULL);
    successor_put(x, notes);
    debug_assert(sheet_hash(&x->here) == d->hash);
    length = sheet_pack(&x->here, out);
    sheet_undo(&x->here);
    draft_change_back(x, notes);
    return length;
}

/* There is room for so many words of records that are not stored yet. */
enum { MADE_WORDS = 1 << 16 };

void successor_make_behind(struct stateful *x, struct draft *d)
{
    const struct move *m = move_at(d->move);
    uint64_t *out = x->made + x->made_words;
    if ((x->here.words[0] & SHEET_FAR) != 0 || x->made_words + SHEET_NEAR > MADE_WORDS) {
        d->hash += behind_hash(x->here.words, m);
        return;
    }
    uint32_t length = pack_behind(x->here.words, SHEET_NEAR, m, out, &d->hash);
    d->made = length != 0;
    d->record = (uint32_t)x->made_words;
    x->made_words += length;
}

/* There are three steps, each of which asks for the memory that the next one looks at: drafting; making records; and looking for them in the store. Where a
 * state has very many successors, or very long ones, the rest of the records are made one by one in the third step. */
void successors_make(struct stateful *x, struct draft *d, const struct draft *end)
{
    size_t longest = 2 * (size_t)place_words() + 8; /* all words, and masks, of which there are fewer */
    if (x->visited.kind != STORE_EXACT || x->keyed != NULL) {
        return;
    }
    struct near_record here;
    make_near_record(x, &here);
    for (; d < end && x->made_words + longest <= MADE_WORDS; d++) {
        if (!d->made && !d->is_end) {
            d->made = true;
            uint64_t *out = x->made + x->made_words;
            uint32_t length = successor_is_patch(x, d, false) ? pack_alike(x, &here, move_at(d->move), out) : 0;
            d->record = (uint32_t)x->made_words;
            x->made_words += length != 0 ? length : successor_pack(x, d, out);
        }
    }
}
