/* Schedules as text: what is written is read back, and nothing else is taken for a delivery. */
#include "unit.h"

#include "trace/schedule.h"

/* Reads one step from a copy that ends where the text does, so that reading on is noticed. */
static int read_one(const char *text, size_t size, struct schedule_step *out, char *why, size_t why_size)
{
    char *copy = malloc(size + 1);
    memcpy(copy, text, size);
    copy = realloc(copy, size == 0 ? 1 : size);
    const char *at = copy;
    struct text error = text_in(why, why_size);
    int got = schedule_read_step(&at, copy + size, out, &error);
    assert_true(at >= copy && at <= copy + size);
    assert_true((got == -1) == (error.length != 0));
    free(copy);
    return got;
}

static void expect_step(const char *text, const char *to, const char *type, const char *from, uint32_t n, bool reply, size_t choices)
{
    struct schedule_step s;
    char why[300];
    assert_int_equal(read_one(text, strlen(text), &s, why, sizeof why), 1);
    assert_string_equal(s.to, to);
    assert_string_equal(s.type, type);
    assert_string_equal(s.from, from);
    assert_int_equal(s.n, n);
    assert_int_equal(s.reply, reply);
    assert_int_equal(s.choice_count, choices);
}

static void reads_deliveries(void **state)
{
    (void)state;
    expect_step("server <- Get from client\n", "server", "Get", "client", 1, false, 0);
    expect_step("client <- reply Value from server", "client", "Value", "server", 1, true, 0);
    expect_step("server <- Set #2 from client", "server", "Set", "client", 2, false, 0);
    expect_step("worker <- Work from main choose 1 0 4294967295", "worker", "Work", "main", 1, false, 3);
    expect_step(" \tworker.2 <-\tWork   #4294967295 from a/b.1/c.2 \r\nnext", "worker.2", "Work", "a/b.1/c.2", UINT32_MAX, false, 0);
    /* Names that are also words of the format. */
    expect_step("test <- from from choose", "test", "from", "choose", 1, false, 0);
    expect_step("channel <- channel from harrier", "channel", "channel", "harrier", 1, false, 0);
}

static void skips_settings_comments_and_empty_lines(void **state)
{
    (void)state;
    expect_step("harrier schedule 1\n# program ./x y\n\n  \t\r\nchannel unordered\ntest t\nkind deadlock\n#\na <- B from c\n", "a", "B",
                "c", 1, false, 0);
    struct schedule_step s;
    char why[300];
    assert_int_equal(read_one("", 0, &s, why, sizeof why), 0);
    assert_int_equal(read_one("\n\n# end", 7, &s, why, sizeof why), 0);
}

static void complains_about_other_lines(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "server",
        "server <-",
        "server <- Get",
        "server <- Get from",
        "server -> Get from client",
        "server Get from client",
        "<- Get from client",
        "server <- Get #0 from client",
        "server <- Get # from client",
        "server <- Get #x from client",
        "server <- Get #4294967296 from client",
        "server <- Get #-1 from client",
        "server <- Get #99999999999999999999999 from c",
        "server <- Get by client",
        "server <- Get from client choose",
        "server <- Get from client choose x",
        "server <- Get from client choose 1 -2",
        "server <- Get from client choose 4294967296",
        "server <- Get from client 1",
        "client <- reply",
        "client <- reply Value",
        "channel",
        "test",
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct schedule_step s;
        char why[300];
        assert_int_equal(read_one(lines[i], strlen(lines[i]), &s, why, sizeof why), -1);
        assert_non_null(strstr(why, lines[i])); /* it is quoted */
    }
}

static void goes_on_after_a_bad_line(void **state)
{
    (void)state;
    static const char text[] = "bad line\na <- B from c\n";
    const char *at = text, *end = text + strlen(text);
    struct schedule_step s;
    char why[300];
    struct text error = text_in(why, sizeof why);
    assert_int_equal(schedule_read_step(&at, end, &s, &error), -1);
    assert_int_equal(schedule_read_step(&at, end, &s, &error), 1);
    assert_string_equal(s.to, "a");
    assert_int_equal(schedule_read_step(&at, end, &s, &error), 0);
    assert_int_equal(schedule_read_step(&at, end, &s, &error), 0);
}

