/* The audit: which differences between two executions are differences, and what it says of them. */
#include "model_fixture.h"

#include "step/audit.h"
#include "step/audit_message.h"
#include "step/execute.h"
#include "step/guard.h"
#include "step/outlines.h"

static struct effects zeros, poisoned;

/* Stands for the program: a step that leaves its filling behind where it writes nothing, and more when it is told to. */
uint64_t execute_runs;
bool guard_untrusted;
static bool hidden_input;

/* Stands for what the debug information says: of every type the same. */
static struct outline outline;
const struct outline *outline_of_message(const struct hr_type *type)
{
    outline.size = type->size;
    return &outline;
}
const struct outline *outline_of_part(const struct outline *holder, const struct hr_part *part)
{
    (void)part;
    return holder;
}
bool outline_may_be_unwritten(const struct outline *o, const unsigned char *bytes, size_t at)
{
    (void)bytes, (void)at;
    return !o->known;
}
void outline_field_name(const struct outline *o, size_t at, struct text *out)
{
    (void)o, (void)at;
    text_add(out, "field");
}

void execute_step(const struct step *s, struct conditions under, struct effects *out)
{
    (void)s;
    execute_runs++;
    effects_clear(out);
    unsigned char *bytes = effects_add(out, &(struct effect){ .kind = EFFECT_STATE, .size = 8 });
    memset(bytes, under.poison, 8);
    bytes[0] = hidden_input ? (unsigned char)(1 + execute_runs) : 7;
}

static int clear_logs(void **state)
{
    (void)state;
    effects_clear(&zeros);
    effects_clear(&poisoned);
    return 0;
}

static void add(struct effects *e, const struct effect *what, const void *bytes)
{
    memcpy(effects_add(e, what), bytes, what->size);
}

static void expect_same(void)
{
    char why[300];
    struct text t = text_in(why, sizeof why);
    bool stack_differs;
    assert_true(audit_same(&zeros, &poisoned, &stack_differs, &t));
    assert_false(stack_differs);
    assert_string_equal(why, "");
}

static void expect_different(const char *because)
{
    char why[300];
    struct text t = text_in(why, sizeof why);
    bool stack_differs;
    assert_false(audit_same(&zeros, &poisoned, &stack_differs, &t));
    assert_non_null(strstr(why, because));
}

static void equal_logs_are_the_same(void **state)
{
    (void)state;
    expect_same();
    struct effect send = { .kind = EFFECT_SEND, .actor = thing(1), .size = 4, .head = { .type = &number_type, .size = 4 } };
    add(&zeros, &send, "abcd");
    add(&poisoned, &send, "abcd");
    add(&zeros, &(struct effect){ .kind = EFFECT_CHOICE, .number = 1, .of = 3 }, "");
    add(&poisoned, &(struct effect){ .kind = EFFECT_CHOICE, .number = 1, .of = 3 }, "");
    expect_same();
}

static void unwritten_bytes_are_no_difference(void **state)
{
    (void)state;
    static const struct effect left = { .kind = EFFECT_STATE, .size = 4 };
    add(&zeros, &left, "\1\0\0\2");
    add(&poisoned, &left, "\1\xa5\xa5\2");
    expect_same();
    clear_logs(state);
    add(&zeros, &left, "\1\xa5\0\2"); /* the other way about it was written: with something hidden */
    add(&poisoned, &left, "\1\0\0\2");
    expect_different("the state that it leaves behind differs");
    clear_logs(state);
    add(&zeros, &left, "\1\0\0\2");
    add(&poisoned, &left, "\1\xa4\0\2");
    expect_different("the state that it leaves behind differs");
}

static void unwritten_bytes_of_messages_differ(void **state)
{
    struct effect send = { .kind = EFFECT_SEND, .actor = thing(1), .size = 4, .of = 12, .head = { .type = &number_type, .size = 4 } };
    struct finding f = { 0 };
    add(&zeros, &send, "\1\0\0\2");
    add(&poisoned, &send, "\1\xa5\xa5\2");
    expect_same(); /* nothing is known of the type */
    assert_false(audit_message_unwritten(&zeros, &poisoned, &f));
    outline.known = true;
    expect_different("the content of Number sent to thing.1 differs");
    assert_true(audit_message_unwritten(&zeros, &poisoned, &f));
    assert_string_equal(f.text, "the message Number is sent with its field field uninitialised");
    assert_int_equal(f.line, 12);
    clear_logs(state);
    add(&zeros, &send, "\1\3\0\2"); /* that was written */
    add(&poisoned, &send, "\1\4\0\2");
    expect_different("the content of Number sent to thing.1 differs");
    assert_false(audit_message_unwritten(&zeros, &poisoned, &f));
    outline.known = false;
}

