/* What was sent last to a place is known, and nothing else is: no other record, whatever its hash and length. */
#include "unit.h"

#include <string.h>

#include "base/hash.h"
#include "workers/sent_states.h"

enum { COUNT = 64, LONGEST = 12, ROUNDS = 200000 };

static uint64_t state;
static uint64_t draw(void)
{
    return state = hash_mix(state + 1);
}

/* A record as store/sheet.h has it, of at most 8 words: the header says how many follow. Words are of few kinds, so that many records are nearly the same. */
static uint32_t make(uint64_t *record)
{
    uint32_t length = 1 + (uint32_t)(draw() % 8);
    record[0] = (UINT64_C(1) << (length - 1)) - 1;
    record[0] |= draw() % 2 << 8;
    for (uint32_t i = 1; i < length; i++) {
        record[i] = draw() % 8 == 0 ? UINT64_MAX : 1 + draw() % 2;
    }
    return length;
}

/* The same, longer: with words behind the eighth. */
static uint32_t make_far(uint64_t *record)
{
    make(record);
    record[0] |= 255;
    for (uint32_t i = 1; i < LONGEST; i++) {
        record[i] = 1 + draw() % 2;
    }
    return LONGEST;
}

/* Few hashes, so that different records have the same one, and different ones have one place. */
static uint64_t make_hash(void)
{
    return draw() % 2 * COUNT + draw() % COUNT;
}

struct last {
    uint64_t record[LONGEST], hash;
    uint32_t length;
};

static void test_known(void **unused)
{
    static struct last last[COUNT];
    struct sent_states s;
    uint64_t record[LONGEST], found = 0, forgotten = 0;
    (void)unused;
    sent_init(&s, false, COUNT);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t hash = make_hash();
        uint32_t length = draw() % 4 == 0 ? make_far(record) : make(record);
        const struct last *l = &last[hash % COUNT];
        bool same = l->length == length && memcmp(l->record, record, length * sizeof *record) == 0 && (length <= 4 || l->hash == hash);
        bool known = sent_known(&s, hash, record, length);
        assert_true(same || !known);
        assert_true(known || !same || length > 4); /* long ones are forgotten with the log */
        found += known;
        forgotten += same && !known;
        sent_remember(&s, hash, record, length);
        assert_true(sent_known(&s, hash, record, length));
        last[hash % COUNT] = (struct last){ .hash = hash, .length = length };
        memcpy(last[hash % COUNT].record, record, length * sizeof *record);
    }
    assert_true(found > 100 && forgotten > 0);
}

/* Before anything was sent nothing is known, not even zeros. */
static void test_empty(void **unused)
{
    struct sent_states s;
    uint64_t zero[1] = { 0 };
    (void)unused;
    sent_init(&s, false, COUNT);
    assert_false(sent_known(&s, 5, zero, 1));
    sent_remember(&s, 5, zero, 1);
    assert_true(sent_known(&s, 5, zero, 1));
}

static void test_by_hash(void **unused)
{
    struct sent_states s;
    (void)unused;
    sent_init(&s, true, COUNT);
    assert_false(sent_known_by_hash(&s, 0));
    assert_false(sent_known_by_hash(&s, 7));
    sent_remember(&s, 7, NULL, 0);
    assert_true(sent_known_by_hash(&s, 7));
    assert_false(sent_known_by_hash(&s, 7 + COUNT));
    sent_remember(&s, 7 + COUNT, NULL, 0);
    assert_false(sent_known_by_hash(&s, 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_by_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
