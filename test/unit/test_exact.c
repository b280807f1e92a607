/* The exact store against a plain list of states, while the model grows under it. */
#include "model_fixture.h"

#include "store/store.h"

enum { ACTORS = 3 };

static struct sheet sheet;

/* Returns the state's handle. */
static uint64_t add_state(struct exact_store *s, uint32_t *state, uint64_t hash, bool fresh)
{
    uint64_t record[64], handle, known, before = s->set.count, used = s->records.used / 8;
    sheet_load_state(&sheet, state);
    uint32_t length = sheet_pack(&sheet, record);
    assert_true(length <= COUNT(record));
    exact_fetch(s, hash);
    exact_fetch_like(s, hash);
    assert_int_equal(exact_add(s, record, length, hash, &handle), fresh);
    assert_int_equal(s->set.count, before + fresh);
    assert_memory_equal(exact_record(s, handle), record, length * sizeof *record);
    assert_false(exact_add(s, record, length, hash, &known));
    assert_int_equal(known, handle);
    if (fresh) {
        assert_int_equal(handle, used);
        assert_int_equal(exact_next(s, handle), s->records.used / 8);
    }
    if (s->numbered && fresh) {
        assert_int_equal(exact_number(s, handle), before);
    }
    return handle;
}

/* Every state is a choice of local states and a counter; a table says which were added. */
static void agrees_with_a_table(bool numbered)
{
    enum { LOCALS = 14, COUNTERS = 6 };
    static bool seen[LOCALS][LOCALS][LOCALS][COUNTERS];
    memset(seen, 0, sizeof seen);
    static unsigned order[LOCALS * LOCALS * LOCALS * COUNTERS]; /* of arrival */
    struct exact_store s;
    uint32_t *st = state_new(), slot = slot_put(thing(1), number_from(0, 0));
    uint64_t first_size;
    exact_init(&s, numbered);
    first_size = s.set.size;
    for (int round = 0; round < 60000; round++) {
        unsigned most = 2 + (unsigned)round / 3000, x[ACTORS], n = random_below(most < COUNTERS ? most : COUNTERS);
        for (uint32_t a = 0; a < ACTORS; a++) {
            x[a] = random_below(most < LOCALS ? most : LOCALS);
            st[thing(a + 1)] = component_put(thing(a + 1), local_of(thing(a + 1), (int)x[a]), 0);
        }
        st[~(ptrdiff_t)slot] = n;
        bool *known = &seen[x[0]][x[1]][x[2]][n];
        if (!*known) {
            order[s.set.count] = ((x[0] * LOCALS + x[1]) * LOCALS + x[2]) * COUNTERS + n;
        }
        add_state(&s, st, state_hash(st), !*known);
        *known = true;
    }
    assert_true(s.set.size > first_size && s.set.count > 10000 && s.set.count < s.set.size);
    /* The records are still there, in order of arrival. */
    for (uint64_t i = 0, at = 0; i < s.set.count; i++, at = exact_next(&s, at)) {
        sheet_load(&sheet, exact_record(&s, at));
        unsigned key = 0;
        for (uint32_t a = 1; a <= ACTORS; a++) {
            size_t size;
            key = key * LOCALS + (unsigned)*(const int *)local_image(component_get(sheet.vector[thing(a)])->local, &size);
        }
        assert_int_equal(key * COUNTERS + sheet.vector[~(ptrdiff_t)slot], order[i]);
    }
    assert_true(exact_state_bytes(&s) == s.set.count * 8 + s.records.used);
    assert_true(word_set_slack_bytes(&s.set) == word_set_bytes(&s.set, 1) - s.set.count * 8);
    state_free(st);
}

static void without_numbers(void **state)
{
    (void)state;
    agrees_with_a_table(false);
}

static void with_numbers(void **state)
{
    (void)state;
    agrees_with_a_table(true);
}

/* States whose hashes are all the same, or agree in what the table keeps, are told apart by their bytes. */
static void does_not_trust_hashes(void **state)
{
    (void)state;
    enum { STATES = 300 };
    uint32_t far_slot = 0, farther_slot = 0;
    for (int i = 0; farther_slot / 64 < 20; i++) {
        farther_slot = slot_put(thing(1), number_from(0, i));
        far_slot = farther_slot - 1;
    }
    static const uint64_t hashes[] = { 0, UINT64_MAX, (uint64_t)1 << 32, UINT32_MAX };
    for (size_t h = 0; h < COUNT(hashes); h++) {
        struct exact_store s;
        uint32_t *st = state_new(), slot = slot_put(thing(1), number_from(0, 0));
        exact_init(&s, false);
        for (int twice = 0; twice < 2; twice++) {
            st[~(ptrdiff_t)slot] = 0;
            for (int i = 0; i < STATES; i++) {
                st[thing(1)] = component_put(thing(1), local_of(thing(1), i), 0);
                add_state(&s, st, hashes[h] ^ (uint64_t)(h == 3 ? i : 0), twice == 0);
            }
            st[~(ptrdiff_t)slot] = 1; /* a bit differs, and nothing else */
            add_state(&s, st, hashes[h], twice == 0);
            st[~(ptrdiff_t)slot] = 0;
            st[~(ptrdiff_t)far_slot] = 1; /* so does the last word */
            add_state(&s, st, hashes[h], twice == 0);
            st[~(ptrdiff_t)far_slot] = 0;
            st[~(ptrdiff_t)farther_slot] = 1;
            add_state(&s, st, hashes[h], twice == 0);
            st[~(ptrdiff_t)farther_slot] = 0;
        }
        assert_int_equal(s.set.count, STATES + 3);
        state_free(st);
    }
}

static int open_model(void **state)
{
    (void)state;
    model_open(&channel_unordered, true);
    sheet_init(&sheet);
    for (uint32_t a = 1; a <= ACTORS; a++) {
        thing(a);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_numbers),
        cmocka_unit_test(with_numbers),
        cmocka_unit_test(does_not_trust_hashes),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
