/* Tables that grow in order, against a plain set. */
#include "unit.h"

#include "store/word_set.h"

enum { WORDS = 30000 };

static uint64_t itself(uint64_t word)
{
    return word;
}

static bool has(const struct word_set *t, uint64_t word)
{
    uint64_t at = word_set_place(t, word);
    while (t->slots[at] != 0 && t->slots[at] != word) {
        at = word_set_next(t, at);
    }
    return t->slots[at] != 0;
}

static void add(struct word_set *t, uint64_t word)
{
    uint64_t at = word_set_place(t, word);
    while (t->slots[at] != 0) {
        at = word_set_next(t, at);
    }
    word_set_put(t, at, word, itself);
}

static uint64_t nth(uint64_t i)
{
    /* Some want one of the last places, so that the table wraps around. */
    return i % 64 == 0 ? UINT64_MAX - i : (i + 1) * 0x9e3779b97f4a7c15u;
}

static void keeps_all_words_while_it_grows(void **state)
{
    (void)state;
    struct word_set t;
    word_set_init(&t, 0);
    uint64_t first = t.size, grown = 0;
    for (uint64_t i = 0; i < WORDS; i++) {
        uint64_t size = t.size;
        add(&t, nth(i));
        grown += t.size != size;
        assert_true(t.count == i + 1 && t.count <= t.most && t.most < t.size);
    }
    assert_true(t.size > first && grown > 3);
    assert_true(t.size <= t.count * 4 + (2 << 20) / sizeof *t.slots); /* what slack costs at most */
    for (uint64_t i = 0; i < WORDS; i++) {
        assert_true(has(&t, nth(i)));
        assert_false(has(&t, nth(i) ^ 2));
    }
    word_set_close(&t);
}

static void has_the_room_asked_for(void **state)
{
    (void)state;
    for (uint64_t count = 0; count < 2000000; count = count * 3 + 1) {
        struct word_set t;
        word_set_init(&t, count);
        assert_true(t.most >= count);
        word_set_close(&t);
    }
}

static void brings_words_to_their_places(void **state)
{
    (void)state;
    struct word_set t;
    uint64_t count = 0;
    word_set_init(&t, WORDS);
    while (count < WORDS) {
        uint64_t at = random_bits() % t.size;
        if (t.slots[at] == 0) {
            t.slots[at] = nth(count++);
        }
    }
    t.count = count;
    /* Two of a kind become one. */
    for (uint64_t i = 0, more = 0; more < 3; i++) {
        if (t.slots[i] == 0) {
            t.slots[i] = nth(17);
            t.count++;
            more++;
        }
    }
    word_set_reorder(&t, itself);
    assert_int_equal(t.count, WORDS);
    uint64_t filled = 0;
    for (uint64_t i = 0; i < t.size; i++) {
        filled += t.slots[i] != 0;
    }
    assert_int_equal(filled, WORDS);
    for (uint64_t i = 0; i < WORDS; i++) {
        assert_true(has(&t, nth(i)));
    }
    word_set_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_all_words_while_it_grows),
        cmocka_unit_test(has_the_room_asked_for),
        cmocka_unit_test(brings_words_to_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
