/* Answers of predicates, by what they looked at, against made-up predicates that are asked each time. */
#include "model_fixture.h"

#include "actor/sites.h"
#include "check/looks.h"

enum { ACTORS = 6, VALUES = 4, REFS = ACTORS + 1 };

static struct looks looks;
static struct effects done;
static uint32_t now[64];
static uint32_t sites;

static uint32_t actor_of(uint32_t n) /* 0: nobody, ever */
{
    return n == 0 ? NO_ACTOR : thing(n);
}

static uint64_t ref_of(uint32_t n)
{
    return n == 0 ? 12345 : names_get(thing(n))->ref;
}

/* What a predicate sees of an actor: 0 absent, else its value + 1. */
static unsigned see(uint32_t n)
{
    uint32_t actor = actor_of(n);
    effects_add(&done, &(struct effect){ .kind = EFFECT_PEEK, .number = ref_of(n), .actor = actor });
    if (actor == NO_ACTOR || now[actor] == 0) {
        return 0;
    }
    size_t size;
    return 1 + (unsigned)*(const int *)local_image(component_get(now[actor])->local, &size);
}

/* Which actor it looks at next, and its answer, depend on what it saw before and on shared memory. */
static bool made_up(unsigned number)
{
    size_t size;
    unsigned seen = number * 7 + (unsigned)*(const int *)local_image(component_get(now[DRIVER])->local, &size);
    for (unsigned i = 0; i < 4 && seen % 5 != 4; i++) {
        seen = seen * 31 + see(seen % REFS);
    }
    return seen % 3 != 0;
}

static void put(uint32_t actor, unsigned value) /* VALUES: absent */
{
    now[actor] =
        value == VALUES ? 0 : component_put(actor, local_of(actor, (int)value), value % 2 == 0 ? 0 : mailbox_add(0, number_from(0, 1)));
}

static enum looks_answer ask(uint32_t tree, unsigned number)
{
    effects_clear(&done);
    enum looks_answer answer = made_up(number) ? LOOKS_HOLDS : LOOKS_BROKEN;
    looks_keep(&looks, tree, now, names_count(), &done, answer);
    return answer;
}

static void agrees_with_asking_each_time(void **state)
{
    (void)state;
    enum { PREDICATES = 5, ROUNDS = 20000 };
    uint32_t trees[PREDICATES], asked = 0;
    for (unsigned p = 0; p < PREDICATES; p++) {
        trees[p] = looks_tree(&looks);
    }
    for (int round = 0; round < ROUNDS; round++) {
        put(DRIVER, random_below(2));
        for (uint32_t n = 1; n <= ACTORS; n++) {
            put(thing(n), random_below(VALUES + 1));
        }
        for (unsigned p = 0; p < PREDICATES; p++) {
            enum looks_answer answer = looks_find(&looks, trees[p], now, names_count(), &sites);
            asked += answer == LOOKS_UNKNOWN;
            enum looks_answer anew = ask(trees[p], p);
            assert_true(answer == LOOKS_UNKNOWN || answer == anew);
            assert_int_equal(looks_find(&looks, trees[p], now, names_count(), &sites), anew);
        }
    }
    /* There are 31,250 combinations of what can be seen; four looks at most see 625 of them for each shared memory. */
    assert_true(asked > 0 && asked < PREDICATES * 2 * 625);
}

/* An actor that nobody had heard of when it was looked at. */
static void knows_actors_that_come_later(void **state)
{
    (void)state;
    uint32_t tree = looks_tree(&looks), mother = thing(1);
    uint64_t unborn = names_get(names_child(mother, 1, &thing_type))->ref;
    put(DRIVER, 0);
    effects_clear(&done);
    effects_add(&done, &(struct effect){ .kind = EFFECT_PEEK, .number = unborn, .actor = NO_ACTOR });
    looks_keep(&looks, tree, now, names_count(), &done, LOOKS_HOLDS);
    assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_HOLDS);
    put(names_find(unborn), 1);
    assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_UNKNOWN);
    put(names_find(unborn), VALUES);
    assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_HOLDS);
}