static void limits_choices(void **state)
{
    (void)state;
    char line[400] = "a <- B from c choose", why[300];
    struct schedule_step s;
    for (int i = 0; i < CHOICES_MAX; i++) {
        strcat(line, " 1");
    }
    assert_int_equal(read_one(line, strlen(line), &s, why, sizeof why), 1);
    assert_int_equal(s.choice_count, CHOICES_MAX);
    char longer[400];
    snprintf(longer, sizeof longer, "%.380s 1", line);
    assert_int_equal(read_one(longer, strlen(longer), &s, why, sizeof why), -1);
    strcat(line, " late"); /* these have places of their own */
    for (int i = 0; i < LOOKS_MAX; i++) {
        strcat(line, " 1");
    }
    assert_int_equal(read_one(line, strlen(line), &s, why, sizeof why), 1);
    assert_int_equal(s.choice_count, CHOICES_MAX + LOOKS_MAX);
    strcat(line, " 1");
    assert_int_equal(read_one(line, strlen(line), &s, why, sizeof why), -1);
}

static void reads_late_looks(void **state)
{
    (void)state;
    char why[300];
    struct schedule_step s;
    static const char line[] = "a <- B from c choose 7 0 late 2 5";
    assert_int_equal(read_one(line, strlen(line), &s, why, sizeof why), 1);
    assert_int_equal(s.choice_count, 4);
    assert_int_equal(answer_choice(s.choices, s.choice_count, 0), 7);
    assert_int_equal(answer_choice(s.choices, s.choice_count, 1), 0);
    assert_int_equal(answer_choice(s.choices, s.choice_count, 2), 0);
    for (uint32_t look = 1; look < 7; look++) {
        assert_int_equal(answer_late(s.choices, s.choice_count, look), look == 2 || look == 5);
    }
    static const char *const wrong[] = {
        "a <- B from c late",          "a <- B from c late 0",         "a <- B from c choose late 1", "a <- B from c late 1 choose 1",
        "a <- B from c late 1 late 2", "a <- B from c late x",         "a <- B from c soon 1",        "a <- B from c lost",
        "a <- B from c lost 0",        "a <- B from c twice 1 lost 1", "a <- B from c crash",         "a <- B from c restart 16777216"
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_int_equal(read_one(wrong[i], strlen(wrong[i]), &s, why, sizeof why), -1);
    }
}

static void random_name(char *out, size_t most)
{
    static const char characters[] = "abcXYZ019_./<>-#$~\"'\\%:=\xc3\xa4";
    size_t length = 1 + random_below((uint32_t)most - 1);
    for (size_t i = 0; i < length; i++) {
        out[i] = characters[random_below(sizeof characters - 1)];
    }
    out[0] = "abcXYZ_"[random_below(7)]; /* as names in a program begin */
    out[length] = '\0';
}

static void written_steps_are_read_back(void **state)
{
    (void)state;
    static const char *const words[] = { "reply", "from", "choose", "late", "test", "channel", "harrier", "kind", "env", "unhandled" };
    for (int round = 0; round < 5000; round++) {
        struct schedule_step s = { .n = random_below(3) == 0 ? (uint32_t)random_bits() | 1 : 1 }, got;
        s.reply = random_below(2) == 0;
        char *names[] = { s.to, s.type, s.from }, line[3000], why[300];
        for (size_t i = 0; i < COUNT(names); i++) {
            random_name(names[i], random_below(10) == 0 ? SCHEDULE_NAME : 12);
            if (random_below(10) == 0) {
                strcpy(names[i], words[random_below(COUNT(words))]);
            }
        }
        s.choice_count = random_below(4) == 0 ? random_below(CHOICES_MAX + 1) : 0;
        for (size_t i = 0; i < s.choice_count; i++) {
            s.choices[i] = (struct answer){ .value = (uint32_t)random_bits() };
        }
        for (uint32_t late = random_below(3) == 0 ? random_below(LOOKS_MAX + 1) : 0; late > 0; late--) {
            s.choices[s.choice_count++] = (struct answer){ .look = ((uint32_t)random_bits() & 0xffff) | 1, .value = 1 };
        }
        for (unsigned kind = 0; kind < FAULT_KINDS; kind++) {
            for (uint32_t n = random_below(3) == 0 ? random_below(FAULTS_MAX / FAULT_KINDS + 1) : 0; n > 0; n--) {
                s.choices[s.choice_count++] =
                    (struct answer){ .look = answer_of_fault((enum fault_kind)kind, 1 + random_below(ANSWER_PLACES - 1)), .value = 1 };
            }
        }
        struct text t = text_in(line, sizeof line);
        schedule_write_step(&s, &t);
        assert_false(t.cut);
        assert_int_equal(line[t.length - 1], '\n');
        if (read_one(line, t.length, &got, why, sizeof why) != 1) {
            fail_msg("not read back: %s", line);
        }
        assert_string_equal(got.to, s.to);
        assert_string_equal(got.type, s.type);
        assert_string_equal(got.from, s.from);
        assert_int_equal(got.n, s.n);
        assert_int_equal(got.reply, s.reply);
        assert_int_equal(got.choice_count, s.choice_count);
        assert_memory_equal(got.choices, s.choices, sizeof s.choices);
    }
}

