/* The exact store against a plain list of states, while the model grows under it. */
#include "model_fixture.h"

#include "store/store.h"

enum { ACTORS = 3 };

static void add_state(struct exact_store *s, uint32_t *state, uint64_t hash, bool fresh)
{
    uint64_t record[64];
    exact_prepare(s, state);
    assert_true(s->layout.words <= COUNT(record));
    layout_pack(&s->layout, state, record);
    uint64_t before = s->set.count;
    exact_fetch(s, hash);
    exact_fetch_record(s, hash);
    assert_int_equal(exact_add(s, record, hash), fresh);
    assert_int_equal(s->set.count, before + fresh);
    assert_true(exact_find(s, record, hash) < s->set.count);
    assert_memory_equal(exact_record(s, exact_find(s, record, hash)), record, layout_bytes(&s->layout));
    if (fresh) {
        assert_memory_equal(exact_record(s, before), record, layout_bytes(&s->layout));
    }
}

/* Every state is a choice of local states and a counter; a table says which were added. */
static void agrees_with_a_table(void **state)
{
    (void)state;
    enum { LOCALS = 14, COUNTERS = 6 };
    static bool seen[LOCALS][LOCALS][LOCALS][COUNTERS];
    static unsigned order[LOCALS * LOCALS * LOCALS * COUNTERS]; /* by record number */
    struct exact_store s;
    uint32_t *st = state_new(), slot = slot_put(thing(1), number_from(0, 0));
    uint64_t first_size;
    exact_init(&s);
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
    assert_true(s.set.size > first_size && s.set.count > 10000 && s.set.count <= s.set.most);
    /* Records keep their numbers through every repacking. */
    for (uint64_t i = 0; i < s.set.count; i++) {
        const uint64_t *record = exact_record(&s, i);
        layout_unpack_actors(&s.layout, record, st);
        unsigned key = 0;
        for (uint32_t a = 1; a <= ACTORS; a++) {
            size_t size;
            key = key * LOCALS + (unsigned)*(const int *)local_image(component_get(st[thing(a)])->local, &size);
        }
        assert_int_equal(key * COUNTERS + layout_get(&s.layout, record, ~(ptrdiff_t)slot), order[i]);
    }
    assert_true(exact_state_bytes(&s) == s.set.count * (layout_bytes(&s.layout) + 8));
    assert_true(word_set_slack_bytes(&s.set) == (s.set.size - s.set.count) * 8);
    state_free(st);
}

/* States whose hashes are all the same, or agree in what the table keeps, are told apart by their bytes. */
static void does_not_trust_hashes(void **state)
{
    (void)state;
    enum { STATES = 300 };
    static const uint64_t hashes[] = { 0, UINT64_MAX, (uint64_t)1 << 32, UINT32_MAX };
    for (size_t h = 0; h < COUNT(hashes); h++) {
        struct exact_store s;
        uint32_t *st = state_new(), slot = slot_put(thing(1), number_from(0, 0));
        exact_init(&s);
        for (int twice = 0; twice < 2; twice++) {
            st[~(ptrdiff_t)slot] = 0;
            for (int i = 0; i < STATES; i++) {
                st[thing(1)] = component_put(thing(1), local_of(thing(1), i), 0);
                add_state(&s, st, hashes[h] ^ (uint64_t)(h == 3 ? i : 0), twice == 0);
            }
            st[~(ptrdiff_t)slot] = 1; /* the last word differs, and nothing else */
            add_state(&s, st, hashes[h], twice == 0);
        }
        assert_int_equal(s.set.count, STATES + 1);
        state_free(st);
    }
}

static int open_model(void **state)
{
    (void)state;
    model_open(&channel_unordered, true);
    for (uint32_t a = 1; a <= ACTORS; a++) {
        thing(a);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_table),
        cmocka_unit_test(does_not_trust_hashes),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
