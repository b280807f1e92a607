/* What a stream of wide characters holds, as UTF-8. */
#include "guard/wide_output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include <cmocka.h>

static void pending_is_taken(void **state)
{
    (void)state;
    FILE *f = fopen("/dev/null", "w");
    assert_non_null(f);
    assert_false(wide_output(f));
    fwprintf(f, L"%d \u00e9\u20ac\U0001f600\n", 5);
    assert_true(wide_output(f));
    char out[40];
    size_t size = wide_output_take(f, out, sizeof out);
    assert_int_equal(size, strlen("5 é€😀\n"));
    assert_memory_equal(out, "5 é€😀\n", size);
    assert_int_equal(wide_output_take(f, out, 5), 4); /* never half a character */
    fclose(f);
}

static void no_character_is_replaced(void **state)
{
    (void)state;
    FILE *f = fopen("/dev/null", "w");
    fwide(f, 1);
    fputwc((wchar_t)0x7fffffff, f);
    char out[8];
    assert_int_equal(wide_output_take(f, out, sizeof out), 3);
    assert_memory_equal(out, "\xef\xbf\xbd", 3);
    fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(pending_is_taken), cmocka_unit_test(no_character_is_replaced) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
