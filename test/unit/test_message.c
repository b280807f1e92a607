/* Messages: equal ones have one number, whatever differs makes another. */
#include "model_fixture.h"

static const struct hr_type other_type = { .name = "Other", .size = 4 };

static void equal_messages_have_one_number(void **state)
{
    (void)state;
    uint32_t a = number_from(1, 5), count = messages_count();
    assert_int_not_equal(a, 0);
    assert_int_equal(number_from(1, 5), a);
    assert_int_equal(messages_count(), count);
    assert_int_equal(*(const int *)message_get(a)->data, 5);
    assert_ptr_equal(message_get(a)->type, &number_type);
    assert_int_equal(message_get(a)->size, sizeof(int));
}

static void every_field_counts(void **state)
{
    (void)state;
    const struct message base = { .type = &number_type, .sender = 1, .size = 4 };
    struct message heads[] = { base, base, base, base, base, base, base, base };
    heads[1].type = &other_type;
    heads[2].sender = 2;
    heads[3].flags = MESSAGE_CALL;
    heads[4].timer = 1;
    heads[5].clock = 1;
    heads[6].delay = 1;
    heads[7].size = 3;
    uint32_t ids[COUNT(heads)];
    for (size_t i = 0; i < COUNT(heads); i++) {
        ids[i] = message_put(&heads[i], "abcd");
        assert_memory_equal(message_get(ids[i]), &heads[i], sizeof heads[i]);
        assert_memory_equal(message_get(ids[i])->data, "abcd", heads[i].size);
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(ids[i], ids[k]);
            assert_int_not_equal(message_hash(ids[i]), message_hash(ids[k]));
        }
    }
    assert_int_not_equal(message_put(&base, "abce"), ids[0]);
    assert_int_equal(message_put(&base, "abcd"), ids[0]);
}

static void carries_anything(void **state)
{
    (void)state;
    enum { LARGE = 3 << 20 };
    unsigned char *large = malloc(LARGE);
    random_fill(large, LARGE);
    struct message head = { .type = &number_type, .size = LARGE }, empty = { .type = &number_type };
    uint32_t id = message_put(&head, large), nothing = message_put(&empty, "");
    assert_memory_equal(message_get(id)->data, large, LARGE);
    assert_int_equal(message_get(nothing)->size, 0);
    assert_int_equal(message_put(&head, large), id);
    large[LARGE - 1] ^= 1;
    assert_int_not_equal(message_put(&head, large), id);
    free(large);
}

static int open_model(void **state)
{
    (void)state;
    return model_open(&channel_unordered, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_messages_have_one_number),
        cmocka_unit_test(every_field_counts),
        cmocka_unit_test(carries_anything),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
