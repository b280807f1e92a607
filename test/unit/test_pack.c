/* Deep copies: equal content is equal bytes, and what comes out is what went in. */
#include "unit.h"

#include "model/pack.h"

HR_MESSAGE(Plain, int a; int b;);
HR_MESSAGE(Nothing);
HR_MESSAGE(Labelled, int number; char *label; const char *second;);
HR_CARRIES(Labelled, HR_STRING(Labelled, label), HR_STRING(Labelled, second));
HR_MESSAGE(Sort, int count; int *items;);
HR_CARRIES(Sort, HR_ARRAY(Sort, items, count));
HR_MESSAGE(Bytes, uint8_t count; char *items;);
HR_CARRIES(Bytes, HR_ARRAY(Bytes, items, count));
HR_MESSAGE(Wide, uint64_t count; uint64_t * items;);
HR_CARRIES(Wide, HR_ARRAY(Wide, items, count));
struct point {
    char *name;
    short x;
};
HR_CARRIES(point, HR_STRING(point, name));
HR_MESSAGE(Path, struct point *points; size_t count; struct Path * next;);
HR_CARRIES(Path, HR_ARRAY_OF(Path, points, count, point), HR_STRUCT(Path, next, Path));

enum { CAPACITY = 4096 };
static _Alignas(16) unsigned char block[CAPACITY], copy[CAPACITY], other[CAPACITY];

static size_t packed(const struct hr_type *type, const void *data, unsigned char *out, size_t capacity)
{
    const char *problem = "unset";
    size_t size = pack(type, data, out, capacity, &problem);
    assert_null(problem);
    assert_true(size <= capacity);
    return size;
}

/* Unpacks a copy of the block, as the engine does, and returns the message in it. */
static const void *delivered(const struct hr_type *type, const unsigned char *from, size_t size)
{
    memset(copy, 0xee, sizeof copy);
    memcpy(copy, from, size);
    unpack(type, copy);
    return copy;
}

static bool refused(const struct hr_type *type, const void *data, size_t capacity)
{
    const char *problem = NULL;
    return pack(type, data, block, capacity, &problem) == 0 && problem != NULL;
}

static void copies_plain_structs(void **state)
{
    (void)state;
    struct Plain p = { 1, 2 };
    struct Nothing n = {};
    assert_int_equal(packed(&hr_type_Plain, &p, block, CAPACITY), sizeof p);
    assert_memory_equal(delivered(&hr_type_Plain, block, sizeof p), &p, sizeof p);
    assert_int_equal(packed(&hr_type_Nothing, &n, block, CAPACITY), 0);
    assert_int_equal(packed(&hr_type_Plain, &p, block, sizeof p), sizeof p);
    assert_true(refused(&hr_type_Plain, &p, sizeof p - 1));
}

static void copies_strings(void **state)
{
    (void)state;
    char label[] = "hello";
    struct Labelled m = { 3, label, "" };
    size_t size = packed(&hr_type_Labelled, &m, block, CAPACITY);
    memset(label, 'x', 5); /* the copy is its own */
    const struct Labelled *d = delivered(&hr_type_Labelled, block, size);
    assert_int_equal(d->number, 3);
    assert_string_equal(d->label, "hello");
    assert_string_equal(d->second, "");
    assert_true((unsigned char *)d->label > copy && (unsigned char *)d->second < copy + size);
}

static void keeps_null(void **state)
{
    (void)state;
    struct Labelled m = { .number = 3 };
    size_t size = packed(&hr_type_Labelled, &m, block, CAPACITY);
    assert_int_equal(size, sizeof m);
    const struct Labelled *d = delivered(&hr_type_Labelled, block, size);
    assert_null(d->label);
    assert_null(d->second);
    struct Sort s = { .count = 5, .items = NULL };
    const struct Sort *e = delivered(&hr_type_Sort, block, packed(&hr_type_Sort, &s, block, CAPACITY));
    assert_null(e->items);
}

static void equal_content_is_equal_bytes(void **state)
{
    (void)state;
    char a[] = "same", b[40] = "same\0rest";
    struct Labelled m = { 1, a, b }, n = { 1, b, a };
    m.label = a;
    size_t size = packed(&hr_type_Labelled, &m, block, CAPACITY);
    memset(other, 0xee, sizeof other);
    assert_int_equal(packed(&hr_type_Labelled, &n, other, CAPACITY), size);
    assert_memory_equal(block, other, sizeof(int)); /* what follows is padding of the sender's */
    assert_memory_equal(block + 8, other + 8, size - 8);
}

