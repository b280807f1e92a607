/* The audit: which differences between two executions are differences, and what it says of them. */
#include "model_fixture.h"

#include "actor/arena.h"
#include "audit/audit.h"
#include "audit/audit_message.h"
#include "audit/compare.h"
#include "guard/guard.h"
#include "guard/leftovers.h"
#include "image/allocations.h"
#include "image/image.h"
#include "image/outlines.h"

static struct effects zeros, poisoned;

/* Stands for the rest of the engine. There is one actor, at these addresses. */
uint64_t execute_runs;
struct guard guard;
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

/* One step has left something behind inside the C library. */
uint32_t leftovers_count(void)
{
    return 1;
}
void execute_step(const struct step *s, struct conditions under, struct effects *out)
{
    (void)s, (void)under, (void)out;
}

uint64_t audit_code(const struct step *s)
{
    (void)s;
    return 0;
}

static unsigned char arena[4096];
enum { STACK = 1024, FRESH_BLOCK = 2048, FREED_BLOCK = 3008 };
void image_measure_stack(uint32_t actor)
{
    (void)actor;
}
void arenas_extent(uintptr_t *from, uintptr_t *to)
{
    *from = (uintptr_t)arena;
    *to = *from + sizeof arena;
}
bool arena_of(const void *address, uint32_t *actor)
{
    *actor = 1;
    return (const unsigned char *)address >= arena && (const unsigned char *)address < arena + sizeof arena;
}
unsigned char *arena_stack_top(uint32_t actor)
{
    (void)actor;
    return arena + STACK;
}
size_t allocations_size(const void *block)
{
    return block == arena + FRESH_BLOCK ? 40 : block == arena + FREED_BLOCK ? 24 : 0;
}
uint64_t allocations_code(const void *block, size_t size)
{
    return block == arena + FRESH_BLOCK && size == 40 ? 0xc0de : 0;
}

/* Stands for the program: leaves its filling behind where it writes nothing, and more when it is told to. */
static enum {
    NOTHING,
    CHANCE,
    LEFTOVERS,
    FRESH_HEAP,
    FRESH_STACK,
    FREED,
    KEPT_TOO_LONG,
    REUSED,
    ONLY_APART,
    DAMAGED_FILLED,
    NO_ROOM
} hidden;
static int runs;

/* What is read at an offset of the arena where nobody wrote. */
static unsigned char read_at(struct conditions under, size_t offset, unsigned char filling)
{
    const unsigned char *at = arena + offset;
    return under.memory.from == NULL || (at >= under.memory.from && at < under.memory.to) ? filling : 0;
}

static unsigned char secret(struct conditions under)
{
    struct heap_filling m = under.memory;
    switch (hidden) {
    case CHANCE: return (unsigned char)runs;
    case LEFTOVERS: return under.leftover != 0;
    case FRESH_HEAP: return read_at(under, FRESH_BLOCK + 20, m.fresh) > 0x80; /* below zero */
    case FRESH_STACK: return (signed char)read_at(under, 100, m.fresh) > 0;
    case FREED: return read_at(under, FREED_BLOCK + 3, m.dead) & 1;
    case KEPT_TOO_LONG: return m.apart ? read_at(under, 900, m.dead) : 0;
    case REUSED: return m.apart && read_at(under, FREED_BLOCK + 3, m.dead) == AUDIT_POSITIVE;
    default: return 0;
    }
}

