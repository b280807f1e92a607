/* The option table: values, limits, and what is said about mistakes. */
#include "unit.h"

#include "options/options.h"

static struct options o;
static char *said;

/* Parses the words, up to NULL, with the defaults before; `said` is what was printed to standard error. */
static bool parse(int command, char **words)
{
    size_t size;
    int count = 0;
    FILE *before = stderr;
    while (words[count] != NULL) {
        count++;
    }
    free(said);
    said = NULL;
    stderr = open_memstream(&said, &size);
    options_defaults(&o);
    bool good = options_parse(&o, command, count, words);
    fclose(stderr);
    stderr = before;
    assert_true(good == (size == 0)); /* whoever says no says why */
    return good;
}

#define WORDS(...) ((char *[]){ __VA_ARGS__, NULL })
#define GOOD(...) assert_true(parse(FOR_CHECK, WORDS(__VA_ARGS__)))
#define BAD(message, ...)                                   \
    do {                                                    \
        assert_false(parse(FOR_CHECK, WORDS(__VA_ARGS__))); \
        assert_string_equal(said, message);                 \
    } while (0)

static void has_defaults(void **state)
{
    (void)state;
    GOOD("./program");
    assert_int_equal(o.job.search, SEARCH_AUTO);
    assert_int_equal(o.job.seed, 1);
    assert_int_equal(o.job.channel, CHANNEL_PAIRWISE);
    assert_false(o.job.channel_given);
    assert_int_equal(o.job.time_max_ms, 60000);
    assert_int_equal(o.job.arena_bytes, 1 << 20);
    assert_int_equal(o.job.watchdog_wall_ms, 10 * o.job.watchdog_cpu_ms);
    assert_true(o.job.guards && o.job.memo && !o.job.keep_going && !o.quiet);
    assert_true(o.human == stdout);
    assert_int_equal(o.argument_count, 1);
}

static void stops_at_the_program(void **state)
{
    (void)state;
    char *words[] = { "-k", "./program", "--search", "nonsense", NULL };
    assert_true(parse(FOR_CHECK, words));
    assert_int_equal(o.argument_count, 3);
    assert_ptr_equal(o.arguments, words + 1);
    GOOD("-q", "--", "-odd-name");
    assert_string_equal(o.arguments[0], "-odd-name");
    GOOD("-");
    assert_string_equal(o.arguments[0], "-");
    GOOD("-q");
    assert_int_equal(o.argument_count, 0);
}

static void takes_values_in_every_notation(void **state)
{
    (void)state;
    char *notations[][3] = {
        { "--channel", "unordered" }, { "--channel=unordered" }, { "-c", "unordered" }, { "-cunordered" }, { "-c=unordered" }
    };
    for (size_t i = 0; i < COUNT(notations); i++) {
        assert_true(parse(FOR_CHECK, notations[i]));
        assert_int_equal(o.job.channel, CHANNEL_UNORDERED);
        assert_true(o.job.channel_given);
    }
}

static void takes_every_value_of_every_axis(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const struct axis *axis;
        const void *field;
    } axes[] = {
        { "search", &axis_search, &o.job.search },
        { "reduction", &axis_reduction, &o.job.reduction },
        { "store", &axis_store, &o.job.store },
        { "on-full", &axis_on_full, &o.job.on_full },
        { "identity", &axis_identity, &o.job.identity },
        { "channel", &axis_channel, &o.job.channel },
        { "env", &axis_environment, &o.job.environment },
        { "unhandled", &axis_unhandled, &o.job.unhandled },
        { "undeliverable", &axis_undeliverable, &o.job.undeliverable },
        { "timers", &axis_timers, &o.job.timers },
    };
    for (size_t i = 0; i < COUNT(axes); i++) {
        for (int k = 0; k < axes[i].axis->count; k++) {
            char word[80];
            snprintf(word, sizeof word, "--%s=%s", axes[i].name, axes[i].axis->values[k].name);
            if (strcmp(axes[i].name, "reduction") == 0 && k != REDUCTION_NONE) {
                continue; /* some need a search of their own */
            }
            GOOD(word);
            assert_int_equal(*(const int *)axes[i].field, k);
        }
    }
    GOOD("--store", "exact");
    assert_true(o.store_given && !o.search_given);
}

