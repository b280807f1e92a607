/* Parcels that are squeezed come back as they were, whatever is in them; and what is damaged is refused, or is something else, but harms nothing. */
#include "unit.h"

#include <string.h>

#include "base/hash.h"
#include "workers/squeeze.h"

enum { ROOM = 1 << 14, BOXES = 2000 };

static uint64_t state;
static uint64_t draw(void)
{
    return state = hash_mix(state + 1);
}

/* Some parcels, most of which are like the one before but for some bytes. */
static size_t fill(unsigned char *box)
{
    size_t size = 0;
    const struct parcel *before = NULL;
    for (uint64_t count = draw() % 40; count > 0; count--) {
        uint32_t words = before != NULL && draw() % 4 != 0 ? before->length : (uint32_t)(1 + draw() % 30);
        if (size + parcel_bytes(words) > ROOM) {
            break;
        }
        struct parcel *p = (struct parcel *)(box + size);
        *p =
            (struct parcel){ .length = words, .parent = (uint32_t)draw() >> draw() % 32, .ordinal = (uint32_t)draw() % 50, .hash = draw() };
        p->depth = draw() & 0x3ffffff;
        p->waits = draw() & 1;
        for (uint32_t i = 0; i < words; i++) {
            bool same = before != NULL && i < before->length && draw() % 3 != 0;
            p->words[i] = same ? before->words[i] ^ (draw() % 3 == 0 ? draw() >> draw() % 64 : 0) : draw() >> draw() % 64;
        }
        before = p;
        size += parcel_bytes(words);
    }
    return size;
}

static void test_comes_back(void **unused)
{
    static _Alignas(8) unsigned char box[ROOM], again[ROOM], squeezed[2 * ROOM];
    (void)unused;
    for (int i = 0; i < BOXES; i++) {
        size_t size = fill(box), less = squeeze(box, size, squeezed);
        assert_true(less <= squeeze_most(size));
        assert_int_equal(squeeze_undo(squeezed, less, again, ROOM), size);
        assert_memory_equal(box, again, size);
        assert_true(size == 0 || squeeze_undo(squeezed, less, again, size - 1) == SIZE_MAX);
        assert_true(size == 0 || squeeze_undo(squeezed, less - 1, again, ROOM) != size);
    }
}

static void test_damaged(void **unused)
{
    static _Alignas(8) unsigned char box[ROOM], again[ROOM + 8], squeezed[2 * ROOM];
    (void)unused;
    for (int i = 0; i < BOXES; i++) {
        size_t less = squeeze(box, fill(box), squeezed);
        for (uint64_t n = draw() % 5; n > 0 && less != 0; n--) {
            squeezed[draw() % less] ^= (unsigned char)(1u << draw() % 8);
        }
        memset(again + ROOM, 77, 8);
        size_t size = squeeze_undo(squeezed, less, again, ROOM);
        assert_true(size == SIZE_MAX || size <= ROOM);
        assert_true(again[ROOM] == 77 && again[ROOM + 7] == 77);
    }
}

/* Like states that are found one after the other. */
static void test_pays(void **unused)
{
    static _Alignas(8) unsigned char box[ROOM], squeezed[2 * ROOM];
    enum { WORDS = 5, COUNT = 100 };
    size_t size = 0;
    (void)unused;
    for (uint32_t i = 0; i < COUNT; i++) {
        struct parcel *p = (struct parcel *)(box + size);
        *p = (struct parcel){ .length = WORDS, .parent = 5000 + i / 8, .ordinal = i % 8, .depth = 30, .hash = draw() };
        for (uint32_t k = 0; k < WORDS; k++) {
            p->words[k] = hash_mix(k) ^ (k == i % WORDS ? draw() & 0xffff : 0);
        }
        size += parcel_bytes(WORDS);
    }
    assert_true(squeeze(box, size, squeezed) < size / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_comes_back), cmocka_unit_test(test_damaged), cmocka_unit_test(test_pays) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
