/* Packed states: what goes in comes out, and still does after the layout had to become wider. */
#include "model_fixture.h"

#include "store/layout.h"

enum { WORDS_MAX = 4096, STATES = 40 };

static uint32_t actors, slots; /* of the model so far */

/* Small states: as state_new's, with room on both sides for what these tests make. */
static uint32_t memory[STATES][1024], scratch[1024];

static uint32_t *small_state(uint32_t *in)
{
    memset(in, 0, sizeof scratch);
    return in + COUNT(scratch) / 2;
}

static void make_actor(void)
{
    actors++;
    thing(actors);
}

static void make_slot(void)
{
    slot_put(thing(1 + random_below(actors)), number_from(0, (int)slots++));
    assert_int_equal(slot_count, slots);
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
    for (uint32_t k = 0; k < slots; k++) {
        state[~(ptrdiff_t)k] = random_below(2) == 0 ? 0 : random_below(most + 1);
    }
}

static void expect_unpacks(const struct layout *l, const uint64_t *record, const uint32_t *state)
{
    uint32_t *got = small_state(scratch), pending[1024];
    layout_unpack_actors(l, record, got);
    size_t count = layout_unpack_slots(l, record, got, pending);
    for (uint32_t a = 0; a < state_actors(); a++) {
        assert_int_equal(got[a], state[a]);
    }
    size_t nonzero = 0;
    for (uint32_t k = 0; k < slots; k++) {
        assert_int_equal(got[~(ptrdiff_t)k], state[~(ptrdiff_t)k]);
        if (state[~(ptrdiff_t)k] != 0) {
            assert_true(nonzero < count);
            assert_int_equal(pending[nonzero++], k); /* in order */
        }
    }
    assert_int_equal(nonzero, count);
}

/* No field crosses a word, none overlap, and each bit of the slots' words knows its slot. */
static void expect_sound(const struct layout *l)
{
    static uint64_t taken[WORDS_MAX];
    assert_true(l->words <= WORDS_MAX && l->actor_words <= l->words);
    memset(taken, 0, sizeof taken);
    for (ptrdiff_t i = -(ptrdiff_t)l->slots; i < (ptrdiff_t)l->actors; i++) {
        struct layout_field f = l->fields[i];
        assert_true(f.word < l->words && (f.mask << f.shift >> f.shift) == f.mask);
        assert_true(i < 0 ? f.word >= l->actor_words : f.word < l->actor_words);
        assert_int_equal(taken[f.word] & f.mask << f.shift, 0);
        taken[f.word] |= f.mask << f.shift;
        for (uint32_t b = 0; i < 0 && b < 64; b++) {
            if ((f.mask << f.shift >> b & 1) != 0) {
                assert_int_equal(l->counters[f.word - l->actor_words].slot[b], (uint32_t)~i);
                assert_int_equal(l->counters[f.word - l->actor_words].single >> b & 1, f.mask == 1);
            }
        }
    }
}

static void changes_one_field_only(void **state)
{
    (void)state;
    struct layout l;
    layout_init(&l);
    expect_sound(&l);
    uint64_t *record = calloc(l.words, sizeof *record), *before = calloc(l.words, sizeof *record);
    for (int round = 0; round < 200; round++) {
        ptrdiff_t i = (ptrdiff_t)random_below(l.slots + l.actors) - (ptrdiff_t)l.slots;
        uint32_t value = (uint32_t)(random_bits() & l.fields[i].mask);
        memcpy(before, record, layout_bytes(&l));
        layout_put(&l, record, i, value);
        assert_int_equal(layout_get(&l, record, i), value);
        for (ptrdiff_t k = -(ptrdiff_t)l.slots; k < (ptrdiff_t)l.actors; k++) {
            if (k != i) {
                assert_int_equal(layout_get(&l, record, k), layout_get(&l, before, k));
            }
        }
    }
    free(record);
    free(before);
    layout_close(&l);
}

/* The life of a search: actors, messages and local states are born, counters grow, everything stored stays what it was. */
static void random_states_survive_widening(void **state)
{
    (void)state;
    static uint32_t *states[STATES];
    static uint64_t records[STATES * WORDS_MAX], repacked[STATES * WORDS_MAX];
    struct layout l;
    size_t count = 0;
    int widened = 0;
    layout_init(&l);
    for (; count < STATES; count++) {
        /* Rarely something new. */
        if (random_below(4) == 0) {
            make_actor();
        }
        for (uint32_t n = random_below(6); n > 0 && slots < 150; n--) {
            make_slot();
        }
        states[count] = small_state(memory[count]);
        random_state(states[count], 1 + (uint32_t)count * 8, 1 + (uint32_t)(count * count * count / 8));
        if (!layout_fits(&l) || !layout_fits_state(&l, states[count])) {
            struct layout wider;
            layout_widen(&l, states[count], &wider);
            expect_sound(&wider);
            assert_true(layout_fits(&wider) && layout_fits_state(&wider, states[count]));
            assert_true(wider.actors >= state_actors() && wider.slots >= slot_count);
            layout_repack(&l, records, &wider, repacked, count);
            memcpy(records, repacked, count * layout_bytes(&wider));
            for (uint32_t k = 0; k < l.slots && k < slot_count; k++) {
                assert_true(wider.fields[~(ptrdiff_t)k].mask >= l.fields[~(ptrdiff_t)k].mask); /* nothing shrinks */
            }
            layout_close(&l);
            l = wider;
            widened++;
        }
        layout_pack(&l, states[count], records + count * l.words);
        for (size_t i = 0; i <= count; i++) {
            expect_unpacks(&l, records + i * l.words, states[i]);
        }
        /* Packed anew a state is the same bytes: equality of states is equality of records. */
        uint64_t again[WORDS_MAX];
        size_t some = random_below((uint32_t)count + 1);
        layout_pack(&l, states[some], again);
        assert_memory_equal(again, records + some * l.words, layout_bytes(&l));
    }
    assert_true(widened >= 5 && widened < STATES);
    layout_close(&l);
    assert_null(l.fields);
}

static void counters_take_any_number(void **state)
{
    (void)state;
    static const uint32_t numbers[] = { 1, 2, 3, 4, 15, 16, 255, 256, 65535, 65536, INT32_MAX, UINT32_MAX };
    struct layout l;
    uint32_t *s = small_state(memory[0]);
    uint64_t record[WORDS_MAX];
    layout_init(&l);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        ptrdiff_t k = ~(ptrdiff_t)(i % 3);
        s[k] = numbers[i];
        if (!layout_fits_state(&l, s)) {
            struct layout wider;
            layout_widen(&l, s, &wider);
            layout_close(&l);
            l = wider;
        }
        assert_true(l.fields[k].mask >= numbers[i]);
        layout_pack(&l, s, record);
        expect_unpacks(&l, record, s);
        /* A counter goes up and down by an addition to its word. */
        struct layout_field f = l.fields[k];
        record[f.word] -= (uint64_t)1 << f.shift;
        s[k]--;
        expect_unpacks(&l, record, s);
        s[k]++;
    }
    layout_close(&l);
}

static int open_model(void **state)
{
    (void)state;
    model_open(&channel_unordered, true);
    for (int i = 0; i < 3; i++) {
        make_actor();
        make_slot();
    }
    for (uint32_t a = 1; a <= actors; a++) {
        for (uint32_t i = 0; i < a * a * a * 3; i++) {
            some_component(thing(a), 1000); /* so that fields differ in width */
        }
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_one_field_only),
        cmocka_unit_test(random_states_survive_widening),
        cmocka_unit_test(counters_take_any_number),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