static void the_last_one_counts(void **state)
{
    (void)state;
    GOOD("--search", "bfs", "-s", "dfs", "--time", "5m", "-t1s");
    assert_int_equal(o.job.search, SEARCH_DFS);
    assert_int_equal(o.job.time_max_ms, 1000);
}

static void reads_sizes_and_durations(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes;
    } sizes[] = { { "40000", 40000 }, { "64K", 64 << 10 },           { "64k", 64 << 10 },    { "2M", 2 << 20 }, { "1.5M", 3 << 19 },
                  { "1G", 1 << 30 },  { "3GiB", (uint64_t)3 << 30 }, { "512KB", 512 << 10 }, { "1m", 1 << 20 } };
    static const struct {
        const char *text;
        uint64_t ms;
    } durations[] = { { "90", 90000 },
                      { "90s", 90000 },
                      { "5m", 300000 },
                      { "2h", 7200000 },
                      { "250ms", 250 },
                      { "0.5s", 500 },
                      { "0", UINT64_MAX /* never */ },
                      { "0s", UINT64_MAX },
                      { "1.5h", 5400000 } };
    char word[80];
    for (size_t i = 0; i < COUNT(sizes); i++) {
        snprintf(word, sizeof word, "--memory=%s", sizes[i].text);
        GOOD(word);
        assert_int_equal(o.job.memory_max, sizes[i].bytes);
    }
    for (size_t i = 0; i < COUNT(durations); i++) {
        snprintf(word, sizeof word, "--time=%s", durations[i].text);
        GOOD(word);
        assert_int_equal(o.job.time_max_ms, durations[i].ms);
    }
}

static void refuses_other_sizes_and_durations(void **state)
{
    (void)state;
    static const char *const bad[] = { "",    "x",   "M",    "-1",  "+1",  " 1",    "1 ",   "1T",
                                       "1MM", "1e9", "0x10", "inf", "nan", "1.2.3", "1,5M", "0.0001" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        char size[80], time[80];
        snprintf(size, sizeof size, "--memory=%s", bad[i]);
        snprintf(time, sizeof time, "--time=%s", bad[i]);
        assert_false(parse(FOR_CHECK, WORDS(size)));
        assert_false(parse(FOR_CHECK, WORDS(time)));
    }
    BAD("harrier: --memory takes a size such as 500M, not '5x'\n", "--memory", "5x");
    BAD("harrier: --time takes a duration such as 90s, not 'soon'\n", "-t", "soon");
}

static void units_belong_to_one_kind(void **state)
{
    (void)state;
    BAD("harrier: --memory takes a size such as 500M, not '64ms'\n", "--memory", "64ms");
    BAD("harrier: --time takes a duration such as 90s, not '5mB'\n", "--time", "5mB");
    BAD("harrier: --time takes a duration such as 90s, not '5siB'\n", "--time", "5siB");
}

static void refuses_what_no_number_holds(void **state)
{
    (void)state;
    BAD("harrier: --memory takes a size such as 500M, not '99999999999999G'\n", "--memory", "99999999999999G");
    BAD("harrier: --time takes a duration such as 90s, not '99999999999999999999h'\n", "--time", "99999999999999999999h");
    BAD("harrier: --depth takes a number, not '18446744073709551616'\n", "--depth", "18446744073709551616");
    BAD("harrier: --audit takes a number, not '4294967296'\n", "--audit", "4294967296");
}

static void reads_numbers(void **state)
{
    (void)state;
    GOOD("--depth", "18446744073709551615", "--deliveries=1", "--audit", "4294967295");
    assert_true(o.job.depth_max == UINT64_MAX && o.job.deliveries_max == 1 && o.job.audit_every == UINT32_MAX);
    GOOD("--audit=0");
    assert_int_equal(o.job.audit_every, 0);
    BAD("harrier: --deliveries takes a number, not '0'\n", "-n", "0");
    BAD("harrier: --depth takes a number, not '1K'\n", "--depth", "1K");
    BAD("harrier: --depth takes a number, not '-1'\n", "--depth=-1");
}

