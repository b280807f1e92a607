#include "store/compact_set.h"

#include <string.h>

#include "base/debug.h"
#include "base/pool.h"

enum { SIZE_MIN = 1 << 8, DOUBLE_BELOW = 1 << 20, RELEASE_BYTES = 8 << 20 };
/* How a table moves while it grows: see base/word_set.c. */
enum { WORDS_AT_ONCE = 64, SLOTS_AT_ONCE = 16 * WORDS_AT_ONCE };
/* The lowest byte of a slot: 0, it is empty, or one more than how far it is from its word's place. */
enum { FAR_BITS = 8, FAR_MAX = 254 };
/* Slots behind the last place. */
enum { BEHIND = FAR_MAX + 1 };
_Static_assert(FAR_BITS + 32 - 8 + 32 <= 64, "a slot of the smallest table has room for any word");

/* ---- words as slots ---- */

static uint32_t bits_of(uint64_t most)
{
    return most == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(most);
}

static uint64_t slot_at(const struct compact_table *t, uint64_t at)
{
    uint64_t slot;
    memcpy(&slot, t->slots + at * t->width, sizeof slot);
    return slot & t->mask;
}

static void set_slot(const struct compact_table *t, uint64_t at, uint64_t slot)
{
    memcpy(t->slots + at * t->width, &slot, t->width);
}

static uint32_t far_of(const struct compact_table *t, uint64_t at)
{
    return t->slots[at * t->width];
}

static bool fits(const struct compact_table *t, uint64_t word)
{
    return bits_of((uint32_t)word) <= t->right_bits;
}

/* The slot of a word at its own place. */
static uint64_t slot_of(const struct compact_table *t, uint32_t hash, uint64_t word)
{
    uint64_t rest = (uint32_t)(hash * t->size) / (uint32_t)t->size; /* the hashes with one place differ by `size` in this */
    return 1 | rest << FAR_BITS | (uint64_t)(uint32_t)word << (FAR_BITS + t->rest_bits);
}

static uint32_t left_of(uint32_t hash, uint32_t right)
{
    uint32_t left = hash ^ (uint32_t)(hash_mix(right) >> 32);
    left ^= left >> 16; /* the inverse of compact_hash() */
    left *= 0x7ed1b41d;
    left ^= left >> 13 ^ left >> 26;
    left *= 0xa5cb9243;
    left ^= left >> 16;
    return left;
}

static uint64_t word_of(const struct compact_table *t, uint64_t at)
{
    uint64_t slot = slot_at(t, at), place = at - ((slot & 255) - 1), rest = slot >> FAR_BITS & ((UINT64_C(1) << t->rest_bits) - 1);
    uint32_t right = (uint32_t)(slot >> (FAR_BITS + t->rest_bits));
    uint32_t hash = (uint32_t)(((place << 32) + t->size - 1) / t->size + rest);
    return (uint64_t)left_of(hash, right) << 32 | right;
}

/* ---- tables ---- */

static size_t bytes_of(const struct compact_table *t)
{
    return t->slots == NULL ? 0 : (t->size + BEHIND) * t->width + sizeof(uint64_t); /* a slot is read as a whole word */
}

/* For right halves that are at least as wide as this, with some room to grow. */
static struct compact_table new_table(uint64_t size, uint32_t right_bits)
{
    struct compact_table t = { .size = size, .rest_bits = bits_of(((UINT64_C(1) << 32) - 1) / size) };
    uint32_t wanted = right_bits < 32 ? right_bits + 1 : 32;
    t.width = (FAR_BITS + t.rest_bits + wanted + 7) / 8;
    t.mask = UINT64_MAX >> (64 - t.width * 8);
    t.right_bits = t.width * 8 - FAR_BITS - t.rest_bits;
    if (size > UINT32_MAX) {
        pool_exhausted(0); /* a hash has 32 bits */
    }
    t.slots = table_new((t.size + BEHIND) * t.width + sizeof(uint64_t));
    return t;
}

/* Finds a slot; false: it is not there, and *at is where it belongs. */
static bool find(const struct compact_table *t, uint64_t place, uint64_t slot, uint64_t *at)
{
    uint64_t here;
    for (*at = place; ((here = slot_at(t, *at)) & 255) >= (slot & 255); ++*at, slot++) {
        if (here == slot) {
            return true;
        }
        if ((slot & 255) == FAR_MAX) {
            pool_exhausted(0); /* thousands of words with one hash: it is broken */
        }
    }
    return false;
}

/* Puts a slot where it belongs: those from there on, up to the next empty one, go one further. */
static void insert(const struct compact_table *t, uint64_t place, uint64_t slot, uint64_t at)
{
    uint64_t end = at;
    while (far_of(t, end) != 0) {
        if (far_of(t, end) > FAR_MAX) {
            pool_exhausted(0);
        }
        t->slots[end++ * t->width]++;
    }
    debug_assert(end < t->size + BEHIND);
    memmove(t->slots + (at + 1) * t->width, t->slots + at * t->width, (end - at) * t->width);
    set_slot(t, at, slot + (at - place));
}

