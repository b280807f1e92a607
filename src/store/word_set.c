#include "store/word_set.h"

#include "base/pool.h"

/* Small tables are doubled: they are copied less often, and the memory does not matter. */
enum { SIZE_MIN = 1 << 12, DOUBLE_BELOW = 1 << 23, RELEASE_SLOTS = 1 << 20 };

/* Large tables have a multiple of the huge page's size: the system aligns such mappings. */
static uint64_t rounded(uint64_t size)
{
    enum { HUGE_SLOTS = (2 << 20) / sizeof(uint64_t) };
    return size < HUGE_SLOTS ? size : (size + HUGE_SLOTS - 1) / HUGE_SLOTS * HUGE_SLOTS;
}

static uint64_t most_of(uint64_t size)
{
    return size / 20 * 13; /* fuller tables are smaller, and slower where most states are new */
}

void word_set_init(struct word_set *t, uint64_t count)
{
    uint64_t size = count / 13 * 20 + 40;
    size = size < SIZE_MIN ? SIZE_MIN : rounded(size);
    *t = (struct word_set){ .size = size, .most = most_of(size) };
    t->slots = table_new(size * sizeof *t->slots);
}

void word_set_close(struct word_set *t)
{
    table_free(t->slots, t->size * sizeof *t->slots);
    *t = (struct word_set){ 0 };
}

void word_set_release(struct word_set *t, uint64_t at)
{
    if (at % RELEASE_SLOTS == 0 && at != 0) {
        table_release(t->slots, (at - RELEASE_SLOTS) * sizeof *t->slots, at * sizeof *t->slots);
    }
}

void word_set_grow(struct word_set *t, word_spread spread)
{
    uint64_t size = rounded(t->size < DOUBLE_BELOW ? t->size * 2 : t->size / 2 * 3);
    struct word_set wider = { .size = size, .count = t->count, .most = most_of(size) };
    wider.slots = table_new(size * sizeof *wider.slots);
    for (uint64_t i = 0; i < t->size; i++) {
        word_set_release(t, i);
        uint64_t word = t->slots[i];
        if (word == 0) {
            continue;
        }
        uint64_t at = word_set_place(&wider, spread(word));
        while (wider.slots[at] != 0) {
            at = word_set_next(&wider, at);
        }
        wider.slots[at] = word;
    }
    table_free(t->slots, t->size * sizeof *t->slots);
    *t = wider;
}

/* Each word goes to the first slot, from its own place on, that is not settled yet; the word that was there is moved next. A settled
 * slot stays so, so that a search which walks over settled slots finds each word. */
void word_set_reorder(struct word_set *t, word_spread spread)
{
    size_t bytes = t->size / 8 + 1;
    unsigned char *settled = table_new(bytes);
    for (uint64_t i = 0; i < t->size; i++) {
        if (t->slots[i] == 0 || (settled[i / 8] >> i % 8 & 1)) {
            continue;
        }
        uint64_t word = t->slots[i];
        t->slots[i] = 0;
        while (word != 0) {
            uint64_t at = word_set_place(t, spread(word));
            while ((settled[at / 8] >> at % 8 & 1) && t->slots[at] != word) {
                at = word_set_next(t, at);
            }
            if (settled[at / 8] >> at % 8 & 1) { /* an equal word is there already */
                t->count--;
                break;
            }
            uint64_t driven_out = t->slots[at];
            t->slots[at] = word;
            settled[at / 8] |= (unsigned char)(1 << at % 8);
            word = driven_out;
        }
    }
    table_free(settled, bytes);
}