static void takes_flags_and_texts(void **state)
{
    (void)state;
    GOOD("-k", "--no-guards", "--no-memo", "-v", "--outdir", "here", "--color=never", "--test", "one");
    assert_true(o.job.keep_going && !o.job.guards && !o.job.memo && o.verbose);
    assert_string_equal(o.outdir, "here");
    assert_string_equal(o.job.test, "one");
    char word[200];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    assert_false(parse(FOR_CHECK, WORDS("--test", word)));
    BAD("harrier: --quiet takes no value\n", "--quiet=yes");
    BAD("harrier: --color takes auto, always or never, not 'maybe'\n", "--color", "maybe");
    BAD("harrier: --outdir needs a value: DIR\n", "--outdir");
}

static void takes_outputs(void **state)
{
    (void)state;
    GOOD("-o", "json:out.json", "-o", "ends:-");
    assert_int_equal(o.output_count, 2);
    assert_int_equal(o.outputs[0].kind, OUTPUT_JSON);
    assert_string_equal(o.outputs[0].file, "out.json");
    assert_string_equal(o.outputs[1].file, "-");
    assert_true(o.job.record_ends);
    assert_ptr_not_equal(o.human, stdout); /* that is for a machine now */
    static char *const bad[] = { "json", "json:", ":file", "xml:file", "jso:file", "" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_false(parse(FOR_CHECK, WORDS("-o", bad[i])));
    }
    char *many[2 * OUTPUTS_MAX + 3];
    for (int i = 0; i <= OUTPUTS_MAX; i++) {
        many[2 * i] = "-o";
        many[2 * i + 1] = "json:x";
    }
    many[2 * OUTPUTS_MAX] = NULL;
    assert_true(parse(FOR_CHECK, many));
    many[2 * OUTPUTS_MAX] = "-o";
    many[2 * OUTPUTS_MAX + 2] = NULL;
    assert_false(parse(FOR_CHECK, many));
}

static void suggests_the_nearest(void **state)
{
    (void)state;
    BAD("harrier: unknown channel 'unorderd'; did you mean 'unordered'? ('harrier list channel' shows all)\n", "-c", "unorderd");
    BAD("harrier: unknown search 'xyz' ('harrier list search' shows all)\n", "--search", "xyz");
    BAD("harrier: unknown option '--serach'; did you mean '--search'?\nTry 'harrier --help'.\n", "--serach=dfs");
    BAD("harrier: unknown option '-Z'\nTry 'harrier --help'.\n", "-Z");
    assert_false(parse(FOR_REPLAY, WORDS("--search", "dfs"))); /* an option of another command */
    assert_false(parse(FOR_CHECK, WORDS("--gdb")));
    assert_true(parse(FOR_REPLAY, WORDS("--gdb", "--break", "3")));
    assert_string_equal(o.break_at, "3");
    assert_true(parse(FOR_REPLAY, WORDS("--gdb", "--break=critical")));
}

static void nearest_counts_edits(void **state)
{
    (void)state;
    static const char *const names[] = { "dfs", "bfs", "stateless" };
    assert_string_equal(nearest("dsf", names, 3), "dfs"); /* swapped neighbours are one edit */
    assert_string_equal(nearest("sttaeless", names, 3), "stateless");
    assert_string_equal(nearest("bf", names, 3), "bfs");
    assert_null(nearest("random", names, 3));
    assert_null(nearest("", names, 3));
    assert_null(nearest("dfs", names, 0));
    char word[200];
    for (size_t length = 60; length < sizeof word; length++) {
        memset(word, 'q', length);
        word[length] = '\0';
        assert_null(nearest(word, names, 3)); /* however long */
    }
}

static void refuses_what_does_not_go_together(void **state)
{
    (void)state;
    assert_false(parse(FOR_CHECK, WORDS("--search", "stateless", "--store", "exact")));
    assert_false(parse(FOR_CHECK, WORDS("--identity", "basset", "--search", "stateless")));
    GOOD("--search", "stateless");
    assert_false(parse(FOR_CHECK, WORDS("--stack", "1K")));
    assert_false(parse(FOR_CHECK, WORDS("--arena", "8K")));
    assert_false(parse(FOR_CHECK, WORDS("--search", "pos", "--store", "exact")));
    assert_false(parse(FOR_CHECK, WORDS("--search", "pos", "--order", "lifo")));
    assert_false(parse(FOR_CHECK, WORDS("--search", "pos", "--reduction", "transdpor")));
    assert_false(parse(FOR_CHECK, WORDS("--search", "auto", "--identity", "jacco")));
    assert_false(parse(FOR_CHECK, WORDS("--search", "random", "--identity", "basset")));
    assert_true(parse(FOR_CHECK, WORDS("--search", "auto", "--identity", "canonical")));
    assert_true(parse(FOR_CHECK, WORDS("--search", "random", "--identity", "canonical")));
    GOOD("--search", "auto", "--store", "fingerprint");
    BAD("harrier: --bug-depth goes with --search pct or pctcp\n", "--search", "pos", "--bug-depth", "2");
    BAD("harrier: --seed goes with a search that samples: random, pos, pct, pctcp, delay or auto\n", "-s", "dfs", "--seed", "1");
    BAD("harrier: --runs goes with a search that samples: random, pos, pct, pctcp, delay or auto\n", "-s", "bfs", "--runs", "1");
    GOOD("--help", "--stack", "1K"); /* whoever asks for help gets it */
    assert_true(o.help);
}

