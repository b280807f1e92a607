/* The set of the tree's roots: it has what was added, in every size and with halves of every width, and takes the memory that it promises. */
#include "unit.h"

#include <stdlib.h>

#include "base/pool.h"
#include "store/compact_set.h"

static int by_word(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

/* A walk yields each word of the sorted list once. */
static void expect_all(struct compact_set *t, const uint64_t *sorted, size_t count)
{
    uint64_t at = 0, word, *found = malloc((count + 1) * sizeof *found);
    size_t n = 0;
    compact_set_settle(t);
    while ((word = compact_set_next(t, &at)) != 0) {
        assert_true(n < count);
        found[n++] = word;
    }
    qsort(found, n, sizeof *found, by_word);
    assert_int_equal(n, count);
    assert_memory_equal(found, sorted, count * sizeof *found);
    free(found);
}

/* Adds words of so many bits on either side, some of them again, and sees each time whether they were new. */
static void fill(uint32_t left_bits, uint32_t right_bits, size_t count)
{
    struct compact_set t;
    uint64_t *words = malloc(count * sizeof *words);
    size_t before = pool_bytes(), distinct = 0;
    compact_set_init(&t);
    for (size_t i = 0; i < count; i++) {
        uint64_t left = random_bits() >> (64 - left_bits), right = random_bits() >> (64 - right_bits);
        words[i] = left << 32 | right | 1;
        if (i > 0 && i % 7 == 0) {
            words[i] = words[random_bits() % i];
            assert_false(compact_set_add(&t, words[i]));
        } else {
            compact_set_add(&t, words[i]);
        }
        assert_false(compact_set_add(&t, words[i]));
        compact_set_fetch(&t, words[i]);
    }
    for (size_t i = 0; i < count; i++) { /* while it grows, perhaps */
        assert_false(compact_set_add(&t, words[i]));
    }
    qsort(words, count, sizeof *words, by_word);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || words[i] != words[i - 1]) {
            words[distinct++] = words[i];
        }
    }
    assert_int_equal(t.count, distinct);
    expect_all(&t, words, distinct);
    for (size_t i = 0; i < distinct; i++) {
        assert_false(compact_set_add(&t, words[i]));
    }
    assert_int_equal(pool_bytes() - before, compact_set_bytes(&t));
    compact_set_close(&t);
    assert_int_equal(pool_bytes(), before);
    free(words);
}

static void has_what_was_added(void **state)
{
    (void)state;
    for (uint32_t bits = 1; bits <= 32; bits++) {
        fill(bits, 33 - bits, 100);
        fill(bits, bits, 3000);
        fill(32, bits, 3000);
        fill(bits, 32, 3000);
    }
    fill(20, 20, 1000000);
    fill(32, 32, 300000);
}

/* Numbers of nodes come one after the other, and the wide ones last: slots become wider while it grows. */
static void grows_wider(void **state)
{
    (void)state;
    enum { WORDS = 200000 };
    struct compact_set t;
    compact_set_init(&t);
    for (int round = 0; round < 2; round++) {
        for (uint64_t i = 1; i <= WORDS; i++) {
            uint64_t word = (i % 1000) << 32 | (i * i);
            assert_int_equal(compact_set_add(&t, word & ~(UINT64_C(1) << 63)), round == 0);
        }
    }
    compact_set_close(&t);
}

/* Pairs of numbers below 2^16, as the roots of a million states are. */
static void takes_few_bytes(void **state)
{
    (void)state;
    struct compact_set t;
    compact_set_init(&t);
    for (uint64_t i = 0; i < 2000000; i++) {
        compact_set_add(&t, (i & 0xfff) << 32 | (1 + (i >> 12)) << 5);
        if (i > 1500000 && t.wider.slots == NULL) {
            assert_true(compact_set_bytes(&t) < i * 8);
        }
    }
    compact_set_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_what_was_added),
        cmocka_unit_test(grows_wider),
        cmocka_unit_test(takes_few_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
