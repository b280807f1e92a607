/* Records of states with thousands of words. */
#include "model_fixture.h"

#include "store/sheet.h"

/* So many messages that their places fill thousands of words: a record costs what is pending, wherever that lies. */
static void records_are_short(void **state)
{
    (void)state;
    enum { FAR = 9000 * 64 };
    static uint32_t all[FAR];
    static uint64_t record[64], other[64];
    uint32_t count = 0, to = thing(1);
    struct sheet_slot pending[8];
    for (int i = 0; count < FAR && place_words() < 8500; i++) {
        all[count++] = slot_put(to, number_from(0, 1000000 + i));
    }
    assert_true(all[count - 1] / 64 > 8 + 2 * 63 * 64); /* three words about groups */
    struct sheet s;
    sheet_init(&s);
    static const uint32_t words[] = { 8, 20, 71, 72, 73, 100, 4039, 4040, 4041, 8071, 8072, 8400 };
    for (size_t i = 0; i < COUNT(words); i++) {
        for (size_t k = 0; k <= i; k++) {
            uint32_t one = words[i] * 64 + 9, two = words[k] * 64 + 60;
            sheet_clear(&s);
            sheet_put(&s, ~(ptrdiff_t)one, 1);
            sheet_put(&s, ~(ptrdiff_t)two, 1);
            sheet_settle(&s);
            uint32_t length = sheet_pack(&s, record);
            uint32_t above = 1 + (words[i] - 8) / 64 / 63, groups = 1 + ((words[i] - 8) / 64 != (words[k] - 8) / 64);
            assert_int_equal(length, 1 + above + groups + (i == k ? 1 : 2));
            assert_int_equal(record_length(record), length);
            assert_int_equal(sheet_pending(&s, pending), 2);
            assert_int_equal(pending[0].slot, two < one ? two : one);
            assert_int_equal(pending[1].slot, two < one ? one : two);
            sheet_put(&s, ~(ptrdiff_t)two, 0); /* and away again */
            assert_int_equal(sheet_pack(&s, other), 1 + above + 1 + 1);
            sheet_undo(&s);
            sheet_clear(&s);
            sheet_load(&s, record);
            assert_int_equal(s.vector[~(ptrdiff_t)one], 1);
            assert_int_equal(s.vector[~(ptrdiff_t)two], 1);
            assert_int_equal(sheet_pack(&s, other), length);
            assert_memory_equal(record, other, length * sizeof *record);
        }
    }
    sheet_close(&s);
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(records_are_short) };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