static void run(const void *what, struct conditions under, struct effects *out)
{
    (void)what;
    execute_runs++;
    runs++;
    heaps.allocations++;
    effects_clear(out);
    unsigned char *bytes = effects_add(out, &(struct effect){ .kind = EFFECT_STATE, .size = 8 });
    memset(bytes, under.memory.fresh, 8);
    bytes[0] = 7;
    bytes[1] = secret(under);
    out->no_room = hidden == NO_ROOM && under.memory.apart;
    bool filled = under.memory.dead != 0;
    if ((hidden == DAMAGED_FILLED && filled) || (hidden == ONLY_APART && under.memory.apart) || out->no_room) {
        out->failed = true;
        out->finding = (struct finding){ .kind = hidden == ONLY_APART ? KIND_ASSERTION : KIND_MEMORY, .text = "broken" };
    }
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

static bool are_same(void) /* says whether some bytes are partly written */
{
    char why[300];
    struct text t = text_in(why, sizeof why);
    struct compared also;
    assert_true(compare_effects(&zeros, &poisoned, 0xa5, &also, &t));
    assert_false(also.stack_differs);
    assert_string_equal(why, "");
    return also.partly_written;
}

static void expect_same(void)
{
    assert_false(are_same());
}

static void expect_different(const char *because)
{
    char why[300];
    struct text t = text_in(why, sizeof why);
    struct compared also;
    assert_false(compare_effects(&zeros, &poisoned, 0xa5, &also, &t));
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
    add(&poisoned, &left, "\1\xa7\0\2"); /* a bit that the filling does not have */
    expect_different("the state that it leaves behind differs");
}

static void unwritten_bits_are_no_difference_but_told(void **state)
{
    static const struct effect left = { .kind = EFFECT_STATE, .size = 2 };
    add(&zeros, &left, "\1\2");
    add(&poisoned, &left, "\1\xa2"); /* two bits written, the others as they were: 0, or those of 0xa5 */
    assert_true(are_same());
    clear_logs(state);
    add(&zeros, &left, "\1\1");
    add(&poisoned, &left, "\1\xa4"); /* a bit that was set is gone */
    expect_different("the state that it leaves behind differs");
}

static void unwritten_bytes_of_messages_differ(void **state)
{
    struct effect send = { .kind = EFFECT_SEND, .actor = thing(1), .size = 4, .of = 12, .head = { .type = &number_type, .size = 4 } };
    struct finding f = { 0 };
    add(&zeros, &send, "\1\0\0\2");
    add(&poisoned, &send, "\1\xa5\xa5\2");
    expect_same(); /* nothing is known of the type */
    assert_false(audit_message_unwritten(&zeros, &poisoned, 0xa5, &f));
    outline.known = true;
    expect_different("the content of Number sent to thing.1 differs");
    assert_true(audit_message_unwritten(&zeros, &poisoned, 0xa5, &f));
    assert_string_equal(f.text, "the message Number is sent with its field field uninitialised");
    assert_int_equal(f.line, 12);
    clear_logs(state);
    add(&zeros, &send, "\1\3\0\2"); /* that was written */
    add(&poisoned, &send, "\1\4\0\2");
    expect_different("the content of Number sent to thing.1 differs");
    assert_false(audit_message_unwritten(&zeros, &poisoned, 0xa5, &f));
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

static void answers_are_compared(void **state)
{
    (void)state;
    add(&zeros, &(struct effect){ .kind = EFFECT_ANSWER, .number = 1 }, "");
    add(&poisoned, &(struct effect){ .kind = EFFECT_ANSWER, .number = 0 }, "");
    expect_different("the answer differs");
}

static const struct audited step = { .run = run, .is_step = true, .code = 0x1234 };

static void expect_finding(int what, enum finding_kind kind, const char *text, uint64_t allocated)
{
    struct audited a = step;
    a.actor = thing(1);
    hidden = what;
    assert_false(audit(&a, true, &zeros, &poisoned));
    assert_true(zeros.failed);
    assert_int_equal(zeros.finding.kind, kind);
    assert_non_null(strstr(zeros.finding.text, text));
    assert_int_equal(zeros.finding.allocated, allocated);
    hidden = NOTHING;
}

static void audits_a_step(void **state)
{
    (void)state;
    uint64_t before = execute_runs;
    struct audited a = step;
    assert_true(audit(&a, true, &zeros, &poisoned));
    assert_false(zeros.failed);
    assert_int_equal(execute_runs, before + 1);                                           /* the other runs do not count */
    assert_memory_equal(effect_bytes(effects_next(&zeros, NULL)), "\7\0\0\0\0\0\0\0", 8); /* the first one's effects do */
}

static void finds_hidden_inputs(void **state)
{
    (void)state;
    expect_finding(CHANCE, KIND_NONDETERMINISM,
                   "something hidden (a library's static, the time): run again, the state that it leaves behind differs", 0);
    assert_string_equal(zeros.finding.actor, "thing.1");
    assert_int_equal(zeros.finding.pc, 0x1234);
    expect_finding(LEFTOVERS, KIND_NONDETERMINISM, "inside the C library", 0);
    hidden = CHANCE;
    guard.untrusted = true; /* the step was left inside a library: nothing is compared */
    assert_true(audit(&step, true, &zeros, &poisoned));
    guard.untrusted = false;
    hidden = NOTHING;
}

static void finds_what_reads_memory_that_is_nobodys(void **state)
{
    (void)state;
    expect_finding(FRESH_HEAP, KIND_MEMORY, "where nothing was written: in a block of 40 bytes", 0xc0de);
    expect_finding(FRESH_STACK, KIND_MEMORY, "where nothing was written: in a local variable", 0);
    expect_finding(FREED, KIND_MEMORY, "other bytes in freed memory: a block of 24 bytes", 0);
    expect_finding(REUSED, KIND_MEMORY, "other bytes in freed memory: a block of 24 bytes", 0);
    expect_finding(KEPT_TOO_LONG, KIND_MEMORY, "a pointer that was kept too long", 0);
}

static void finds_what_fails_only_then(void **state)
{
    (void)state;
    expect_finding(DAMAGED_FILLED, KIND_MEMORY, "broken", 0);
    expect_finding(ONLY_APART, KIND_MEMORY, "when freed memory is not used again, it fails: broken", 0);
    hidden = NO_ROOM; /* which is no fault of the program's */
    assert_true(audit(&step, true, &zeros, &poisoned));
    hidden = NOTHING;
}

/* In the long run not all is tried each time, but all is tried. */
static void finds_it_later_too(void **state)
{
    (void)state;
    static const int all[] = { CHANCE, LEFTOVERS, FRESH_HEAP, FRESH_STACK, FREED, REUSED, KEPT_TOO_LONG, DAMAGED_FILLED, ONLY_APART };
    for (size_t i = 0; i < COUNT(all); i++) {
        bool found = false;
        hidden = all[i];
        for (int turn = 0; turn < 8; turn++) {
            found = !audit(&step, false, &zeros, &poisoned) || found;
        }
        assert_true(found);
    }
    hidden = NOTHING;
    int before = runs;
    for (int turn = 0; turn < 8; turn++) {
        assert_true(audit(&step, false, &zeros, &poisoned));
    }
    assert_true(runs - before <= 8 * 4);
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
        cmocka_unit_test_setup(unwritten_bits_are_no_difference_but_told, clear_logs),
        cmocka_unit_test_setup(unwritten_bytes_of_messages_differ, clear_logs),
        cmocka_unit_test_setup(names_what_differs, clear_logs),
        cmocka_unit_test_setup(other_effects_are_different, clear_logs),
        cmocka_unit_test_setup(notes_are_not_compared, clear_logs),
        cmocka_unit_test_setup(failures_are_compared_by_kind, clear_logs),
        cmocka_unit_test_setup(answers_are_compared, clear_logs),
        cmocka_unit_test_setup(audits_a_step, clear_logs),
        cmocka_unit_test_setup(finds_hidden_inputs, clear_logs),
        cmocka_unit_test_setup(finds_what_reads_memory_that_is_nobodys, clear_logs),
        cmocka_unit_test_setup(finds_what_fails_only_then, clear_logs),
        cmocka_unit_test_setup(finds_it_later_too, clear_logs),
    };
    return cmocka_run_group_tests(tests, open_model, NULL);
}
