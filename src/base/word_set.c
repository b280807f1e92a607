#include "base/word_set.h"

#include <string.h>

/* Small tables grow by more: they are moved less often, and the memory does not matter. */
enum { SIZE_MIN = 1 << 8, QUADRUPLE_BELOW = 1 << 21, DOUBLE_BELOW = 1 << 23, RELEASE_SLOTS = 1 << 20 };

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
    return bytes_of(t->size, width) + (t->wider != NULL ? bytes_of(t->wider_size, width) : 0) - t->uncounted;
}

static uint64_t *last_of(uint64_t *slots, uint64_t size, uint32_t width)
{
    return slots + (word_set_slots(size) - 1) * width;
}

void word_set_init_wide(struct word_set *t, uint64_t count, uint32_t width)
{
    uint64_t size = (count / 13 * 20 + 40) * width;
    size = size < SIZE_MIN ? SIZE_MIN : rounded(size);
    *t = (struct word_set){ .size = size, .due = most_of(size, width) + 1, .sparing = count != 0 };
    t->slots = table_new(bytes_of(size, width));
    t->last = last_of(t->slots, size, width);
}

/* ---- growing ---- */

/* Pages count when they are filled, and until they are given back. In a pool that workers share all count, and none is given back. */
static void count_pages(struct word_set *t, uint32_t width)
{
    if (t->room.base == NULL) {
        size_t wider = bytes_of(t->wider_size, width), before = t->uncounted;
        size_t filled = t->moved >= t->size ? wider : (size_t)((unsigned __int128)wider * t->moved / t->size);
        t->uncounted = t->moved * width * sizeof *t->slots + wider - filled;
        table_count((int64_t)before - (int64_t)t->uncounted);
    }
}

static void begin(struct word_set *t, uint32_t width)
{
    bool quadruple = t->size < QUADRUPLE_BELOW && !t->sparing;
    t->wider_size = rounded(quadruple ? t->size * 4 : t->size < DOUBLE_BELOW ? t->size * 2 : t->size / 2 * 3);
    t->wider = table_in(&t->room, bytes_of(t->wider_size, width));
    t->wider_last = last_of(t->wider, t->wider_size, width);
    t->moved = 0;
    count_pages(t, width);
}

static void move_one(struct word_set *t, const uint64_t *entry, word_spread spread, uint32_t width)
{
    uint64_t *at = t->wider + word_set_fraction(spread(*entry), t->wider_size) * width;
    while (*at != 0) {
        at += width;
    }
    if (at == t->wider_last) {
        pool_exhausted(0);
    }
    memcpy(at, entry, width * sizeof *entry);
}

/* Moves at least `least` slots. The boundary stays behind an empty slot, so that rows of full ones are moved as a whole. */
static void move_some(struct word_set *t, uint64_t least, word_spread spread, uint32_t width)
{
    uint64_t from = t->moved, at = from;
    const uint64_t *entry = t->slots + at * width;
    for (; (at < from + least && at < t->size) || *entry != 0; at++, entry += width) {
        if (*entry != 0) {
            move_one(t, entry, spread, width);
        }
    }
    t->moved = at + 1; /* the last slot is empty: so this is no more than there are */
    if (t->room.base == NULL) {
        size_t chunk = RELEASE_SLOTS * sizeof *t->slots, bytes = width * sizeof *t->slots;
        if (t->moved * bytes / chunk != from * bytes / chunk) {
            table_release(t->slots, from * bytes / chunk * chunk, t->moved * bytes / chunk * chunk);
        }
    }
    count_pages(t, width);
}

/* Gives both tables' memory back, or only the old one's. */
static void let_go(struct word_set *t, uint32_t width, bool both)
{
    table_count((int64_t)t->uncounted);
    table_out(&t->room, t->slots, bytes_of(t->size, width));
    if (both && t->wider != NULL) {
        table_out(&t->room, t->wider, bytes_of(t->wider_size, width));
    }
}

static void finish(struct word_set *t, uint32_t width)
{
    let_go(t, width, false);
    *t = (struct word_set){
        .slots = t->wider,
        .size = t->wider_size,
        .count = t->count,
        .due = most_of(t->wider_size, width) + 1,
        .last = t->wider_last,
        .sparing = t->sparing,
        .room = t->room,
    };
}

void word_set_due(struct word_set *t, word_spread spread, uint32_t width)
{
    if (t->wider == NULL) {
        begin(t, width);
    }
    move_some(t, SLOTS_AT_ONCE, spread, width);
    t->due = t->count + WORDS_AT_ONCE;
    if (t->moved >= t->size) {
        finish(t, width);
    }
}

void word_set_settle_wide(struct word_set *t, word_spread spread, uint32_t width)
{
    while (t->wider != NULL) {
        word_set_due(t, spread, width);
    }
}

void word_set_close_wide(struct word_set *t, uint32_t width)
{
    let_go(t, width, true);
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
    t->last = last_of(shared, t->size, width);
    return pool_share(&t->room);
}
