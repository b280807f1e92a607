/* Tables that grow without a stop, against a plain set. */
#include "unit.h"

#include "base/hash.h"
#include "base/word_set.h"

enum { WORDS = 60000 };

static uint64_t itself(uint64_t word)
{
    return word;
}

static bool has(const struct word_set *t, uint64_t word)
{
    const uint64_t *at = word_set_place(t, word);
    while (*at != 0 && *at != word) {
        at++;
    }
    return *at != 0;
}

static void add(struct word_set *t, uint64_t word)
{
    uint64_t *at = word_set_place(t, word);
    while (*at != 0) {
        at++;
    }
    word_set_put(t, at, word, itself);
}

static uint64_t nth(uint64_t i)
{
    /* Some want one of the last places, so that the slots behind it are used. */
    return i % 64 == 0 ? UINT64_MAX - i : hash_mix(i + 1);
}

/* Whether each word is once in the table, and none is where a search that begins at its place ends before it. */
static bool is_well_cut(const struct word_set *t)
{
    uint64_t words = 0, slots = word_set_slots(t->wider_size);
    for (uint64_t i = 0; i < slots; i++) {
        words += t->slots[i] != 0;
        if (t->slots[i] != 0 && !has(t, t->slots[i])) {
            return false;
        }
    }
    return words == t->count && t->slots[slots - 1] == 0;
}

/* In the middle of growing, each word is found, and no other. */
static void keeps_all_words_while_it_grows(void **state)
{
    (void)state;
    struct word_set t;
    size_t before = pool_bytes();
    word_set_init(&t, 0);
    uint64_t first = t.size, grown = 0, in_between = 0;
    for (uint64_t i = 0; i < WORDS; i++) {
        uint64_t size = t.size;
        add(&t, nth(i));
        grown += t.size != size;
        assert_true(t.count == i + 1 && t.count < t.size);
        assert_int_equal(pool_bytes() - before, word_set_bytes(&t, 1));
        uint64_t some = random_below((uint32_t)i + 1);
        assert_true(has(&t, nth(some)) && has(&t, nth(i)));
        assert_false(has(&t, nth(some) ^ 2));
        if (t.wider_size != 0 && i % 64 == 0) {
            assert_true(is_well_cut(&t));
            for (uint64_t k = 0; k <= i; k += 7) {
                assert_true(has(&t, nth(k)));
            }
            in_between++;
        }
    }
    assert_true(t.size > first && grown > 3 && in_between > 6);
    assert_true(word_set_bytes(&t, 1) <= t.count * 7 * 8 + (2 << 20)); /* what slack costs at most */
    word_set_settle(&t, itself);
    assert_int_equal(t.wider_size, 0);
    for (uint64_t i = 0; i < WORDS; i++) {
        assert_true(has(&t, nth(i)));
    }
    word_set_close(&t);
    assert_int_equal(pool_bytes(), before);
}

/* How much one word costs, counted in slots: never more than a chunk, and what is left of a row of full slots behind it. */
static void moves_little_at_a_time(void **state)
{
    (void)state;
    enum { CHUNK = 1024, ROW = 1024, MANY = 1 << 18 };
    struct word_set t;
    word_set_init(&t, 0);
    uint64_t grown = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        bool growing = t.wider_size != 0;
        uint64_t moved = growing ? t.moved : t.size;
        add(&t, hash_mix(i + 1));
        uint64_t now = t.wider_size != 0 ? t.moved : growing ? 0 : moved;
        assert_true(moved - now <= CHUNK + ROW);
        assert_true(t.count * 10 < t.size * 8); /* long rows would make each search long */
        grown += growing && t.wider_size == 0;
    }
    assert_true(grown > 2);
    word_set_close(&t);
}

/* What a table gets at its end counts when it comes into use. */
static void counts_what_is_in_use(void **state)
{
    (void)state;
    struct word_set t;
    size_t before = pool_bytes();
    word_set_init(&t, 3 << 20);
    size_t full = pool_bytes() - before;
    for (uint64_t i = 0; i < 4 << 20 && (t.wider_size == 0 || t.moved > t.size / 2); i++) {
        add(&t, hash_mix(i + 1));
    }
    size_t half = pool_bytes() - before, all = full / t.size * t.wider_size;
    assert_true(t.wider_size > t.size && half > full + (all - full) / 5 * 2 && half < full + (all - full) / 5 * 3);
    word_set_close(&t); /* in the middle */
    assert_int_equal(pool_bytes(), before);
}

/* Entries of several words move as a whole, and rows that are longer than what moves at once, too. */
static void moves_wide_entries_and_long_rows(void **state)
{
    (void)state;
    enum { WIDTH = 3, MANY = 20000, ALIKE = 3000 };
    struct word_set t;
    word_set_init_wide(&t, 0, WIDTH);
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t word = i % 6 == 0 && i / 6 < ALIKE ? ((uint64_t)1 << 63) + i : hash_mix(i + 1);
        uint64_t *at = word_set_place_wide(&t, word, WIDTH);
        while (*at != 0) {
            at += WIDTH;
        }
        at[1] = ~word;
        at[2] = i;
        word_set_put_wide(&t, at, word, itself, WIDTH);
    }
    for (int settled = 0; settled < 2; settled++) {
        for (uint64_t i = 0; i < MANY; i++) {
            uint64_t word = i % 6 == 0 && i / 6 < ALIKE ? ((uint64_t)1 << 63) + i : hash_mix(i + 1);
            const uint64_t *at = word_set_place_wide(&t, word, WIDTH);
            while (*at != word) {
                assert_true(*at != 0);
                at += WIDTH;
            }
            assert_true(at[1] == ~word && at[2] == i);
        }
        word_set_settle_wide(&t, itself, WIDTH);
    }
    word_set_close_wide(&t, WIDTH);
}

static void has_the_room_asked_for(void **state)
{
    (void)state;
    for (uint64_t count = 0; count < 2000000; count = count * 3 + 1) {
        struct word_set t;
        word_set_init(&t, count);
        assert_true(t.due > count);
        word_set_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_all_words_while_it_grows), cmocka_unit_test(moves_little_at_a_time),
        cmocka_unit_test(counts_what_is_in_use),          cmocka_unit_test(moves_wide_entries_and_long_rows),
        cmocka_unit_test(has_the_room_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
