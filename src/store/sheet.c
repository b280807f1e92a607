#include "store/sheet.h"

/* For each word: itself, a bit in a group with one above it, what is stale, what it will be, and eight changes, since it may be changed by bytes. */
enum { BYTES_PER_WORD = 256 };

void sheet_init(struct sheet *s)
{
    *s = (struct sheet){ .vector = state_new() };
    pool_init(&s->memory, (size_t)PLACE_WORDS_MAX * BYTES_PER_WORD);
    size_t words = s->memory.reserved / BYTES_PER_WORD;
    places_limit(words);
    s->words = (uint64_t *)s->memory.base;
    s->groups = s->words + words;
    s->above = s->groups + words / 2;
    s->stale = s->above + words / 2;
    s->incoming = s->stale + words;
    s->stale_words = (uint32_t *)(s->incoming + words);
    s->changes = (struct sheet_change *)(s->stale_words + words);
}

void sheet_close(struct sheet *s)
{
    pool_close(&s->memory);
    state_free(s->vector);
    *s = (struct sheet){ 0 };
}

void sheet_note_far(struct sheet *s, uint32_t word)
{
    uint32_t group = (word - SHEET_NEAR) / 64, above = group / SHEET_GROUPS;
    uint64_t before = s->groups[group], after = before ^ UINT64_C(1) << (word - SHEET_NEAR) % 64;
    s->groups[group] = after;
    if (before == 0 || after == 0) {
        s->above[above] ^= UINT64_C(1) << group % SHEET_GROUPS;
        s->above_count = above >= s->above_count ? above + 1 : s->above_count;
        while (s->above_count > 0 && s->above[s->above_count - 1] == 0) {
            s->above_count--;
        }
        s->words[0] = (s->words[0] & ~(uint64_t)SHEET_FAR) | (s->above_count > 0 ? SHEET_FAR : 0);
    }
}

static uint64_t bit(const struct sheet *s, uint32_t place)
{
    return sheet_bit(s->words, place);
}

/* The entry of a slot, or of a mark. */
static uint32_t count_of(const struct sheet *s, uint32_t slot)
{
    if (slot_is_mark(slot)) {
        return sheet_mark(s->words, slot);
    }
    uint64_t count = bit(s, slot), weight = 1;
    for (uint32_t at = slot_get(slot)->above; at != 0; at = slot_get(at)->above, weight *= 2) {
        count += bit(s, at) * weight;
    }
    return (uint32_t)count;
}

bool sheet_has_more(const struct sheet *s, uint32_t slot)
{
    return count_of(s, slot) > 1;
}

static inline void settle_slot(struct sheet *s, uint32_t slot)
{
    uint32_t *count = &s->vector[~(ptrdiff_t)slot], now = count_of(s, slot);
    s->vector_hash += entry_hash(slot, now) - entry_hash(slot, *count);
    *count = now;
}

static inline void settle_actor(struct sheet *s, uint32_t actor)
{
    uint32_t *component = &s->vector[actor], now = sheet_component(s, actor);
    s->vector_hash += component_get(now)->hash - component_get(*component)->hash;
    *component = now;
}

static void settle_word(struct sheet *s, uint32_t word, uint64_t stale)
{
    const struct place_word *p = place_word(word);
    for (uint64_t bits = stale & p->slots; bits != 0; bits &= bits - 1) {
        settle_slot(s, word * 64 + (uint32_t)__builtin_ctzll(bits));
    }
    for (uint64_t bits = stale & p->counts; bits != 0; bits &= bits - 1) {
        settle_slot(s, slot_get(word * 64 + (uint32_t)__builtin_ctzll(bits))->local);
    }
    for (uint64_t bits = stale & p->numbers; bits != 0;) {
        uint32_t byte = (uint32_t)__builtin_ctzll(bits) / 8;
        settle_actor(s, p->owner[byte]);
        bits &= ~(UINT64_C(255) << byte * 8);
    }
}

static void note_changes(struct sheet *s)
{
    for (uint32_t i = 0; i < s->change_count; i++) {
        sheet_note_stale(s, s->changes[i].word, s->changes[i].bits);
    }
    s->change_count = 0;
}

void sheet_accept(struct sheet *s, uint64_t hash)
{
    note_changes(s);
    s->hash = hash;
}

void sheet_settle(struct sheet *s)
{
    note_changes(s);
    for (uint32_t i = 0; i < s->stale_count; i++) {
        uint32_t word = s->stale_words[i];
        settle_word(s, word, s->stale[word]);
        s->stale[word] = 0;
    }
    if (s->vector[DRIVER] == 0) {
        settle_actor(s, DRIVER); /* nothing is stored for it: see place_stored() */
    }
    s->stale_count = 0;
    s->hash = s->vector_hash;
    debug_assert(sheet_hash(s) == s->hash && state_hash(s->vector) == s->hash);
}

static void put_bit(struct sheet *s, uint32_t place, bool set)
{
    if (bit(s, place) != set) {
        sheet_flip(s, place / 64, UINT64_C(1) << place % 64);
    }
}

/* The bits for a count: the first says whether there is any, the others are how many more. */
static void put_count(struct sheet *s, uint32_t slot, uint32_t count)
{
    uint32_t at = slot;
    put_bit(s, at, count != 0);
    for (uint32_t more = count == 0 ? 0 : count - 1; more != 0 || slot_get(at)->above != 0; more >>= 1) {
        at = slot_above(at);
        put_bit(s, at, more & 1);
    }
}

