/* Interning: one number per (tag, bytes), in order of first appearance. */
#include "unit.h"

#include "base/intern.h"

static void numbers_in_order_of_appearance(void **state)
{
    (void)state;
    struct intern in;
    bool fresh;
    intern_init(&in, 1 << 20);
    assert_int_equal(intern_put(&in, 0, "abc", 3, &fresh), 1);
    assert_true(fresh);
    assert_int_equal(intern_put(&in, 0, "abd", 3, &fresh), 2);
    assert_true(fresh);
    assert_int_equal(intern_put(&in, 0, "abc", 3, &fresh), 1);
    assert_false(fresh);
    assert_int_equal(intern_put(&in, 0, "ab", 2, NULL), 3);  /* a prefix is another string */
    assert_int_equal(intern_put(&in, 7, "abc", 3, NULL), 4); /* and so is another tag */
    assert_int_equal(intern_put(&in, 0, "", 0, NULL), 5);
    assert_int_equal(intern_put(&in, 0, "abc", 0, NULL), 5);
    assert_int_equal(in.count, 5);
    assert_memory_equal(intern_bytes(&in, 2), "abd", 3);
    assert_int_equal(intern_get(&in, 3)->size, 2);
    assert_int_equal(intern_get(&in, 4)->tag, 7);
    intern_close(&in);
}

static void hashes_by_content_alone(void **state)
{
    (void)state;
    struct intern forwards, backwards;
    intern_init(&forwards, 1 << 20);
    intern_init(&backwards, 1 << 20);
    for (int i = 0; i < 100; i++) {
        int other = 99 - i;
        intern_put(&forwards, 3, &i, sizeof i, NULL);
        intern_put(&backwards, 3, &other, sizeof other, NULL);
    }
    for (uint32_t id = 1; id <= 100; id++) {
        assert_int_equal(intern_get(&forwards, id)->hash, intern_get(&backwards, 101 - id)->hash);
    }
    intern_close(&forwards);
    intern_close(&backwards);
}

/* Random strings against a plain list of those seen. */
static void agrees_with_a_list(void **state)
{
    (void)state;
    enum { ROUNDS = 20000, DIFFERENT = 3000, LONGEST = 24 };
    static struct {
        unsigned char bytes[LONGEST];
        size_t size;
        uint32_t tag, id;
    } strings[DIFFERENT];
    struct intern in;
    uint32_t given = 0;
    intern_init(&in, 1 << 22);
    for (uint32_t i = 0; i < DIFFERENT; i++) {
        strings[i].size = 4 + random_below(LONGEST - 4);
        strings[i].tag = random_below(4);
        random_fill(strings[i].bytes, strings[i].size);
        memcpy(strings[i].bytes, &i, sizeof i); /* all different */
    }
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t i = random_below(DIFFERENT);
        bool fresh;
        uint32_t id = intern_put(&in, strings[i].tag, strings[i].bytes, strings[i].size, &fresh);
        assert_int_equal(fresh, strings[i].id == 0);
        if (fresh) {
            strings[i].id = ++given;
        }
        assert_int_equal(id, strings[i].id);
    }
    assert_int_equal(in.count, given);
    assert_true(in.numbers.size * 3 > given * 4); /* never fuller than three quarters */
    for (uint32_t i = 0; i < DIFFERENT; i++) {
        if (strings[i].id != 0) {
            assert_int_equal(intern_get(&in, strings[i].id)->size, strings[i].size);
            assert_memory_equal(intern_bytes(&in, strings[i].id), strings[i].bytes, strings[i].size);
        }
    }
    size_t before = pool_bytes();
    intern_close(&in);
    assert_true(pool_bytes() < before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_in_order_of_appearance),
        cmocka_unit_test(hashes_by_content_alone),
        cmocka_unit_test(agrees_with_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
