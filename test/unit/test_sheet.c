/* Unpacked and packed states: what goes in comes out, whatever appears meanwhile. */
#include "model_fixture.h"

#include "store/sheet.h"

enum { WORDS_MAX = 4096, STATES = 60, CELLS = 4096 };

static uint32_t actors, slots[1000], slot_total; /* of the model so far */

static uint32_t memory[STATES][2 * CELLS];

/* A small state: as state_new's, with room on both sides for what these tests make. */
static uint32_t *small_state(uint32_t *in)
{
    memset(in, 0, sizeof memory[0]);
    return in + CELLS;
}

static void make_slot(void)
{
    slots[slot_total] = slot_put(thing(1 + random_below(actors)), number_from(0, (int)slot_total));
    assert_true(slots[slot_total] < CELLS);
    slot_total++;
}

/* A random component of an actor; `different` says how many there may be. */
static uint32_t some_component(uint32_t actor, uint32_t different)
{
    return component_put(actor, local_of(actor, (int)random_below(different)), 0);
}

static void random_state(uint32_t *state, uint32_t different, uint32_t most)
{
    for (uint32_t a = 1; a <= actors; a++) {
        state[thing(a)] = random_below(5) == 0 ? 0 : some_component(thing(a), different);
    }
    for (uint32_t k = 0; k < slot_total; k++) {
        state[~(ptrdiff_t)slots[k]] = random_below(3) != 0 ? 0 : random_below(most + 1);
    }
}

static void expect_state(const struct sheet *s, const uint32_t *state)
{
    static struct sheet_slot pending[CELLS];
    size_t count = sheet_pending(s, pending), nonzero = 0;
    assert_memory_equal(s->vector - CELLS, state - CELLS, sizeof memory[0]);
    for (uint32_t k = 0; k < CELLS; k++) {
        if (state[~(ptrdiff_t)k] != 0) {
            assert_true(nonzero < count);
            assert_int_equal(pending[nonzero].slot, k); /* in order */
            assert_int_equal(pending[nonzero].before, nonzero);
            nonzero++;
        }
    }
    assert_int_equal(nonzero, count);
    assert_true(s->hash == state_hash(state) && sheet_hash(s) == s->hash && s->change_count == 0);
}

/* Every place belongs to one thing, and the words know what their bits are. */
static void expect_sound(void)
{
    static uint64_t taken[CELLS / 64];
    memset(taken, 0, sizeof taken);
    taken[0] = PLACE_HEADER;
    for (uint32_t a = 1; a <= actors; a++) {
        const struct place_actor *p = place_of_actor(thing(a));
        uint32_t from = 0;
        for (uint32_t i = 0; i < p->number.count; i++) {
            struct place_plane plane = p->number.planes[i];
            uint64_t mask = (((uint64_t)1 << plane.bits) - 1) << plane.shift;
            assert_int_equal(plane.from, from);
            assert_true((taken[plane.word] & mask) == 0 && (place_word(plane.word)->numbers & mask) == mask);
            assert_int_equal(place_word(plane.word)->owner[plane.shift / 8], thing(a));
            taken[plane.word] |= mask;
            from += plane.bits;
        }
        uint32_t numbers = thing(a) < component_lists.used / sizeof(struct component_list) ? component_list(thing(a))->count : 0;
        assert_true(from <= 32 && (uint64_t)numbers >> from == 0);
    }
    for (uint32_t k = 0; k < slot_total; k++) {
        for (uint32_t at = slots[k]; at != 0; at = slot_get(at)->above) {
            uint64_t mask = (uint64_t)1 << at % 64;
            assert_true((taken[at / 64] & mask) == 0);
            assert_true((place_word(at / 64)->slots & mask) == (at == slots[k] ? mask : 0));
            assert_true((place_word(at / 64)->counts & mask) == (at == slots[k] ? 0 : mask));
            taken[at / 64] |= mask;
        }
    }
}

/* Loaded without its vector, a state is read from the words; now and then somebody asks for the vector all the same. */
static void expect_words(struct sheet *s, const uint64_t *record, const uint32_t *state)
{
    sheet_load_words(s, record, state_hash(state));
    for (uint32_t a = 1; a <= actors; a++) {
        assert_int_equal(sheet_component(s, thing(a)), state[thing(a)]);
    }
    for (uint32_t k = 0; k < slot_total; k++) {
        uint32_t count = state[~(ptrdiff_t)slots[k]];
        assert_true(count == 0 || sheet_has_one(s, slots[k]) == (count == 1));
    }
    if (random_below(3) == 0) {
        assert_memory_equal(sheet_vector(s) - CELLS, state - CELLS, sizeof memory[0]);
        expect_state(s, state);
    }
}

