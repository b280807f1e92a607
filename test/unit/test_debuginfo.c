/* Names and places, checked with a real executable: argv[1], debuginfo_sample.c compiled with -g. */
#include "debuginfo_fixture.h"

static void assert_sample_file(const char *file)
{
    const char *slash = strrchr(file, '/');
    assert_string_equal(slash != NULL ? slash + 1 : file, "debuginfo_sample.c");
}

static void places_code(void **state)
{
    (void)state;
    struct source_place p;
    assert_true(debuginfo_available(debug));
    assert_true(debuginfo_function(debug, fact("bump"), &p));
    assert_string_equal(p.function, "bump");
    assert_int_equal(p.line, fact("line:bump"));
    assert_sample_file(p.file);
    assert_true(debuginfo_function(debug, fact("twice"), &p));
    assert_string_equal(p.function, "twice");
    assert_int_equal(p.line, fact("line:twice"));
    assert_true(debuginfo_place(debug, fact("return_address") - 1, &p));
    assert_string_equal(p.function, "caller");
    assert_int_equal(p.line, fact("line:call"));
    assert_sample_file(p.file);
    assert_false(debuginfo_place(debug, 16, &p));
    assert_string_equal(p.function, "");
}

static void names_library_functions(void **state)
{
    (void)state;
    struct source_place p;
    debuginfo_place(debug, fact("getenv") + 1, &p);
    assert_string_equal(p.function, "getenv");
    char name[64];
    uint64_t offset;
    assert_true(debuginfo_object(debug, fact("stdout_object") + 4, name, sizeof name, &offset, NULL));
    assert_string_equal(name, "_IO_2_1_stdout_");
    assert_int_equal(offset, 4);
    debuginfo_library(debug, "[vdso]", 4096);
    debuginfo_library(debug, "/no/such/file", 4096);
}

static void names_data(void **state)
{
    (void)state;
    char name[64];
    uint64_t offset;
    struct source_place decl;
    assert_true(debuginfo_object(debug, fact("global_table") + 9, name, sizeof name, &offset, &decl));
    assert_string_equal(name, "global_table");
    assert_int_equal(offset, 9);
    assert_int_equal(decl.line, fact("line:global_table"));
    assert_string_equal(decl.function, "");
    assert_sample_file(decl.file);
    assert_true(debuginfo_object(debug, fact("file_static"), name, sizeof name, &offset, NULL));
    assert_string_equal(name, "file_static");
    assert_true(debuginfo_object(debug, fact("counter"), name, sizeof name, &offset, &decl));
    assert_string_equal(name, "counter");
    assert_int_equal(offset, 4);
    assert_int_equal(decl.line, fact("line:counter"));
    assert_string_equal(decl.function, "bump");
    assert_false(debuginfo_object(debug, 16, name, sizeof name, &offset, &decl));
    assert_false(debuginfo_object(debug, fact("bump"), name, sizeof name, &offset, &decl));
    assert_true(debuginfo_tls_object(debug, fact("tls_table") + 5, name, sizeof name, &offset));
    assert_string_equal(name, "tls_table");
    assert_int_equal(offset, 5);
    assert_true(debuginfo_tls_object(debug, fact("tls_first"), name, sizeof name, &offset));
    assert_string_equal(name, "tls_first");
    assert_false(debuginfo_tls_object(debug, 1 << 20, name, sizeof name, &offset));
}

static void knows_nothing_about_other_files(void **state)
{
    (void)state;
    const char *files[] = { "/no/such/file", "/etc/passwd", "/" };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct debuginfo *d = debuginfo_open(files[i]);
        struct source_place p;
        char name[64];
        uint64_t offset;
        assert_non_null(d);
        assert_false(debuginfo_available(d));
        assert_false(debuginfo_place(d, 4096, &p));
        assert_false(debuginfo_function(d, 4096, &p));
        assert_false(debuginfo_object(d, 4096, name, sizeof name, &offset, &p));
        assert_false(debuginfo_tls_object(d, 0, name, sizeof name, &offset));
        assert_null(debuginfo_struct(d, "number", 4));
        debuginfo_close(&d);
        debuginfo_close(&d);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s SAMPLE\n", argv[0]);
        return 2;
    }
    sample = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_code),
        cmocka_unit_test(names_library_functions),
        cmocka_unit_test(names_data),
        cmocka_unit_test(knows_nothing_about_other_files),
    };
    return cmocka_run_group_tests(tests, open_sample, close_sample);
}