static void flip(void *user, uint32_t word, uint64_t bits)
{
    sheet_flip(user, word, bits);
}

static void put_number(struct sheet *s, uint32_t actor, uint32_t number)
{
    const struct place_planes *p = &place_of_actor(actor)->number;
    sheet_change_planes(p, sheet_stored(s->words, p) ^ place_stored(actor, number), flip, s);
}

void sheet_put(struct sheet *s, ptrdiff_t cell, uint32_t entry)
{
    if (cell >= 0) {
        put_number(s, (uint32_t)cell, component_get(entry)->number);
    } else if (slot_is_mark((uint32_t)~cell)) {
        uint32_t mark = (uint32_t)~cell;
        sheet_change_mark(mark, sheet_mark(s->words, mark), entry, flip, s);
    } else {
        put_count(s, (uint32_t)~cell, entry);
    }
}

void sheet_load_words(struct sheet *s, const uint64_t *record, uint64_t hash)
{
    debug_assert(s->change_count == 0);
    uint64_t header = record[0], both = s->words[0] | header;
    const uint64_t *next = record + 1;
    uint64_t differ = (s->words[0] ^ header) & ~(uint64_t)PLACE_HEADER;
    if (differ != 0) {
        s->words[0] ^= differ;
        sheet_note_stale(s, 0, differ);
    }
    for (uint64_t near = both & 127; near != 0; near &= near - 1) {
        uint32_t word = 1 + (uint32_t)__builtin_ctzll(near);
        bool follows = header >> (word - 1) & 1;
        sheet_set_word(s, word, follows ? *next : 0);
        next += follows;
    }
    if (__builtin_expect((both & SHEET_FAR) != 0, 0)) {
        sheet_load_far(s, next, header & SHEET_FAR);
    }
    s->hash = hash;
    debug_assert(s->words[0] == header);
}

void sheet_load(struct sheet *s, const uint64_t *record)
{
    sheet_load_words(s, record, 0);
    sheet_settle(s);
}

void sheet_clear(struct sheet *s)
{
    static const uint64_t nothing = 0;
    sheet_load(s, &nothing);
}

void sheet_load_state(struct sheet *s, const uint32_t *state)
{
    sheet_clear(s);
    for (ptrdiff_t i = -(ptrdiff_t)slot_count; i < (ptrdiff_t)state_actors(); i++) {
        if (state[i] != 0) {
            sheet_put(s, i, state[i]);
        }
    }
    sheet_settle(s);
}

void sheet_each(const struct sheet *s, void (*visit)(void *user, uint32_t word, uint64_t value), void *user)
{
    visit(user, 0, s->words[0] & ~(uint64_t)PLACE_HEADER);
    for (uint64_t near = s->words[0] & 127; near != 0; near &= near - 1) {
        uint32_t word = 1 + (uint32_t)__builtin_ctzll(near);
        visit(user, word, s->words[word]);
    }
    for (uint32_t a = 0; a < s->above_count; a++) {
        for (uint64_t above = s->above[a]; above != 0; above &= above - 1) {
            uint32_t group = a * SHEET_GROUPS + (uint32_t)__builtin_ctzll(above);
            for (uint64_t words = s->groups[group]; words != 0; words &= words - 1) {
                uint32_t word = SHEET_NEAR + group * 64 + (uint32_t)__builtin_ctzll(words);
                visit(user, word, s->words[word]);
            }
        }
    }
}

struct listing {
    const struct sheet *s;
    struct sheet_slot *slots;
    uint32_t count;
};

static inline __attribute__((always_inline)) void list_slots(void *user, uint32_t word, uint64_t unused)
{
    (void)unused;
    struct listing *l = user;
    for (uint64_t bits = sheet_slots(l->s, word); bits != 0; bits &= bits - 1, l->count++) {
        l->slots[l->count] = (struct sheet_slot){ .slot = word * 64 + (uint32_t)__builtin_ctzll(bits), .before = l->count };
    }
}

size_t sheet_pending(const struct sheet *s, struct sheet_slot *slots)
{
    struct listing l = { .s = s, .slots = slots };
    if (__builtin_expect((s->words[0] & SHEET_FAR) != 0, 0)) {
        sheet_each(s, list_slots, &l);
        return l.count;
    }
    list_slots(&l, 0, 0);
    for (uint64_t near = s->words[0] & 127; near != 0; near &= near - 1) {
        list_slots(&l, 1 + (uint32_t)__builtin_ctzll(near), 0);
    }
    return l.count;
}

struct sum {
    const struct sheet *s;
    uint64_t hash;
};

static void add_slots(void *user, uint32_t word, uint64_t value)
{
    struct sum *sum = user;
    for (uint64_t bits = value & place_word(word)->slots; bits != 0; bits &= bits - 1) {
        uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(bits);
        sum->hash += entry_hash(slot, count_of(sum->s, slot));
    }
}

uint64_t sheet_hash(const struct sheet *s)
{
    struct sum sum = { .s = s };
    for (uint32_t a = 0; a < state_actors(); a++) {
        sum.hash += component_get(sheet_component(s, a))->hash;
    }
    sheet_each(s, add_slots, &sum);
    return sum.hash;
}