/* How much is sampled when nobody says so, and from which seed. */
static void samples_until(void **state)
{
    (void)state;
    GOOD("--search", "random");
    assert_int_equal(o.job.runs_max, 1000);
    assert_int_equal(o.job.bug_depth, 3);
    GOOD("--search", "random", "--time", "5s");
    assert_true(o.job.runs_max == UINT64_MAX);
    GOOD("--search", "pct", "--deliveries", "5", "--bug-depth", "64");
    assert_true(o.job.runs_max == UINT64_MAX);
    assert_int_equal(o.job.bug_depth, 64);
    GOOD("--search", "auto");
    assert_true(o.job.runs_max == UINT64_MAX);
    GOOD("--search", "auto", "--time", "5s", "--runs", "7", "--seed", "9223372036854775807");
    assert_int_equal(o.job.runs_max, 7);
    assert_true(o.job.seed == INT64_MAX);
    GOOD("--search", "delay", "--seed", "0");
    assert_int_equal(o.job.seed, 0);
    BAD("harrier: --seed takes a number, not '9223372036854775808'\n", "-s", "pos", "--seed", "9223372036854775808");
    BAD("harrier: --runs takes a number, not '0'\n", "-s", "pos", "--runs", "0");
    BAD("harrier: --bug-depth takes a number from 1 to 64, not '0'\n", "-s", "pct", "--bug-depth", "0");
    BAD("harrier: --bug-depth takes a number from 1 to 64, not '65'\n", "-s", "pct", "--bug-depth", "65");
    /* Two checks that nobody gave a seed have different ones; the same twice has a chance of 2^-64. */
    uint64_t seeds[3];
    for (size_t i = 0; i < COUNT(seeds); i++) {
        GOOD("--search", "random");
        seeds[i] = o.job.seed;
    }
    assert_true(seeds[0] != seeds[1] || seeds[1] != seeds[2]);
}

static void help_has_every_option_of_a_command(void **state)
{
    (void)state;
    static const struct {
        int command;
        const char *has, *has_not;
    } cases[] = { { FOR_CHECK, "--search NAME", "--gdb" }, { FOR_REPLAY, "--gdb", "--search" }, { FOR_LIST, "--help", "--quiet" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        options_help(out, cases[i].command);
        fclose(out);
        assert_non_null(strstr(text, cases[i].has));
        assert_null(strstr(text, cases[i].has_not));
        free(text);
    }
}

static int forget(void **state)
{
    (void)state;
    free(said);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_defaults),
        cmocka_unit_test(stops_at_the_program),
        cmocka_unit_test(takes_values_in_every_notation),
        cmocka_unit_test(takes_every_value_of_every_axis),
        cmocka_unit_test(the_last_one_counts),
        cmocka_unit_test(reads_sizes_and_durations),
        cmocka_unit_test(refuses_other_sizes_and_durations),
        cmocka_unit_test(units_belong_to_one_kind),
        cmocka_unit_test(refuses_what_no_number_holds),
        cmocka_unit_test(reads_numbers),
        cmocka_unit_test(takes_flags_and_texts),
        cmocka_unit_test(takes_outputs),
        cmocka_unit_test(suggests_the_nearest),
        cmocka_unit_test(nearest_counts_edits),
        cmocka_unit_test(refuses_what_does_not_go_together),
        cmocka_unit_test(samples_until),
        cmocka_unit_test(help_has_every_option_of_a_command),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
