/* The tree store against a plain list of states, while the model grows under it. */
#include "model_fixture.h"

#include "store/tree.h"

enum { ACTORS_MAX = 40, VALUES = 9 };

struct list {
    struct tree_store s;
    uint32_t actors;
    uint32_t *state;
    struct sheet here, other;
    uint64_t count, reorders;
    uint64_t handles[60000];
    uint8_t values[60000][ACTORS_MAX + 2]; /* of actors and counters */
};
static struct list list;
static bool later;

/* The root of the state; `from` is the state that was loaded last, and the first `cells` of `changed` are what changed since. */
static uint64_t root_of(struct list *t, const ptrdiff_t *changed, size_t cells)
{
    uint64_t record[256], again[256];
    sheet_load_state(&t->other, t->state);
    uint64_t unrelated = tree_root(&t->s, &t->other, true);
    for (size_t i = 0; i < cells; i++) {
        sheet_put(&t->here, changed[i], t->state[changed[i]]);
    }
    if (cells != 0) {
        assert_int_equal(sheet_pack(&t->other, record), sheet_pack(&t->here, again));
        assert_memory_equal(record, again, record_length(record) * sizeof *record);
        assert_true(tree_root(&t->s, &t->here, false) == unrelated);
    }
    sheet_undo(&t->here);
    tree_fetch(&t->s, unrelated);
    return unrelated;
}

/* The second slot appears later; whenever it is needed, there is another one before it. */
static ptrdiff_t slot_cell(uint32_t i)
{
    return ~(ptrdiff_t)slot_put(thing(1 + i), number_from(thing(2), (int)i));
}

static void set_state(struct list *t, const uint8_t *values)
{
    t->state[slot_cell(0)] = values[t->actors];
    if (later || values[t->actors + 1] != 0) {
        if (!later) {
            for (int i = 0; i < 2000; i++) {
                slot_put(thing(1), number_from(thing(2), 1000 + i));
            }
        }
        later = true;
        t->state[slot_cell(1)] = values[t->actors + 1];
    }
    for (uint32_t a = 0; a < t->actors; a++) {
        t->state[thing(a + 1)] = component_put(thing(a + 1), local_of(thing(a + 1), values[a]), 0);
    }
}

static bool listed(const struct list *t, const uint8_t *values)
{
    for (uint64_t i = 0; i < t->count; i++) {
        if (memcmp(t->values[i], values, t->actors + 2) == 0) {
            return true;
        }
    }
    return false;
}

/* Every handle still stands for its state. */
static void assert_states(struct list *t)
{
    for (uint64_t i = 0; i < t->count; i++) {
        set_state(t, t->values[i]);
        tree_load(&t->s, t->handles[i], &t->here);
        for (uint32_t a = 1; a <= t->actors; a++) {
            assert_int_equal(t->here.vector[thing(a)], t->state[thing(a)]);
        }
        assert_int_equal(t->here.vector[slot_cell(0)], t->state[slot_cell(0)]);
        assert_int_equal(t->here.vector[slot_cell(1)], t->state[slot_cell(1)]);
        assert_true(t->here.hash == state_hash(t->state));
        assert_false(tree_add(&t->s, t->handles[i]));
    }
}

/* Now and then the order of the bytes changes, and all handles with it. */
static void reorder(struct list *t)
{
    struct tree_store old;
    if (tree_reorder(&t->s, &old, &t->here)) {
        t->reorders++;
        for (uint64_t i = 0; i < t->count; i++) {
            tree_load(&old, t->handles[i], &t->here);
            t->handles[i] = tree_root(&t->s, &t->here, true);
        }
        tree_close(&old);
        sheet_clear(&t->here);
    }
}

/* States one change away from an earlier one, as a search meets them. */
static void agrees_with_a_list(uint32_t actors, uint64_t rounds)
{
    struct list *t = &list;
    *t = (struct list){ .actors = actors, .state = state_new() };
    for (uint32_t a = 1; a <= actors; a++) {
        thing(a);
    }
    tree_init(&t->s);
    sheet_init(&t->here);
    sheet_init(&t->other);
    for (uint64_t round = 0; round < rounds; round++) {
        uint8_t values[ACTORS_MAX + 2] = { 0 };
        unsigned most = 2 + (unsigned)(round * VALUES / rounds);
        reorder(t);
        if (t->count != 0) {
            uint64_t from = random_below((uint32_t)t->count);
            memcpy(values, t->values[from], actors + 2);
            tree_load(&t->s, t->handles[from], &t->here); /* the one being expanded */
        }
        uint32_t actor = random_below(actors);
        bool second = round > rounds / 2 && random_below(2) == 0;
        values[actor] = (uint8_t)random_below(most);
        values[actors + second] = (uint8_t)random_below(random_below(2) == 0 ? most : 2);
        bool known = listed(t, values);
        set_state(t, values);
        uint64_t root = root_of(t, (ptrdiff_t[]){ thing(actor + 1), slot_cell(second) }, t->count == 0 ? 0 : 2);
        assert_int_equal(tree_add(&t->s, root), !known);
        if (!known) {
            memcpy(t->values[t->count], values, actors + 2);
            t->handles[t->count++] = root;
        }
        assert_int_equal(t->s.roots.count, t->count);
    }
    assert_true(t->count > rounds / 20 && (actors == 2 || t->reorders > 0));
    assert_states(t);
    assert_int_equal(tree_state_bytes(&t->s), compact_set_used(&t->s.roots) + (t->s.leaves.count + t->s.pairs.count) * 20);
    assert_int_equal(tree_slack_bytes(&t->s) + compact_set_used(&t->s.roots) + (t->s.leaves.count + t->s.pairs.count) * 8,
                     compact_set_bytes(&t->s.roots) + word_set_bytes(&t->s.leaves, 1) + word_set_bytes(&t->s.pairs, 1));
    tree_close(&t->s);
    sheet_close(&t->here);
    sheet_close(&t->other);
    state_free(t->state);
    later = false;
}

/* However late a new word of records appears: a store that is large is never made anew. */
static void large_stays_as_it_is(void **unused)
{
    (void)unused;
    enum { FIRST = 400, SECOND = 300 };
    struct tree_store s, old;
    struct sheet here;
    uint32_t *state = state_new();
    tree_init(&s);
    sheet_init(&here);
    thing(2);
    for (int i = 0; i < FIRST * SECOND; i++) {
        state[thing(1)] = component_put(thing(1), local_of(thing(1), i % FIRST), 0);
        state[thing(2)] = component_put(thing(2), local_of(thing(2), i / FIRST), 0);
        sheet_load_state(&here, state);
        assert_true(tree_add(&s, tree_root(&s, &here, true)));
    }
    for (int i = 0; i < 2000; i++) {
        slot_put(thing(1), number_from(thing(2), 1000 + i));
    }
    sheet_clear(&here);
    assert_false(tree_reorder(&s, &old, &here));
    tree_close(&s);
    sheet_close(&here);
    state_free(state);
}

static void few_actors(void **state)
{
    (void)state;
    agrees_with_a_list(2, 1500);
}

static void many_actors(void **state)
{
    (void)state;
    agrees_with_a_list(ACTORS_MAX, 4000);
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_actors),
        cmocka_unit_test(many_actors),
        cmocka_unit_test(large_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