/* The life of a search: actors, messages and local states are born, counters grow. What was packed stays what it was: unpacked it is the
 * same state, and the same state is packed into the same words. */
static void records_stay_valid(void **state)
{
    (void)state;
    static uint32_t *states[STATES];
    static uint64_t records[STATES][WORDS_MAX], again[WORDS_MAX];
    struct sheet s;
    sheet_init(&s);
    for (size_t count = 0; count < STATES; count++) {
        if (actors == 0 || random_below(4) == 0) {
            thing(++actors);
        }
        for (uint32_t n = random_below(8); n > 0 && slot_total < COUNT(slots); n--) {
            make_slot();
        }
        states[count] = small_state(memory[count]);
        random_state(states[count], 1 + (uint32_t)count * 8, 1 + (uint32_t)(count * count * count / 8));
        sheet_load_state(&s, states[count]);
        expect_state(&s, states[count]);
        expect_sound();
        uint32_t length = sheet_pack(&s, records[count]);
        assert_true(length <= WORDS_MAX && record_length(records[count]) == length);
        for (size_t n = 0; n < 2 * count; n++) {
            size_t i = random_below((uint32_t)count + 1);
            expect_words(&s, records[i], states[i]);
            i = random_below((uint32_t)count + 1);
            sheet_load(&s, records[i]);
            expect_state(&s, states[i]);
            sheet_load_state(&s, states[i]);
            assert_int_equal(sheet_pack(&s, again), record_length(records[i]));
            assert_memory_equal(again, records[i], record_length(records[i]) * sizeof *again);
        }
    }
    assert_true(actors > 8 && slot_total > 100 && place_words() > 8);
    sheet_clear(&s);
    expect_state(&s, small_state(memory[0]));
    assert_int_equal(sheet_pack(&s, again), 1);
    assert_true(again[0] == 0);
    sheet_close(&s);
}

/* A successor is made by changing some words; after undoing that everything is as before. */
static void changes_are_undone(void **state)
{
    (void)state;
    static uint64_t before[WORDS_MAX], after[WORDS_MAX], direct[WORDS_MAX];
    uint32_t *one = small_state(memory[0]), *other = small_state(memory[1]);
    struct sheet s, t;
    sheet_init(&s);
    sheet_init(&t);
    for (int round = 0; round < 300; round++) {
        random_state(one, 400, 3);
        memcpy(memory[1], memory[0], sizeof memory[0]);
        sheet_load_state(&s, one);
        uint32_t length = sheet_pack(&s, before);
        for (uint32_t n = random_below(5); n > 0; n--) {
            ptrdiff_t cell =
                random_below(2) == 0 ? (ptrdiff_t)thing(1 + random_below(actors)) : ~(ptrdiff_t)slots[random_below(slot_total)];
            other[cell] = cell < 0 ? random_below(9) : random_below(3) == 0 ? 0 : some_component((uint32_t)cell, 400);
            sheet_put(&s, cell, other[cell]);
        }
        sheet_load_state(&t, other);
        assert_int_equal(sheet_pack(&s, after), sheet_pack(&t, direct));
        assert_memory_equal(after, direct, record_length(direct) * sizeof *after);
        assert_true(sheet_hash(&s) == state_hash(other));
        if (round % 2 == 0) {
            sheet_undo(&s);
            expect_state(&s, one);
            assert_int_equal(sheet_pack(&s, after), length);
            assert_memory_equal(before, after, length * sizeof *after);
        } else {
            sheet_settle(&s);
            expect_state(&s, other);
        }
    }
    sheet_close(&s);
    sheet_close(&t);
}

static void counters_take_any_number(void **state)
{
    (void)state;
    static const uint32_t numbers[] = { 1, 2, 3, 4, 5, 15, 16, 17, 255, 256, 257, 65535, 65536, 65537, INT32_MAX, UINT32_MAX };
    static uint64_t record[WORDS_MAX];
    uint32_t *st = small_state(memory[0]);
    struct sheet s;
    sheet_init(&s);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        for (uint32_t less = 0; less < 2; less++) {
            st[~(ptrdiff_t)slots[i % 3]] = numbers[i] - less;
            sheet_put(&s, ~(ptrdiff_t)slots[i % 3], numbers[i] - less);
            sheet_settle(&s);
            expect_state(&s, st);
            sheet_pack(&s, record);
            sheet_clear(&s);
            sheet_load(&s, record);
            expect_state(&s, st);
        }
        expect_sound();
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_stay_valid),
        cmocka_unit_test(changes_are_undone),
        cmocka_unit_test(counters_take_any_number),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
