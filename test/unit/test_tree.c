/* The tree store against a plain list of states, while the model grows under it. */
#include "model_fixture.h"

#include "store/tree.h"

enum { ACTORS_MAX = 40, VALUES = 9 };

struct list {
    struct tree_store s;
    uint32_t actors;
    uint32_t *state;
    uint64_t count, changes;
    uint64_t handles[60000];
    uint8_t values[60000][ACTORS_MAX + 2]; /* of actors and counters */
};
static struct list list;

static uint64_t pack_root(struct list *t)
{
    static uint64_t record[256];
    struct tree_store old;
    if (tree_prepare(&t->s, t->state, &old)) {
        t->changes++;
        for (uint64_t i = 0; i < t->count; i++) {
            t->handles[i] = tree_translate(&t->s, &old, t->handles[i]);
        }
        tree_close(&old);
    }
    assert_true(t->s.layout.words <= COUNT(record));
    layout_pack(&t->s.layout, t->state, record);
    uint64_t root = tree_root(&t->s, record);
    tree_fetch(&t->s, root);
    return root;
}

static void set_state(struct list *t, const uint8_t *values)
{
    static uint32_t slots[2];
    for (uint32_t i = 0; i < 2; i++) { /* the second appears later */
        if (values[t->actors + i] != 0 || i == 0) {
            slots[i] = slot_put(thing(1 + i), number_from(thing(2), (int)i));
        }
        if (slots[i] != 0 || i == 0) {
            t->state[~(ptrdiff_t)slots[i]] = values[t->actors + i];
        }
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
static void assert_records(struct list *t)
{
    static uint64_t record[256];
    for (uint64_t i = 0; i < t->count; i++) {
        set_state(t, t->values[i]);
        layout_pack(&t->s.layout, t->state, record);
        assert_memory_equal(tree_record(&t->s, t->handles[i]), record, layout_bytes(&t->s.layout));
        assert_false(tree_add(&t->s, t->handles[i]));
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
    for (uint64_t round = 0; round < rounds; round++) {
        uint8_t values[ACTORS_MAX + 2] = { 0 };
        unsigned most = 2 + (unsigned)(round * VALUES / rounds);
        if (t->count != 0) {
            uint64_t from = random_below((uint32_t)t->count);
            memcpy(values, t->values[from], actors + 2);
            tree_record(&t->s, t->handles[from]); /* the one being expanded */
        }
        values[random_below(actors)] = (uint8_t)random_below(most);
        values[actors + (round > rounds / 2 && random_below(2) == 0)] = (uint8_t)random_below(most);
        bool known = listed(t, values);
        set_state(t, values);
        uint64_t root = pack_root(t);
        assert_int_equal(tree_add(&t->s, root), !known);
        if (!known) {
            memcpy(t->values[t->count], values, actors + 2);
            t->handles[t->count++] = root;
        }
        assert_int_equal(tree_count(&t->s), t->count);
    }
    assert_true(t->changes > 2 && t->count > rounds / 20);
    assert_records(t);
    assert_int_equal(tree_state_bytes(&t->s), t->s.roots.count * 8 + t->s.leaves.count * (8 + 8 * t->s.parts.each) + t->s.pairs.count * 16);
    assert_int_equal(tree_slack_bytes(&t->s) + (t->s.roots.count + t->s.leaves.count + t->s.pairs.count) * 8,
                     (t->s.roots.size + t->s.leaves.size + t->s.pairs.size) * 8);
    tree_close(&t->s);
    state_free(t->state);
}

static void few_actors(void **state)
{
    (void)state;
    agrees_with_a_list(2, 1500);
}

static void many_actors(void **state)
{
    (void)state;
    agrees_with_a_list(ACTORS_MAX, 1500);
}

/* A record of one word is its own root, also when the word is 0. */
static void one_word(void **state)
{
    (void)state;
    struct tree_store s;
    tree_init(&s);
    if (s.layout.words == 1) {
        uint64_t words[] = { 5, 0, UINT64_MAX };
        for (size_t i = 0; i < COUNT(words); i++) {
            assert_true(tree_root(&s, &words[i]) == words[i]);
            assert_true(tree_add(&s, words[i]));
            assert_false(tree_add(&s, words[i]));
            assert_true(*tree_record(&s, words[i]) == words[i]);
        }
        assert_int_equal(tree_count(&s), COUNT(words));
    } else {
        fail_msg("the first model has %u words", s.layout.words);
    }
    tree_close(&s);
}

/* Parts of a record: each bit in exactly one of them. */
static void parts_are_a_partition(void **state)
{
    (void)state;
    struct layout l;
    struct parts p;
    uint64_t seen[64] = { 0 };
    layout_init(&l);
    parts_init(&p, &l);
    assert_true(l.words > 1 && l.words <= COUNT(seen) && p.groups * p.each >= l.words);
    for (uint32_t i = 0; i < p.groups * p.each; i++) {
        assert_true((seen[p.list[i].word] & p.list[i].mask) == 0);
        seen[p.list[i].word] |= p.list[i].mask;
    }
    for (ptrdiff_t i = -(ptrdiff_t)l.slots; i < (ptrdiff_t)l.actors; i++) {
        uint64_t bits = l.fields[i].mask << l.fields[i].shift;
        assert_true((seen[l.fields[i].word] & bits) == bits);
    }
    parts_close(&p);
    layout_close(&l);
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_word),
        cmocka_unit_test(few_actors),
        cmocka_unit_test(many_actors),
        cmocka_unit_test(parts_are_a_partition),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