/* ---- growing ---- */

static uint64_t due_of(uint64_t size)
{
    return size / 20 * 16;
}

void compact_set_init(struct compact_set *t)
{
    *t = (struct compact_set){ .now = new_table(SIZE_MIN, 0), .due = due_of(SIZE_MIN) };
}

void compact_set_close(struct compact_set *t)
{
    table_count((int64_t)t->uncounted);
    table_free(t->now.slots, bytes_of(&t->now));
    if (t->wider.slots != NULL) {
        table_free(t->wider.slots, bytes_of(&t->wider));
    }
    *t = (struct compact_set){ 0 };
}

uint64_t compact_set_bytes(const struct compact_set *t)
{
    return bytes_of(&t->now) + bytes_of(&t->wider) - t->uncounted;
}

uint64_t compact_set_used(const struct compact_set *t)
{
    return t->count * t->now.width;
}

/* Pages count when they are filled, and until they are given back. */
static void count_pages(struct compact_set *t)
{
    size_t wider = bytes_of(&t->wider), before = t->uncounted;
    size_t filled = t->moved >= t->now.size ? wider : (size_t)((unsigned __int128)wider * t->moved / t->now.size);
    t->uncounted = t->moved * t->now.width + wider - filled;
    table_count((int64_t)before - (int64_t)t->uncounted);
}

static void begin(struct compact_set *t)
{
    t->wider = new_table(t->now.size < DOUBLE_BELOW ? t->now.size * 2 : t->now.size / 4 * 5, bits_of(t->rights));
    t->moved = 0;
    count_pages(t);
}

static void finish(struct compact_set *t)
{
    table_count((int64_t)t->uncounted);
    table_free(t->now.slots, bytes_of(&t->now));
    *t = (struct compact_set){ .now = t->wider, .rights = t->rights, .count = t->count, .due = due_of(t->wider.size) };
}

/* Moves some slots, and then on to the end of a row of full ones: the slot before the boundary is empty. */
static void move_some(struct compact_set *t)
{
    const struct compact_table *from = &t->now, *to = &t->wider;
    uint64_t before = t->moved, at = before, place;
    for (; (at < before + SLOTS_AT_ONCE && at < from->size) || far_of(from, at) != 0; at++) {
        if (far_of(from, at) != 0) {
            uint64_t word = word_of(from, at), there;
            uint32_t hash = compact_hash(word);
            place = compact_place(to, hash);
            find(to, place, slot_of(to, hash, word), &there);
            insert(to, place, slot_of(to, hash, word), there);
        }
    }
    t->moved = at + 1;
    size_t chunk = RELEASE_BYTES;
    if (before * from->width / chunk != t->moved * from->width / chunk) {
        table_release(from->slots, before * from->width / chunk * chunk, t->moved * from->width / chunk * chunk);
    }
    count_pages(t);
    t->due = t->count + WORDS_AT_ONCE;
    if (t->moved >= from->size) {
        finish(t);
    }
}

void compact_set_settle(struct compact_set *t)
{
    while (t->wider.slots != NULL) {
        move_some(t);
    }
}

/* Makes slots wider at once. A table has room for right halves of more bits than it was made for, so this is rare. */
static void widen(struct compact_set *t, uint64_t word)
{
    compact_set_settle(t);
    if (!fits(&t->now, word)) {
        begin(t);
        compact_set_settle(t);
    }
}

bool compact_set_add(struct compact_set *t, uint64_t word)
{
    uint32_t hash = compact_hash(word);
    t->rights |= (uint32_t)word;
    if (__builtin_expect(!fits(&t->now, word) || (t->wider.slots != NULL && !fits(&t->wider, word)), 0)) {
        widen(t, word);
    }
    uint64_t place = compact_place(&t->now, hash), at;
    const struct compact_table *table = &t->now;
    if (__builtin_expect(place < t->moved, 0)) {
        table = &t->wider;
        place = compact_place(table, hash);
    }
    uint64_t slot = slot_of(table, hash, word);
    if (find(table, place, slot, &at)) {
        return false;
    }
    insert(table, place, slot, at);
    if (__builtin_expect(++t->count >= t->due, 0)) {
        if (t->wider.slots == NULL) {
            begin(t);
        }
        move_some(t);
    }
    return true;
}

uint64_t compact_set_next(const struct compact_set *t, uint64_t *at)
{
    while (*at < t->now.size + BEHIND) {
        uint64_t here = (*at)++;
        if (far_of(&t->now, here) != 0) {
            return word_of(&t->now, here);
        }
    }
    return 0;
}