static void reads_settings(void **state)
{
    (void)state;
    static const char text[] = "harrier schedule 1\n# channel pairwise\n  channel\tunordered \r\n"
                               "test <- A from b\ntest mine\nkind\nenv own";
    char value[20];
    assert_true(schedule_is_one(text, strlen(text)));
    assert_true(schedule_setting(text, strlen(text), "channel", value, sizeof value));
    assert_string_equal(value, "unordered");
    assert_true(schedule_setting(text, strlen(text), "test", value, sizeof value));
    assert_string_equal(value, "mine");
    assert_true(schedule_setting(text, strlen(text), "env", value, sizeof value));
    assert_string_equal(value, "own");
    assert_false(schedule_setting(text, strlen(text), "kind", value, sizeof value));
    assert_false(schedule_setting(text, strlen(text), "unhandled", value, sizeof value));
    assert_true(schedule_setting(text, strlen(text), "channel", value, 4)); /* cut, never overrun */
    assert_string_equal(value, "uno");
    assert_false(schedule_setting("", 0, "channel", value, sizeof value));
}

static void knows_its_first_line(void **state)
{
    (void)state;
    assert_true(schedule_is_one("harrier schedule 1", 18));
    assert_true(schedule_is_one("harrier schedule 1\r\nrest", 24));
    assert_false(schedule_is_one("harrier schedule", 16));
    assert_false(schedule_is_one("harrier schedule 2\n", 19));
    assert_false(schedule_is_one("", 0));
}

static void knows_other_versions(void **state)
{
    (void)state;
    assert_false(schedule_is_one("harrier schedule 10\n", 20));
}

/* Random bytes, and schedules with a few bytes changed: every line is a delivery, a complaint, or skipped, and what is taken for
 * a delivery is one when it is written again. */
/* A zero would cut a name short, and the step would be another one. */
static void refuses_zeros(void **state)
{
    (void)state;
    static const char *const lines[] = { "a\0b <- T from c", "a <- T\0 from c", "\0 <- T from c", "# a\0b     x x x" };
    for (size_t i = 0; i < COUNT(lines); i++) {
        const char *at = lines[i];
        char error[200];
        struct text why = text_in(error, sizeof error);
        struct schedule_step step;
        assert_int_equal(schedule_read_step(&at, lines[i] + 14, &step, &why), -1);
    }
}

static void survives_random_bytes(void **state)
{
    (void)state;
    static const char good[] = "harrier schedule 1\nchannel unordered\nserver <- Get #2 from client\n"
                               "client <- reply V from server choose 1 2\n";
    for (int round = 0; round < 20000; round++) {
        char text[200], value[16], why[300];
        size_t size = 1 + random_below(sizeof text - 1);
        if (round % 2 == 0) {
            random_fill(text, size);
        } else {
            size = sizeof good - 1;
            memcpy(text, good, size);
            for (uint32_t n = 1 + random_below(4); n > 0; n--) {
                text[random_below((uint32_t)size)] = random_below(2) == 0 ? " \n\t#<-0r"[random_below(8)] : (char)random_bits();
            }
        }
        char *copy = malloc(size);
        memcpy(copy, text, size);
        const char *at = copy;
        struct schedule_step s, again;
        struct text error = text_in(why, sizeof why);
        int got, lines = 0;
        while ((got = schedule_read_step(&at, copy + size, &s, &error)) != 0) {
            assert_true(++lines <= (int)size);
            if (got == 1 && s.from[0] != '\0' && s.to[0] != '\0' && s.type[0] != '\0' && s.to[0] != '#') {
                char line[3000];
                struct text t = text_in(line, sizeof line);
                schedule_write_step(&s, &t);
                assert_int_equal(read_one(line, t.length, &again, why, sizeof why), 1);
                assert_string_equal(again.type, s.type);
            }
        }
        assert_ptr_equal(at, copy + size);
        if (schedule_setting(copy, size, "channel", value, sizeof value)) {
            assert_non_null(memchr(value, '\0', sizeof value));
        }
        schedule_is_one(copy, size);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_deliveries),
        cmocka_unit_test(skips_settings_comments_and_empty_lines),
        cmocka_unit_test(complains_about_other_lines),
        cmocka_unit_test(goes_on_after_a_bad_line),
        cmocka_unit_test(limits_choices),
        cmocka_unit_test(reads_late_looks),
        cmocka_unit_test(written_steps_are_read_back),
        cmocka_unit_test(reads_settings),
        cmocka_unit_test(knows_its_first_line),
        cmocka_unit_test(knows_other_versions),
        cmocka_unit_test(refuses_zeros),
        cmocka_unit_test(survives_random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
