/* The bounded text builder: printf's results, and never a byte beyond the buffer. */
#include "unit.h"

#include "base/text.h"

/* What libc prints is what text_printf must print. */
#define SAME(...)                                           \
    do {                                                    \
        char expected_[256], got_[256];                     \
        snprintf(expected_, sizeof expected_, __VA_ARGS__); \
        struct text t_ = text_in(got_, sizeof got_);        \
        text_printf(&t_, __VA_ARGS__);                      \
        assert_string_equal(got_, expected_);               \
        assert_int_equal(t_.length, strlen(expected_));     \
        assert_false(t_.cut);                               \
    } while (0)

static void appends(void **state)
{
    (void)state;
    char buffer[32];
    struct text t = text_in(buffer, sizeof buffer);
    assert_string_equal(buffer, "");
    text_add(&t, "one");
    text_char(&t, ' ');
    text_add_bytes(&t, "two three", 3);
    text_add(&t, "");
    assert_string_equal(buffer, "one two");
    assert_int_equal(t.length, 7);
    assert_false(t.cut);
}

static void prints_as_libc_does(void **state)
{
    (void)state;
    static const long long edges[] = { 0, 1, -1, 9, 10, -10, 42, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN };
    for (size_t i = 0; i < COUNT(edges); i++) {
        long long v = edges[i];
        SAME("%d %u %x", (int)v, (unsigned)v, (unsigned)v);
        SAME("%ld|%lu|%lx|%lld|%llu", (long)v, (unsigned long)v, (unsigned long)v, v, (unsigned long long)v);
        SAME("%zu %zd", (size_t)v, (ssize_t)v);
        SAME("[%6d] [%-6d] [%6u] [%08x] [%-8x]", (int)v, (int)v, (unsigned)v, (unsigned)v, (unsigned)v);
        SAME("[%*d]", 7, (int)v);
        SAME("[%24lld] [%-24lld] [%024llu]", v, v, (unsigned long long)v);
    }
    SAME("plain, 100%%, %c%c", 'a', 'b');
    SAME("[%s] [%5s] [%-5s] [%2s]", "abc", "abc", "abc", "abc");
    SAME("[%.*s] [%.*s] [%.*s] [%5.*s]", 2, "abc", 0, "abc", 9, "abc", 1, "abc");
    SAME("[%3c] [%-3c]", 'x', 'y');
}

static void fills_with_zeros_after_the_sign(void **state)
{
    (void)state;
    SAME("[%06d] [%03d] [%02d] [%020lld]", -42, -42, -42, -42LL);
}

static void a_limited_string_needs_no_end(void **state)
{
    (void)state;
    char *unterminated = malloc(3), buffer[16];
    memcpy(unterminated, "abc", 3);
    struct text t = text_in(buffer, sizeof buffer);
    text_printf(&t, "%.*s", 3, unterminated);
    assert_string_equal(buffer, "abc");
    free(unterminated);
}

static void cuts_what_does_not_fit(void **state)
{
    (void)state;
    static const char whole[] = "name-00042-  x";
    for (size_t capacity = 1; capacity <= 24; capacity++) {
        char buffer[32];
        memset(buffer, '#', sizeof buffer);
        struct text t = text_in(buffer, capacity);
        text_printf(&t, "%s-%05d-%3c", "name", 42, 'x');
        size_t length = capacity - 1 < strlen(whole) ? capacity - 1 : strlen(whole);
        assert_int_equal(t.length, length);
        assert_memory_equal(buffer, whole, length);
        assert_int_equal(buffer[length], '\0');
        assert_int_equal(t.cut, capacity <= strlen(whole));
        for (size_t i = capacity; i < sizeof buffer; i++) {
            assert_int_equal(buffer[i], '#');
        }
        text_add(&t, "0123456789012345678901234567890123456789");
        assert_true(t.cut);
        assert_int_equal(t.length, capacity - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends),
        cmocka_unit_test(prints_as_libc_does),
        cmocka_unit_test(fills_with_zeros_after_the_sign),
        cmocka_unit_test(a_limited_string_needs_no_end),
        cmocka_unit_test(cuts_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
