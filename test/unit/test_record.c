/* Records of states with thousands of words. */
#include "model_fixture.h"

#include "base/rng.h"
#include "store/sheet.h"

static uint32_t words_of(uint32_t bytes)
{
    return (bytes + 7) / 8;
}

/* Bytes that say how far it is from one word to the next. */
static uint32_t distance_bytes(uint32_t from, uint32_t to)
{
    return to - from < 128 ? 1 : to - from < 128 * 128 ? 2 : 3;
}

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
            /* The first word, and one or two words of which one or two bytes are not zero, behind a byte that says how long this is. */
            assert_int_equal(length,
                             1 + words_of(1 + distance_bytes(7, words[k]) + (i == k ? 3 : 2 + distance_bytes(words[k], words[i]) + 2)));
            assert_int_equal(record_length(record), length);
            assert_int_equal(sheet_pending(&s, pending), 2);
            assert_int_equal(pending[0].slot, two < one ? two : one);
            assert_int_equal(pending[1].slot, two < one ? one : two);
            sheet_put(&s, ~(ptrdiff_t)two, 0); /* and away again */
            assert_int_equal(sheet_pack(&s, other), 1 + words_of(1 + distance_bytes(7, words[i]) + 2));
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

/* Any words with any bits, few and many of them, loaded over any others: what is on the sheet is what was packed, and its record is the same again. */
static void records_are_the_same_from_everywhere(void **state)
{
    (void)state;
    enum { RECORDS = 300, MOST = 90, LENGTH = 2 * MOST + 16 };
    static uint64_t records[RECORDS][LENGTH], value[RECORDS][MOST], again[LENGTH];
    static uint32_t word[RECORDS][MOST], count[RECORDS];
    struct rng rng = { .state = 7 };
    uint32_t last = place_words() - 1;
    struct sheet s;
    sheet_init(&s);
    for (uint32_t r = 0; r < RECORDS; r++) {
        static const uint32_t counts[] = { 1, 2, 5, 31, 32, 33, 34, 60, MOST };
        count[r] = counts[rng_below(&rng, COUNT(counts))];
        for (uint32_t i = 0, at = 8; i < count[r]; i++, at++) {
            uint32_t left = last - at;
            at += (uint32_t)rng_below(&rng, left > 1000 && rng_below(&rng, 3) == 0 ? left / 2 : 4);
            word[r][i] = at;
            value[r][i] = rng_next(&rng) >> rng_below(&rng, 64) << rng_below(&rng, 64);
            value[r][i] |= UINT64_C(1) << rng_below(&rng, 64);
            sheet_flip(&s, at, value[r][i]);
        }
        uint32_t length = sheet_pack(&s, records[r]);
        assert_true(length <= LENGTH);
        assert_int_equal(record_length(records[r]), length);
        sheet_undo(&s);
    }
    for (uint32_t i = 0; i < 4 * RECORDS; i++) {
        uint32_t r = rng_below(&rng, RECORDS);
        uint64_t sum = 0, on_sheet = 0;
        sheet_load_words(&s, records[r], 0);
        assert_int_equal(sheet_pack(&s, again), record_length(records[r]));
        assert_memory_equal(again, records[r], record_length(records[r]) * sizeof *again);
        for (uint32_t k = 0; k < count[r]; k++) {
            assert_int_equal(s.words[word[r][k]], value[r][k]);
            sum += value[r][k];
        }
        for (uint32_t k = 8; k < place_words(); k++) { /* and nothing else */
            on_sheet += s.words[k];
        }
        assert_int_equal(on_sheet, sum);
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(records_are_short), cmocka_unit_test(records_are_the_same_from_everywhere) };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