static void copies_arrays(void **state)
{
    (void)state;
    for (int count = 0; count <= 40; count++) {
        int items[40];
        random_fill(items, sizeof items);
        struct Sort m = { count, items };
        size_t size = packed(&hr_type_Sort, &m, block, CAPACITY);
        const struct Sort *d = delivered(&hr_type_Sort, block, size);
        assert_int_equal(d->count, count);
        assert_non_null(d->items); /* an empty array is not a missing one */
        assert_int_equal((uintptr_t)d->items % 16, 0);
        assert_memory_equal(d->items, items, (size_t)count * sizeof *items);
    }
}

static void small_counters_count_to_their_end(void **state)
{
    (void)state;
    char items[255];
    random_fill(items, sizeof items);
    for (int count = 100; count <= 255; count++) {
        struct Bytes m = { (uint8_t)count, items };
        size_t size = packed(&hr_type_Bytes, &m, block, CAPACITY);
        assert_true(size >= sizeof m + (size_t)count);
        assert_memory_equal(((const struct Bytes *)delivered(&hr_type_Bytes, block, size))->items, items, (size_t)count);
    }
}

static void refuses_negative_and_huge_counts(void **state)
{
    (void)state;
    int item = 0;
    uint64_t wide = 0;
    struct Sort negative = { -1, &item }, lowest = { INT32_MIN, &item }, largest = { INT32_MAX, &item };
    assert_true(refused(&hr_type_Sort, &negative, CAPACITY));
    assert_true(refused(&hr_type_Sort, &lowest, CAPACITY));
    assert_true(refused(&hr_type_Sort, &largest, CAPACITY));
    /* Products that wrap around to something small. */
    static const uint64_t counts[] = { UINT64_MAX, UINT64_MAX / 8 + 1, UINT64_MAX / 8 + 2, (uint64_t)1 << 61, (uint64_t)1 << 63 };
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct Wide m = { counts[i], &wide };
        assert_true(refused(&hr_type_Wide, &m, CAPACITY));
    }
}

static void refuses_what_does_not_fit(void **state)
{
    (void)state;
    char long_label[100];
    memset(long_label, 'x', 99);
    long_label[99] = '\0';
    struct Labelled m = { 1, long_label, "second" };
    size_t size = packed(&hr_type_Labelled, &m, block, CAPACITY);
    for (size_t capacity = 0; capacity < size; capacity++) {
        memset(block, 0xee, sizeof block);
        assert_true(refused(&hr_type_Labelled, &m, capacity));
        for (size_t i = capacity; i < size + 64; i++) {
            assert_int_equal(block[i], 0xee);
        }
    }
    assert_int_equal(packed(&hr_type_Labelled, &m, block, size), size);
}

static void copies_to_any_depth(void **state)
{
    (void)state;
    struct point inner[] = { { "a", 1 }, { NULL, 2 }, { "ccc", 3 } }, outer[] = { { "last", 4 } };
    struct Path tail = { outer, 1, NULL }, middle = { NULL, 0, &tail }, head = { inner, 3, &middle };
    size_t size = packed(&hr_type_Path, &head, block, CAPACITY);
    const struct Path *d = delivered(&hr_type_Path, block, size);
    assert_int_equal(d->count, 3);
    assert_string_equal(d->points[0].name, "a");
    assert_null(d->points[1].name);
    assert_int_equal(d->points[1].x, 2);
    assert_string_equal(d->points[2].name, "ccc");
    assert_null(d->next->points);
    assert_int_equal(d->next->next->count, 1);
    assert_string_equal(d->next->next->points[0].name, "last");
    assert_int_equal(d->next->next->points[0].x, 4);
    assert_null(d->next->next->next);
    struct Path cycle = { .next = &cycle };
    assert_true(refused(&hr_type_Path, &cycle, CAPACITY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_plain_structs),
        cmocka_unit_test(copies_strings),
        cmocka_unit_test(keeps_null),
        cmocka_unit_test(equal_content_is_equal_bytes),
        cmocka_unit_test(copies_arrays),
        cmocka_unit_test(small_counters_count_to_their_end),
        cmocka_unit_test(refuses_negative_and_huge_counts),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(copies_to_any_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
