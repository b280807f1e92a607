/* What goes to people: printf's results, but for what must not reach a terminal. */
#include "unit.h"

#include "report/print.h"

static char *printed;
static size_t printed_size;

static FILE *begin(void)
{
    free(printed);
    printed = NULL;
    return open_memstream(&printed, &printed_size);
}

#define PRINTED(...)              \
    do {                          \
        FILE *out_ = begin();     \
        print(out_, __VA_ARGS__); \
        fclose(out_);             \
    } while (0)

/* What libc prints of harmless arguments is what print must print. */
#define SAME(...)                                           \
    do {                                                    \
        char expected_[256];                                \
        snprintf(expected_, sizeof expected_, __VA_ARGS__); \
        PRINTED(__VA_ARGS__);                               \
        assert_string_equal(printed, expected_);            \
    } while (0)

static void prints_as_libc_does(void **state)
{
    (void)state;
    static const long edges[] = { 0, 1, -1, 10, -10, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN };
    for (size_t i = 0; i < COUNT(edges); i++) {
        long v = edges[i];
        SAME("%d %u %x|%ld|%lu|%zu|%lx", (int)v, (unsigned)v, (unsigned)v, v, (unsigned long)v, (size_t)v, (unsigned long)v);
        SAME("%24ld|%-24ld|%016lx|%*d", v, v, (unsigned long)v, 14, (int)v);
        SAME("%.0f %.2f %.1f %.3f %.2g %.3g", (double)v / 7, (double)v, 1e10, 0.0005, (double)v, 1e-7);
    }
    SAME("%s|%-9s|%9s|%.*s|%-*s|%c|%%|100%%\n", "a", "b", "c", 2, "long", 5, "d", 'e');
}

static void escapes_arguments(void **state)
{
    (void)state;
    PRINTED("\033%s\n", "\033[2J\n\xff");
    assert_string_equal(printed, "\033\\033[2J\\n\\377\n");
    PRINTED("%c%-6s|", '\007', "\t");
    assert_string_equal(printed, "\\a\\t    |");
    PRINTED("%s", "na\xc3\xafve");
    assert_string_equal(printed, "na\xc3\xafve");
}

/* A style is known by its address: the same bytes from elsewhere are text. */
static void styles(void **state)
{
    (void)state;
    char forged[8];
    snprintf(forged, sizeof forged, "%s", print_red);
    PRINTED("%s%s%s", print_red, forged, print_plain);
    assert_string_equal(printed, "\033[31m\\033[31m\033[0m");
}

static void lines(void **state)
{
    (void)state;
    FILE *out = begin();
    print_lines(out, "> ", "one\n\ntwo \007\n123456789", 20, 6);
    fclose(out);
    assert_string_equal(printed, "> one\n> \n> two \\a\n> 123456\n");
}

/* What a shell reads is the word. */
static void words(void **state)
{
    (void)state;
    char all[256];
    for (int i = 0; i < 255; i++) {
        all[i] = (char)(i + 1);
    }
    all[255] = '\0';
    const char *const each[] = {
        "", "plain", "a b", "it's", "\"$HOME`\\", "na\xc3\xafve", "new\nline", "\xff'\\x", "-x", "*", "~", "!", all
    };
    for (size_t i = 0; i < COUNT(each); i++) {
        FILE *out = begin();
        print_word(out, each[i]);
        fclose(out);
        for (size_t k = 0; k < printed_size; k++) {
            assert_true((unsigned char)printed[k] >= 0x20);
        }
        char *command, got[300] = "";
        assert_true(asprintf(&command, "bash -c \"$(cat <<'END'\nprintf %%s %s\nEND\n)\"", printed) > 0);
        FILE *shell = popen(command, "r");
        assert_non_null(shell);
        size_t size = fread(got, 1, sizeof got - 1, shell);
        pclose(shell);
        got[size] = '\0';
        assert_string_equal(got, each[i]);
        free(command);
    }
    free(printed);
    printed = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_as_libc_does),
        cmocka_unit_test(escapes_arguments),
        cmocka_unit_test(styles),
        cmocka_unit_test(lines),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
