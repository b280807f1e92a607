/* A store that becomes one of fingerprints still knows every state. */
#include "model_fixture.h"

#include "store/visited.h"

enum { ACTORS = 12, VALUES = 5, STATES = 4000 };

static uint8_t values[STATES][ACTORS + 1];

static uint64_t set_state(uint32_t *st, const uint8_t *v)
{
    for (uint32_t a = 0; a < ACTORS; a++) {
        st[thing(a + 1)] = component_put(thing(a + 1), local_of(thing(a + 1), v[a]), 0);
    }
    st[~(ptrdiff_t)slot_put(thing(1), number_from(thing(2), 7))] = v[ACTORS];
    return state_hash(st);
}

static struct sheet sheet, current;

static bool add_state(struct visited *v, uint32_t *st, const uint8_t *what)
{
    uint64_t record[64], again[64], handle, hash = set_state(st, what);
    bool fresh;
    sheet_load_state(&sheet, st);
    uint32_t length = sheet_pack(&sheet, record);
    assert_true(length <= COUNT(record) && sheet.hash == hash);
    if (visited_announces(v)) {
        handle = visited_announce(v, &sheet, true);
        fresh = visited_add_announced(v, handle);
    } else {
        visited_fetch(v, hash);
        visited_fetch_record(v, hash);
        fresh = visited_add(v, record, length, hash, &handle);
    }
    if (visited_keeps_states(v)) {
        visited_load(v, handle, &current);
        assert_int_equal(sheet_pack(&current, again), length);
        assert_memory_equal(again, record, length * sizeof *record);
    }
    return fresh;
}

static void becomes_fingerprints(enum store_kind kind)
{
    struct visited v;
    uint32_t *st = state_new();
    for (uint32_t a = 1; a <= ACTORS; a++) {
        thing(a);
    }
    visited_init(&v, kind, 0, false);
    sheet_init(&sheet);
    sheet_init(&current);
    for (int i = 0; i < STATES; i++) {
        for (int a = 0; a <= ACTORS; a++) {
            values[i][a] = (uint8_t)random_below(2 + (uint32_t)i * VALUES / STATES);
        }
        values[i][0] = (uint8_t)(i % 61); /* all different */
        values[i][1] = (uint8_t)(i / 61);
    }
    for (int i = 0; i < STATES / 2; i++) {
        assert_true(add_state(&v, st, values[i]));
        assert_false(add_state(&v, st, values[random_below((uint32_t)i + 1)]));
    }
    assert_true(visited_keeps_states(&v) && visited_omissions(&v) == 0);
    size_t before = pool_bytes();
    visited_become_fingerprints(&v, &current);
    assert_true(v.kind == STORE_FINGERPRINT && pool_bytes() < before && visited_omissions(&v) > 0);
    assert_int_equal(visited_state_bytes(&v), STATES / 2 * 8);
    for (int i = 0; i < STATES; i++) {
        assert_int_equal(add_state(&v, st, values[i]), i >= STATES / 2);
        assert_false(add_state(&v, st, values[i]));
    }
    state_free(st);
    sheet_close(&sheet);
    sheet_close(&current);
}

static void exact(void **state)
{
    (void)state;
    becomes_fingerprints(STORE_EXACT);
}

static void tree(void **state)
{
    (void)state;
    becomes_fingerprints(STORE_TREE);
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(exact), cmocka_unit_test(tree) };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
