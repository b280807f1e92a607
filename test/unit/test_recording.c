/* Recordings: what is added is read back, and a log that is cut off or damaged is never read beyond its end. */
#include "board_fixture.h"

enum { RECORDS = 60, LONGEST = 100 };

struct kept {
    struct record record;
    char texts[3][LONGEST];
    unsigned char bytes[LONGEST];
};

static void random_record(struct kept *k)
{
    k->record = (struct record){ .kind = (enum record_kind)random_below(RECORD_END + 1),
                                 .a = random_bits(),
                                 .b = random_bits(),
                                 .c = random_bits(),
                                 .d = random_bits(),
                                 .resumes_at = random_bits(),
                                 .struct_size = random_bits(),
                                 .address = random_bits(),
                                 .size = random_below(2) == 0 ? 0 : random_below(LONGEST) };
    for (int i = 0; i < 3; i++) {
        size_t length = random_below(3) == 0 ? 0 : random_below(LONGEST);
        memset(k->texts[i], 'a' + i, length);
        k->texts[i][length] = '\0';
    }
    k->record.text1 = k->texts[0];
    k->record.text2 = k->texts[1];
    k->record.text3 = random_below(4) == 0 ? NULL : k->texts[2];
    random_fill(k->bytes, sizeof k->bytes);
    k->record.bytes = k->record.size == 0 ? NULL : k->bytes;
}

static void expect_same(const struct record *got, const struct record *expected)
{
    assert_int_equal(got->kind, expected->kind);
    assert_true(got->a == expected->a && got->b == expected->b && got->c == expected->c && got->d == expected->d);
    assert_int_equal(got->resumes_at, expected->resumes_at);
    assert_int_equal(got->struct_size, expected->struct_size);
    assert_int_equal(got->address, expected->address);
    assert_string_equal(got->text1, expected->text1);
    assert_string_equal(got->text2, expected->text2);
    assert_string_equal(got->text3, expected->text3 == NULL ? "" : expected->text3);
    assert_int_equal(got->size, expected->size);
    assert_memory_equal(got->bytes, expected->size == 0 ? (const void *)"" : expected->bytes, got->size);
}

/* Everything that a record points to lies before the end. */
static bool lies_within(const struct record *r, const unsigned char *start, const unsigned char *end)
{
    const char *texts[] = { r->text1, r->text2, r->text3 };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const unsigned char *t = (const unsigned char *)texts[i];
        if (t < start || t >= end || memchr(t, '\0', (size_t)(end - t)) == NULL) {
            return false;
        }
    }
    return r->bytes >= start && r->bytes <= end && r->size <= (size_t)(end - r->bytes);
}

static struct kept kept[RECORDS];

static struct board *random_log(size_t ends[RECORDS])
{
    struct board *b = board_new();
    for (size_t i = 0; i < RECORDS; i++) {
        random_record(&kept[i]);
        recording_add(b, &kept[i].record);
        ends[i] = b->log_size;
    }
    return b;
}

static void reads_back_what_was_added(void **state)
{
    (void)state;
    size_t ends[RECORDS];
    for (int round = 0; round < 20; round++) {
        struct board *b = random_log(ends);
        const unsigned char *at = b->log, *end = b->log + b->log_size;
        struct record r;
        for (size_t i = 0; i < RECORDS; i++) {
            assert_true(recording_next(&at, end, &r));
            expect_same(&r, &kept[i].record);
            assert_true(lies_within(&r, b->log, end));
            assert_int_equal((uintptr_t)r.bytes % 8, (uintptr_t)b->log % 8); /* structs in it can be read in place */
        }
        assert_ptr_equal(at, end);
        assert_false(recording_next(&at, end, &r));
        free(b);
    }
}

static void starts_aligned_after_anything(void **state)
{
    (void)state;
    struct board *b = board_new();
    b->log_size = 13; /* a schedule's text comes first */
    recording_add(b, &(struct record){ .kind = RECORD_NOTE, .bytes = (const unsigned char *)"hello", .size = 5 });
    const unsigned char *at = b->log + 16;
    struct record r;
    assert_true(recording_next(&at, b->log + b->log_size, &r));
    assert_memory_equal(r.bytes, "hello", 5);
    assert_int_equal(b->log_size % 8, 0);
    free(b);
}

static void leaves_out_what_does_not_fit(void **state)
{
    (void)state;
    struct board *b = board_new();
    uint64_t full = BOARD_BYTES - sizeof *b;
    full -= full % 8;
    b->log_size = full;
    recording_add(b, &(struct record){ .kind = RECORD_END });
    assert_int_equal(b->log_size, full);
    assert_int_equal(b->log_dropped, 1); /* and it is told */
    b->log_size = 0;
    recording_add(b, &(struct record){ .kind = RECORD_NOTE, .bytes = (const unsigned char *)"", .size = (size_t)UINT32_MAX + 1 });
    assert_int_equal(b->log_size, 0);
    assert_int_equal(b->log_dropped, 2);
    free(b);
}

static void a_cut_log_ends_at_a_whole_record(void **state)
{
    (void)state;
    size_t ends[RECORDS];
    struct board *b = random_log(ends);
    for (size_t size = 0; size < b->log_size; size += 1 + random_below(7)) {
        unsigned char *copy = malloc(size == 0 ? 1 : size);
        memcpy(copy, b->log, size);
        const unsigned char *at = copy;
        struct record r;
        size_t count = 0;
        while (recording_next(&at, copy + size, &r)) {
            assert_true(lies_within(&r, copy, copy + size));
            expect_same(&r, &kept[count++].record);
        }
        assert_true(count == 0 || ends[count - 1] <= size);
        assert_true(count < RECORDS && ends[count] > size); /* all that are whole were read */
        free(copy);
    }
    free(b);
}

/* The log lies in memory that the checked program shares. */
static void a_damaged_log_is_not_read_beyond_its_end(void **state)
{
    (void)state;
    size_t ends[RECORDS];
    struct board *b = random_log(ends);
    size_t size = ends[9];
    for (int round = 0; round < 5000; round++) {
        unsigned char *copy = malloc(size);
        memcpy(copy, b->log, size);
        for (uint32_t n = 1 + random_below(8); n > 0; n--) {
            copy[random_below((uint32_t)size)] = random_below(2) == 0 ? 0xff : (unsigned char)random_bits();
        }
        const unsigned char *at = copy;
        struct record r;
        while (recording_next(&at, copy + size, &r)) {
            assert_true(at <= copy + size);
            assert_true(lies_within(&r, copy, copy + size));
        }
        free(copy);
    }
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_back_what_was_added),
        cmocka_unit_test(starts_aligned_after_anything),
        cmocka_unit_test(leaves_out_what_does_not_fit),
        cmocka_unit_test(a_cut_log_ends_at_a_whole_record),
        cmocka_unit_test(a_damaged_log_is_not_read_beyond_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
