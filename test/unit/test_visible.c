/* What can be shown as it is, and what is escaped. */
#include "unit.h"

#include "base/visible.h"

static const char *shown(const char *bytes, size_t size)
{
    static char out[64];
    struct text t = text_in(out, sizeof out);
    visible_add(&t, bytes, size);
    return out;
}

static void single_bytes(void **state)
{
    (void)state;
    for (int b = 0; b < 256; b++) {
        char byte = (char)b;
        bool printable = b >= 0x20 && b < 0x7f;
        assert_int_equal(visible_character(&byte, 1), printable);
        assert_int_equal(strlen(shown(&byte, 1)), printable ? 1 : b != 0 && strchr("\a\b\t\n\v\f\r", b) != NULL ? 2 : 4);
    }
    assert_string_equal(shown("\033[2J", 4), "\\033[2J");
    assert_string_equal(shown("a\n\0001", 4), "a\\n\\0001");
    assert_string_equal(shown("\"\\", 2), "\"\\");
}

/* All that UTF-8 can say and not say, up to four bytes, against the definition: the shortest form of a scalar value. */
static size_t encode(uint32_t point, char *out)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    out[0] = (char)((0xf00 >> (more + 1) & 0xff) | point >> (6 * more));
    for (size_t i = 1; i <= more; i++) {
        out[i] = (char)(0x80 | (point >> (6 * (more - i)) & 0x3f));
    }
    return more + 1;
}

static void every_code_point(void **state)
{
    (void)state;
    for (uint32_t point = 0; point < 0x120000; point++) {
        char bytes[4];
        size_t length = encode(point, bytes);
        bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
        bool turns = point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
        bool good = !control && !turns && !(point >= 0xd800 && point < 0xe000) && point != 0xfffe && point != 0xffff && point < 0x110000;
        assert_int_equal(visible_character(bytes, length), good ? length : 0);
        for (size_t cut = 1; cut < length; cut++) {
            assert_int_equal(visible_character(bytes, cut), 0);
        }
    }
}

static void longer_forms_than_needed(void **state)
{
    (void)state;
    assert_int_equal(visible_character("\xc1\xbf", 2), 0);
    assert_int_equal(visible_character("\xe0\x9f\xbf", 3), 0);
    assert_int_equal(visible_character("\xf0\x8f\xbf\xbf", 4), 0);
    assert_int_equal(visible_character("\xc3(", 2), 0);
    assert_string_equal(shown("\xc3(", 2), "\\303(");
}

/* Whatever goes in, what comes out can be shown, and stays as it is when it is shown again. */
static void random_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char bytes[15], once[64];
        size_t size = random_below(sizeof bytes + 1);
        random_fill(bytes, size);
        snprintf(once, sizeof once, "%s", shown(bytes, size));
        assert_string_equal(shown(once, strlen(once)), once);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_bytes),
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(longer_forms_than_needed),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