static void names_what_differs(void **state)
{
    (void)state;
    struct effect send = { .kind = EFFECT_SEND, .actor = thing(1), .size = 1, .head = { .type = &number_type, .size = 1 } };
    struct effect create = { .kind = EFFECT_CREATE, .actor = thing(2), .size = 1 }, shared = { .kind = EFFECT_SHARED, .size = 1 };
    static const char *const names[] = { "the content of Number sent to thing.1 differs", "the first state of thing.2 differs",
                                         "shared memory differs" };
    struct effect all[] = { send, create, shared };
    for (size_t i = 0; i < COUNT(all); i++) {
        clear_logs(state);
        add(&zeros, &all[i], "a");
        add(&poisoned, &all[i], "b");
        expect_different(names[i]);
    }
}

static void other_effects_are_different(void **state)
{
    (void)state;
    const struct effect base = { .kind = EFFECT_SEND, .actor = thing(1), .head = { .type = &number_type, .sender = 2 } };
    struct effect others[] = { base, base, base, base, base, base, base };
    others[0].kind = EFFECT_CREATE;
    others[1].actor = thing(2);
    others[2].head.sender = 3;
    others[3].head.flags = MESSAGE_CALL;
    others[4].head.clock = 5;
    others[5].head.type = NULL;
    others[6].head.delay = 5;
    for (size_t i = 0; i < COUNT(others); i++) {
        clear_logs(state);
        add(&zeros, &base, "");
        add(&poisoned, &others[i], "");
        expect_different("it does not do the same things");
    }
    clear_logs(state);
    add(&zeros, &base, "");
    expect_different("more in one run");
    add(&poisoned, &base, "");
    add(&poisoned, &base, "");
    expect_different("more in one run");
}

static void notes_are_not_compared(void **state)
{
    (void)state;
    add(&zeros, &(struct effect){ .kind = EFFECT_NOTE, .size = 4 }, "at 1");
    add(&poisoned, &(struct effect){ .kind = EFFECT_NOTE, .size = 4 }, "at 2");
    expect_same();
}

static void failures_are_compared_by_kind(void **state)
{
    (void)state;
    zeros.failed = true;
    zeros.finding = (struct finding){ .kind = KIND_CRASH, .text = "segmentation fault" };
    expect_different("it fails only sometimes: segmentation fault");
    poisoned.failed = true;
    poisoned.finding = (struct finding){ .kind = KIND_ASSERTION, .text = "x > 0" };
    expect_different("it fails only sometimes");
    poisoned.finding.kind = KIND_CRASH;
    expect_same();
    zeros.failed = false;
    poisoned.finding = (struct finding){ .kind = KIND_ASSERTION, .text = "x > 0" };
    expect_different("it fails only sometimes: x > 0");
}

static void audits_a_step(void **state)
{
    (void)state;
    struct step s = { .local = local_of(thing(1), 1) };
    uint64_t runs = execute_runs;
    assert_true(audit_step(&s, &zeros, &poisoned));
    assert_false(zeros.failed);
    assert_int_equal(execute_runs, runs + 1); /* the second run does not count */
    assert_memory_equal(effect_bytes(effects_next(&zeros, NULL)), "\7\0\0\0\0\0\0\0", 8); /* the first one's effects do */
    hidden_input = true;
    assert_false(audit_step(&s, &zeros, &poisoned));
    assert_true(zeros.failed);
    assert_int_equal(zeros.finding.kind, KIND_NONDETERMINISM);
    assert_non_null(strstr(zeros.finding.text, "the state that it leaves behind differs"));
    assert_string_equal(zeros.finding.actor, "thing.1");
    guard_untrusted = true; /* the step was left inside a library: nothing is compared */
    assert_true(audit_step(&s, &zeros, &poisoned));
    guard_untrusted = false;
}

static int open_model(void **state)
{
    (void)state;
    effects_init(&zeros);
    effects_init(&poisoned);
    model_open(&channel_unordered, false);
    thing(1);
    thing(2);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(equal_logs_are_the_same, clear_logs),
        cmocka_unit_test_setup(unwritten_bytes_are_no_difference, clear_logs),
        cmocka_unit_test_setup(unwritten_bytes_of_messages_differ, clear_logs),
        cmocka_unit_test_setup(names_what_differs, clear_logs),
        cmocka_unit_test_setup(other_effects_are_different, clear_logs),
        cmocka_unit_test_setup(notes_are_not_compared, clear_logs),
        cmocka_unit_test_setup(failures_are_compared_by_kind, clear_logs),
        cmocka_unit_test_setup(audits_a_step, clear_logs),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
