/* Actors' names: they depend on who made whom, and on nothing else. */
#include "unit.h"

#include "model/names.h"

static const struct hr_actor_type server = { .behaviour = { .name = "server" } };
static const struct hr_actor_type worker = { .behaviour = { .name = "worker" } };

static void expect_label(uint32_t actor, const char *label)
{
    char buffer[500];
    struct text t = text_in(buffer, sizeof buffer);
    names_label(actor, &t);
    assert_string_equal(buffer, label);
}

/* The modules are made once, so the tests go on where the one before ended: main, server, worker.1, worker.2. */
static uint32_t the_server, first_worker, second_worker;

static void the_driver_is_zero(void **state)
{
    (void)state;
    assert_int_equal(names_count(), 1);
    assert_int_equal(names_find(HR_DRIVER), DRIVER);
    assert_int_equal(names_get(DRIVER)->parent, NO_ACTOR);
    assert_int_equal(names_find(HR_NOBODY), NO_ACTOR);
    assert_int_equal(names_find(1), NO_ACTOR);
    expect_label(DRIVER, "main");
}

static void numbers_children(void **state)
{
    (void)state;
    the_server = names_child(DRIVER, 1, &server);
    first_worker = names_child(DRIVER, 2, &worker);
    expect_label(first_worker, "worker"); /* it is the only one so far */
    second_worker = names_child(DRIVER, 3, &worker);
    assert_int_equal(names_count(), 4);
    assert_int_equal(names_child(DRIVER, 2, &worker), first_worker);
    assert_int_equal(names_count(), 4);
    assert_int_equal(names_get(second_worker)->ref, ((hr_ref)0x4852 << 48) + 3); /* a number that no program computes with */
    assert_int_equal(names_find(names_get(second_worker)->ref), second_worker);
    assert_int_equal(names_find(3), NO_ACTOR);
    expect_label(the_server, "server");
    expect_label(first_worker, "worker.1");
    expect_label(second_worker, "worker.2");
}

static void names_grandchildren_by_their_path(void **state)
{
    (void)state;
    uint32_t child = names_child(the_server, 1, &worker), grandchild = names_child(child, 2, &server);
    assert_int_equal(names_child(the_server, 1, &worker), child);
    assert_true(names_get(child)->ref >> 63 == 1 && names_get(child)->ref != HR_DRIVER);
    assert_int_equal(names_find(names_get(grandchild)->ref), grandchild);
    assert_int_equal(names_get(grandchild)->parent, child);
    assert_int_equal(names_get(grandchild)->ordinal, 2);
    assert_ptr_equal(names_get(grandchild)->type, &server);
    expect_label(child, "server/worker.1");
    expect_label(grandchild, "server/worker.1/server.2");
    /* The same place taken by another type, in another execution, is another actor. */
    uint32_t other = names_child(the_server, 1, &server);
    assert_int_not_equal(other, child);
    expect_label(other, "server/server.1");
}

static void no_two_have_the_same_reference(void **state)
{
    (void)state;
    enum { PARENTS = 12, CHILDREN = 12 };
    uint32_t parents[PARENTS], all[PARENTS][CHILDREN], before = names_count();
    for (uint32_t p = 0; p < PARENTS; p++) {
        parents[p] = names_child(DRIVER, 10 + p, &server);
        for (uint32_t c = 0; c < CHILDREN; c++) {
            all[p][c] = names_child(parents[p], c + 1, &worker);
        }
    }
    assert_int_equal(names_count(), before + PARENTS * (CHILDREN + 1));
    for (uint32_t p = 0; p < PARENTS; p++) {
        for (uint32_t c = 0; c < CHILDREN; c++) {
            assert_int_equal(names_get(all[p][c])->parent, parents[p]);
            assert_int_equal(names_get(all[p][c])->ordinal, c + 1);
            assert_int_equal(names_find(names_get(all[p][c])->ref), all[p][c]);
        }
    }
}

static void keeps_labels_once_settled(void **state)
{
    (void)state;
    names_settled();
    expect_label(first_worker, "worker.1");
    const char *kept = names_get(first_worker)->label;
    expect_label(first_worker, "worker.1");
    assert_ptr_equal(names_get(first_worker)->label, kept);
    expect_label(names_child(first_worker, 7, &worker), "worker.1/worker.7");
    expect_label(DRIVER, "main");
}

static void cuts_labels_of_deep_names(void **state)
{
    (void)state;
    uint32_t actor = first_worker;
    for (int depth = 0; depth < 200; depth++) {
        actor = names_child(actor, 1, &worker);
    }
    char buffer[1000], sibling[1000];
    struct text t = text_in(buffer, sizeof buffer);
    names_label(actor, &t);
    assert_true(t.length > LABEL_HEAD && t.length <= LABEL_MOST);
    assert_memory_equal(buffer, "worker.1/worker.1/worker.1", 26);
    t = text_in(sibling, sizeof sibling);
    names_label(names_child(names_get(actor)->parent, 2, &worker), &t);
    assert_string_not_equal(buffer, sibling); /* they differ at their end only, and stay different */
}

static int open_names(void **state)
{
    (void)state;
    names_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_driver_is_zero),
        cmocka_unit_test(numbers_children),
        cmocka_unit_test(names_grandchildren_by_their_path),
        cmocka_unit_test(no_two_have_the_same_reference),
        cmocka_unit_test(keeps_labels_once_settled),
        cmocka_unit_test(cuts_labels_of_deep_names),
    };
    return cmocka_run_group_tests(tests, open_names, NULL);
}