/* An answer that may depend on all actors. */
static void looks_at_all(void **state)
{
    (void)state;
    uint32_t tree = looks_tree(&looks);
    put(DRIVER, 0);
    for (uint32_t n = 1; n <= ACTORS; n++) {
        put(thing(n), n % VALUES);
    }
    effects_clear(&done);
    see(2);
    effects_add(&done, &(struct effect){ .kind = EFFECT_PEEK, .actor = DRIVER });
    looks_keep(&looks, tree, now, names_count(), &done, LOOKS_BROKEN);
    assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_BROKEN);
    for (uint32_t n = 1; n <= ACTORS; n++) {
        put(thing(n), VALUES);
        assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_UNKNOWN);
        put(thing(n), n % VALUES);
    }
    assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_BROKEN);
}

/* What a predicate reached is told each time that its answer is. */
static void remembers_what_was_reached(void **state)
{
    (void)state;
    static const struct hr_site places[2];
    uint32_t tree = looks_tree(&looks);
    sites_declare(places, places + 2);
    put(DRIVER, 0);
    for (unsigned value = 0; value < VALUES; value++) {
        put(thing(1), value);
        effects_clear(&done);
        see(1);
        if (value != 0) {
            effects_add(&done, &(struct effect){ .kind = EFFECT_REACHED, .number = (uintptr_t)&places[value % 2] });
        }
        looks_keep(&looks, tree, now, names_count(), &done, value == 3 ? LOOKS_BROKEN : LOOKS_HOLDS);
    }
    for (unsigned value = 0; value < VALUES; value++) {
        put(thing(1), value);
        assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), value == 3 ? LOOKS_BROKEN : LOOKS_HOLDS);
        assert_int_equal(sites, value == 0 ? 0 : 1u << value % 2);
    }
}

/* A predicate that looks at different actors although it saw the same: what it said is not remembered over what it said before. */
static void does_not_mix_answers(void **state)
{
    (void)state;
    uint32_t tree = looks_tree(&looks);
    put(DRIVER, 0);
    put(thing(1), 1);
    put(thing(2), 1);
    effects_clear(&done);
    see(1);
    looks_keep(&looks, tree, now, names_count(), &done, LOOKS_HOLDS);
    effects_clear(&done);
    see(2);
    looks_keep(&looks, tree, now, names_count(), &done, LOOKS_BROKEN);
    effects_clear(&done);
    looks_keep(&looks, tree, now, names_count(), &done, LOOKS_BROKEN);
    assert_int_equal(looks_find(&looks, tree, now, names_count(), &sites), LOOKS_HOLDS);
}

/* What held a moment ago, for all predicates at once: the same local states, whatever is pending. */
static void remembers_what_held_a_moment_ago(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    size_t actors = names_count();
    bool right = true, known = false;
    unsigned hits = 0;
    put(DRIVER, 0);
    for (uint32_t n = 1; n <= ACTORS; n++) {
        put(thing(n), VALUES);
    }
    for (int round = 0; round < ROUNDS; round++) {
        put(thing(1 + random_below(3)), random_below(VALUES + 1));
        put(DRIVER, random_below(2));
        bool holds = made_up(1) && made_up(2);
        effects_clear(&done);
        known = looks_held(&looks, now, actors);
        hits += known;
        right = right && (!known || holds);
        if (!known && holds) {
            looks_all_hold(&looks, now, actors);
            right = right && looks_held(&looks, now, actors);
        }
    }
    assert_true(right && hits > ROUNDS / 10);
    /* One more actor: nothing is known. */
    thing(ACTORS + 1);
    assert_false(looks_held(&looks, now, names_count()));
    assert_false(looks_held(&looks, now, 1000)); /* so many are not remembered */
    looks_all_hold(&looks, now, 1000);
}

static int open_model(void **state)
{
    (void)state;
    looks_init(&looks);
    effects_init(&done);
    return model_open(&channel_pairwise, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_asking_each_time),
        cmocka_unit_test(knows_actors_that_come_later),
        cmocka_unit_test(looks_at_all),
        cmocka_unit_test(remembers_what_was_reached),
        cmocka_unit_test(does_not_mix_answers),
        cmocka_unit_test(remembers_what_held_a_moment_ago),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
