#include "base/word_set.h"

#include <string.h>

/* Small tables grow by more: they are moved less often, and the memory does not matter. */
enum { SIZE_MIN = 1 << 8, QUADRUPLE_BELOW = 1 << 21, DOUBLE_BELOW = 1 << 23 };

/* How a table moves while it grows: each time that so many words were added, so many slots, and then on to the end of a row of full
 * ones. 16 slots for each word: all are moved when the old table is fuller by a sixteenth, and long before the new one is full. */
enum { WORDS_AT_ONCE = 64, SLOTS_AT_ONCE = 16 * WORDS_AT_ONCE };

/* How many places a table of about so many has. Large tables fill huge pages: the system aligns such mappings. */
static uint64_t rounded(uint64_t size)
{
    enum { HUGE_SLOTS = (2 << 20) / sizeof(uint64_t) };
    uint64_t slots = word_set_slots(size);
    return slots < HUGE_SLOTS ? size : (slots + HUGE_SLOTS - 1) / HUGE_SLOTS * HUGE_SLOTS - (slots - size);
}

/* How many entries a table takes before it grows. Fuller tables are smaller, and slower where most searches find nothing. */
static uint64_t most_of(uint64_t size, uint32_t width)
{
    return width == 1 ? size / 20 * 13 : size / 2;
}

static size_t bytes_of(uint64_t size, uint32_t width)
{
    return word_set_slots(size) * width * sizeof(uint64_t);
}

uint64_t word_set_bytes(const struct word_set *t, uint32_t width)
{
    return bytes_of(t->wider_size != 0 ? t->wider_size : t->size, width) - t->uncounted;
}

/* The table has so many slots, and is not growing. */
static void settled(struct word_set *t, uint64_t size, uint32_t width)
{
    t->size = size;
    t->due = most_of(size, width) + 1;
    t->moved = UINT64_MAX;
    t->wider_size = 0;
    t->last = t->slots + (word_set_slots(size) - 1) * width;
}

void word_set_init_wide(struct word_set *t, uint64_t count, uint32_t width)
{
    uint64_t size = (count / 13 * 20 + 40) * width;
    size = size < SIZE_MIN ? SIZE_MIN : rounded(size);
    *t = (struct word_set){ .slots = table_new(bytes_of(size, width)), .sparing = count != 0 };
    settled(t, size, width);
}

/* ---- growing ---- */

/* Pages count when they are filled, which begins with the last ones. In a pool that workers share all count. */
static void count_pages(struct word_set *t, uint32_t width)
{
    if (t->room.base == NULL) {
        size_t more = bytes_of(t->wider_size, width) - bytes_of(t->size, width), before = t->uncounted;
        t->uncounted = (size_t)((unsigned __int128)more * t->moved / t->size);
        table_count((int64_t)before - (int64_t)t->uncounted);
    }
}

static void begin(struct word_set *t, uint32_t width)
{
    bool quadruple = t->size < QUADRUPLE_BELOW && !t->sparing;
    t->wider_size = rounded(quadruple ? t->size * 4 : t->size < DOUBLE_BELOW ? t->size * 2 : t->size / 2 * 3);
    size_t before = bytes_of(t->size, width), after = bytes_of(t->wider_size, width);
    if (t->room.base != NULL) {
        pool_take(&t->room, after - before);
    } else {
        t->slots = table_grow(t->slots, before, after);
    }
    t->last = t->slots + (word_set_slots(t->wider_size) - 1) * width;
    t->moved = t->size;
    count_pages(t, width);
}

static void move_one(struct word_set *t, const uint64_t *entry, word_spread spread, uint32_t width)
{
    uint64_t *at = t->slots + word_set_fraction(spread(*entry), t->wider_size) * width;
    while (*at != 0) {
        at += width;
    }
    if (at == t->last) {
        pool_exhausted(0);
    }
    memcpy(at, entry, width * sizeof *entry);
}

/* Moves what is in these slots, with an empty one before and behind them. They may belong together in another order afterwards, so all are taken out first. */
static void move_row(struct word_set *t, uint64_t from, uint64_t to, word_spread spread, uint32_t width)
{
    uint64_t usual[8 * SLOTS_AT_ONCE], *row = usual, *slots = t->slots + from * width;
    size_t words = (to - from) * width, bytes = words * sizeof *row;
    if (bytes > sizeof usual) {
        row = table_new(bytes);
    }
    memcpy(row, slots, bytes);
    memset(slots, 0, bytes);
    for (uint64_t *entry = row; entry < row + words; entry += width) {
        if (*entry != 0) {
            move_one(t, entry, spread, width);
        }
    }
    if (row != usual) {
        table_free(row, bytes);
    }
}

/* Moves at least `least` slots. What is behind the boundary may have been driven there from before it, as far as the next empty slot. */
static void move_some(struct word_set *t, uint64_t least, word_spread spread, uint32_t width)
{
    uint64_t from = t->moved, to = t->moved;
    while (from > 0 && (t->moved - from < least || t->slots[(from - 1) * width] != 0)) {
        from--;
    }
    while (t->slots[to * width] != 0) {
        to++;
    }
    move_row(t, from, to, spread, width);
    t->moved = from;
    count_pages(t, width);
}

void word_set_due(struct word_set *t, word_spread spread, uint32_t width)
{
    if (t->wider_size == 0) {
        begin(t, width);
    }
    move_some(t, SLOTS_AT_ONCE, spread, width);
    t->due = t->count + WORDS_AT_ONCE;
    if (t->moved == 0) {
        settled(t, t->wider_size, width);
    }
}

void word_set_settle_wide(struct word_set *t, word_spread spread, uint32_t width)
{
    while (t->wider_size != 0) {
        word_set_due(t, spread, width);
    }
}

void word_set_close_wide(struct word_set *t, uint32_t width)
{
    table_count((int64_t)t->uncounted);
    if (t->room.base == NULL) {
        table_free(t->slots, bytes_of(t->wider_size != 0 ? t->wider_size : t->size, width));
    }
    pool_close(&t->room);
    *t = (struct word_set){ 0 };
}

bool word_set_share(struct word_set *t, word_spread spread, uint32_t width, size_t reserve)
{
    if (t->slots == NULL) {
        return true; /* not in use */
    }
    word_set_settle_wide(t, spread, width);
    size_t bytes = bytes_of(t->size, width);
    pool_init(&t->room, reserve);
    uint64_t *shared = memcpy(pool_take(&t->room, bytes), t->slots, bytes);
    table_free(t->slots, bytes);
    t->slots = shared;
    settled(t, t->size, width);
    return pool_share(&t->room);
}
