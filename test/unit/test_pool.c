/* Pools and tables: zeroed, aligned, never moved, counted. */
#include "unit.h"

#include "base/pool.h"

static jmp_buf refused;

static void refuse(size_t wanted)
{
    (void)wanted;
    longjmp(refused, 1);
}

static bool all_zero(const unsigned char *bytes, size_t size)
{
    while (size > 0 && bytes[size - 1] == 0) {
        size--;
    }
    return size == 0;
}

static void takes_zeroed_and_aligned(void **state)
{
    (void)state;
    struct pool p;
    size_t before = pool_bytes(), sum = 0;
    pool_init(&p, 1 << 24);
    unsigned char *first = p.base;
    for (int i = 0; i < 2000; i++) {
        size_t size = random_below(200);
        unsigned char *at = pool_take(&p, size);
        assert_ptr_equal(at, first + sum); /* one after the other */
        assert_int_equal((uintptr_t)at % 8, 0);
        assert_true(all_zero(at, size));
        memset(at, 0xff, size);
        sum += (size + 7) / 8 * 8;
        assert_int_equal(p.used, sum);
        assert_int_equal(pool_bytes() - before, sum);
    }
    assert_ptr_equal(p.base, first);
    pool_close(&p);
    assert_int_equal(pool_bytes(), before);
    assert_null(p.base);
    pool_close(&p);
}

static void gives_back_the_end(void **state)
{
    (void)state;
    struct pool p;
    size_t before = pool_bytes();
    pool_init(&p, 1 << 20);
    pool_take(&p, 16);
    void *last = pool_take(&p, 24);
    pool_give_back(&p, 24);
    assert_int_equal(pool_bytes() - before, 16);
    assert_ptr_equal(pool_take(&p, 8), last);
    pool_account(&p, 3); /* not rounded */
    assert_int_equal(p.used, 27);
    pool_close(&p);
    assert_int_equal(pool_bytes(), before);
}

static void refuses_beyond_the_end(void **state)
{
    (void)state;
    struct pool p;
    pool_init(&p, 1 << 20);
    pool_exhausted = refuse;
    pool_take(&p, p.reserved - 8);
    if (setjmp(refused) == 0) {
        pool_take(&p, 9);
        fail();
    }
    assert_int_equal(p.used, p.reserved - 8); /* nothing was taken */
    pool_take(&p, 8);
    if (setjmp(refused) == 0) {
        pool_account(&p, 1);
        fail();
    }
    if (setjmp(refused) == 0) {
        pool_account(&p, SIZE_MAX - 100);
        fail();
    }
    assert_int_equal(p.used, p.reserved);
    pool_close(&p);
}

static void reserves_less_than_asked_for_where_there_is_less(void **state)
{
    (void)state;
    struct pool p;
    pool_init(&p, (size_t)1 << 62); /* no machine has that */
    assert_true(p.reserved >= 1 << 20 && p.reserved < (size_t)1 << 62);
    *(char *)pool_take(&p, 1) = 1;
    pool_close(&p);
}

static void leaves_room_for_those_after_it(void **state)
{
    (void)state;
    struct pool p[40];
    for (size_t i = 0; i < 40; i++) {
        pool_init(&p[i], (size_t)1 << 62);
        *(char *)pool_take(&p[i], 1) = 1;
    }
    size_t size = (size_t)1 << 30;
    unsigned char *table = table_new(size); /* aborts where nothing is left */
    table[size - 1] = 1;
    table_free(table, size);
    for (size_t i = 0; i < 40; i++) {
        pool_close(&p[i]);
    }
}

static void counts_tables(void **state)
{
    (void)state;
    size_t before = pool_bytes(), size = 3 << 20;
    unsigned char *table = table_new(size);
    assert_true(all_zero(table, size));
    assert_int_equal(pool_bytes() - before, size);
    table_free(table, size);
    table_free(NULL, size);
    assert_int_equal(pool_bytes(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_zeroed_and_aligned),       cmocka_unit_test(gives_back_the_end),
        cmocka_unit_test(refuses_beyond_the_end),         cmocka_unit_test(reserves_less_than_asked_for_where_there_is_less),
        cmocka_unit_test(leaves_room_for_those_after_it), cmocka_unit_test(counts_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
