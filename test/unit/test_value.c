/* Printed values and changes, checked with the debug information of a real executable: argv[1]. */
#include "debuginfo_fixture.h"

#include "dwarf/value.h"

#include <math.h>

static bool name_actor(void *user, uint64_t ref, char *out, size_t size)
{
    snprintf(out, size, "%s.%d", (const char *)user, (int)ref);
    return ref < 100;
}

static struct value_context context(const struct value_memory *memory, size_t count)
{
    return (struct value_context){ .debug = debug, .memory = memory, .memory_count = count, .actor_name = name_actor, .user = "bank" };
}

#define MEMORY(object)                                                           \
    {                                                                            \
        (uintptr_t) & (object), (const unsigned char *)&(object), sizeof(object) \
    }

static void expect(const struct value_context *c, const char *name, const void *bytes, size_t size, const char *text)
{
    char buffer[2048];
    struct text out = text_in(buffer, sizeof buffer);
    value_print_struct(c, name, bytes, size, &out);
    assert_string_equal(buffer, text);
}

#define EXPECT(type, value, text)                              \
    do {                                                       \
        struct value_context plain_ = context(NULL, 0);        \
        expect(&plain_, #type, &(value), sizeof(value), text); \
    } while (0)

static void prints_numbers(void **state)
{
    (void)state;
    struct number n = { 5 };
    EXPECT(number, n, "{value=5}");
    struct integers i = { -128, 255, -32768, 65535, INT32_MIN, UINT32_MAX, INT64_MIN, UINT64_MAX, 'A', true, false, -((__int128)1 << 100) };
    EXPECT(integers, i,
           "{i8=-128, u8=255, i16=-32768, u16=65535, i32=-2147483648, u32=4294967295, "
           "i64=-9223372036854775808, u64=18446744073709551615, c=65, yes=true, no=false, "
           "i128=-1267650600228229401496703205376}");
    struct floats f = { 0.1F, 0.1, 0.1L, -NAN, -INFINITY, 1.0 / 3, -0.0 };
    EXPECT(floats, f, "{f=0.1, d=0.1, l=0.1, nan=nan, inf=-inf, third=0.3333333333333333, zero=-0}");
    f = (struct floats){ 16777216, 1e300, 1, 3, 4, 5e-324, 123456.5 };
    EXPECT(floats, f, "{f=16777216, d=1e+300, l=1, nan=3, inf=4, third=5e-324, zero=123456.5}");
    struct enums e = { RED, BLUE, 12, BELOW, -7 };
    EXPECT(enums, e, "{plain=RED, high=BLUE, unknown=12, below=BELOW, strange=-7}");
}

static void prints_aggregates(void **state)
{
    (void)state;
    struct nested n = { { 1, -2 }, { 3 }, {} };
    EXPECT(nested, n, "{at={x=1, y=-2}, inner={deep=3}, nothing={}}");
    struct anonymous a = { .kind = 1, .circle = 5, .left = 6, .right = 7 };
    EXPECT(anonymous, a, "{kind=1, circle=5 | ..., left=6, right=7}");
    struct with_union u = { .u.number = 7, .single.only = 8 };
    EXPECT(with_union, u, "{u={number=7 | ...}, single={only=8}}");
    struct bits b = { .a = 5, .b = -3, .c = 1000000, .d = true, .e = GREEN, .f = 0xffffffffff };
    EXPECT(bits, b, "{a=5, b=-3, c=1000000, d=true, e=GREEN, f=1099511627775}");
    struct arrays r = { { 1, 2, 3 }, { 9, 8, 7, 6, 5, 4, 3, 2, 1 }, { { 1, 2, 3 }, { 4, 5, 6 } }, { "ab", "wxyz" },
                        "\1\2",      { { 1, 2 }, { 3, 4 } } };
    EXPECT(arrays, r,
           "{three=[1, 2, 3], ten=[9, 8, 7, 6, 5, 4, 3, 2, ...], grid=[[1, 2, 3], [4, 5, 6]], "
           "names=[\"ab\", \"wxyz\"], raw=[1, 2, 0], points=[{x=1, y=2}, {x=3, y=4}]}");
    struct qualified q = { 1, 2, { 3, 4 }, 5 };
    EXPECT(qualified, q, "{a=1, b=2, at={x=3, y=4}, atomic=5}");
    untagged t = { 9 };
    EXPECT(untagged, t, "{tag_free=9}");
    struct odd o = { 1 };
    EXPECT(odd, o, "{c=(16 bytes)}");
}

static void prints_references_by_name(void **state)
{
    (void)state;
    struct references r = { 1, 0, 500, 2, { 3, 4 } };
    EXPECT(references, r,
           "{server=bank.1, nobody=nobody, stranger=actor 500, constant=bank.2, "
           "list=[bank.3, bank.4]}");
    struct value_context nameless = { .debug = debug };
    expect(&nameless, "references", &r, sizeof r,
           "{server=actor 1, nobody=nobody, stranger=actor 500, constant=actor 2, list=[actor 3, actor 4]}");
}

static void prints_strings(void **state)
{
    (void)state;
    char outside[] = "seen", hidden[] = "unseen";
    struct value_memory memory[] = { MEMORY(outside) };
    struct value_context c = context(memory, 1);
    struct strings s = { .text = "a\n\"\\\t\001\377"
                                 "5",
                         .full = "abcd",
                         .pointer = outside,
                         .gone = hidden,
                         .literal = (const char *)(uintptr_t)fact("literal") };
    memset(s.large, 'x', 70);
    expect(&c, "strings", &s, sizeof s,
           "{text=\"a\\n\\\"\\\\\\t\\001\\3775\", full=\"abcd\", pointer=\"seen\", literal=\"of the program\", "
           "gone=(pointer), large=\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"...}");
    s = (struct strings){ .pointer = NULL };
    expect(&c, "strings", &s, sizeof s, "{text=\"\", full=\"\", pointer=NULL, literal=NULL, gone=NULL, large=\"\"}");
}

static void follows_pointers(void **state)
{
    (void)state;
    struct {
        int number, *indirect, row[3];
        struct item items[5], *slot;
    } m = { .number = 5, .row = { 1, 2, 3 } };
    for (int i = 0; i < 5; i++) {
        m.items[i] = (struct item){ i + 1, i < 4 ? &m.items[i + 1] : NULL };
    }
    m.indirect = &m.number;
    m.slot = &m.items[4];
    struct value_memory memory[] = { MEMORY(m) };
    struct value_context c = context(memory, 1);
    struct pointers p = { .number = &m.number,
                          .head = m.items,
                          .call = (operation)(uintptr_t)fact("bump"),
                          .global = (int *)(uintptr_t)fact("global_table"),
                          .inside = (int *)(uintptr_t)(fact("global_table") + 8),
                          .any = &m,
                          .hidden = (struct opaque *)&m,
                          .twice = &m.indirect,
                          .slot = &m.slot,
                          .row = &m.row };
    expect(&c, "pointers", &p, sizeof p,
           "{number=->5, head=->{value=1, next=->{value=2, next=->{value=3, next=->...}}}, call=&bump, "
           "global=&global_table, inside=&global_table+8, any=(pointer), hidden=(pointer), twice=->->5, "
           "slot=->->{value=5, next=NULL}, row=->[1, 2, 3]}");
    struct value_context blind = context(NULL, 0);
    p = (struct pointers){ .number = &m.number, .call = (operation)(uintptr_t)&m };
    expect(&blind, "pointers", &p, sizeof p,
           "{number=(pointer), head=NULL, call=(pointer), global=NULL, inside=NULL, any=NULL, hidden=NULL, "
           "twice=NULL, slot=NULL, row=NULL}");
}

static void stops_at_cycles(void **state)
{
    (void)state;
    struct self alone = { 1, &alone }, a = { 1, NULL }, b = { 2, &a };
    a.me = &b;
    struct value_memory memory[] = { MEMORY(alone), MEMORY(a), MEMORY(b) };
    struct value_context c = context(memory, 3);
    expect(&c, "self", &alone, sizeof alone, "{value=1, me=->...}");
    expect(&c, "self", &a, sizeof a, "{value=1, me=->{value=2, me=->...}}");
    struct self copy = a;
    expect(&c, "self", &copy, sizeof copy, "{value=1, me=->{value=2, me=->{value=1, me=->...}}}");
}

static void prints_what_it_cannot_name(void **state)
{
    (void)state;
    struct number n = { 5 };
    struct empty nothing = {};
    struct value_context known = context(NULL, 0), none = { .debug = NULL };
    expect(&known, "empty", &nothing, 0, "");
    expect(&none, "number", &n, sizeof n, "{4 bytes: 05 00 00 00}");
    expect(&known, "no_such_struct", &n, sizeof n, "{4 bytes: 05 00 00 00}");
    expect(&known, "number", "abcdefghijklmnopq", 17, "{17 bytes: 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70 ...}");
    expect(&known, "number", "a", 1, "{1 byte: 61}");
    int flexible[] = { 3, 10, 20, 30 };
    expect(&known, "flexible", flexible, sizeof flexible, "{count=3, items=[10, 20, 30]}");
    expect(&known, "zero", flexible, sizeof flexible, "{count=3, items=[10, 20, 30]}");
    expect(&known, "flexible", flexible, 4, "{count=3, items=[...]}");
}

static void expect_changes(const struct value_context *before, const struct value_context *after, const char *name, const void *old,
                           const void *new, size_t size, size_t count, const char *text)
{
    char buffer[2048];
    struct text out = text_in(buffer, sizeof buffer);
    assert_int_equal(value_print_changes(before, after, name, old, new, size, &out), count);
    assert_string_equal(buffer, text);
}

static void prints_changed_leaves(void **state)
{
    (void)state;
    struct value_context c = context(NULL, 0);
    struct changing a = { .name = "ann", .call = (operation)(uintptr_t)fact("bump") }, b = a;
    expect_changes(&c, &c, "changing", &a, &b, sizeof a, 0, "");
    b.value = 5;
    b.queue[1] = 7;
    b.pos.y = -1;
    strcpy(b.name, "bob");
    b.color = GREEN;
    b.peer = 2;
    expect_changes(&c, &c, "changing", &a, &b, sizeof a, 6,
                   "value 0 -> 5, queue[1] 0 -> 7, pos.y 0 -> -1, name \"ann\" -> \"bob\", color RED -> GREEN, "
                   "peer nobody -> bank.2");
    struct many x = { { 0 } }, y = { { 0 } };
    for (int i = 1; i < 10; i++) {
        y.v[i * 2] = i;
    }
    expect_changes(&c, &c, "many", &x, &y, sizeof x, 9,
                   "v[2] 0 -> 1, v[4] 0 -> 2, v[6] 0 -> 3, v[8] 0 -> 4, v[10] 0 -> 5, v[12] 0 -> 6, ... (3 more)");
    expect_changes(&c, &c, "unknown", "\1\2\3", "\1\4\3", 3, 1, "byte[1] 02 -> 04");
    b = a;
    b.u.at.y = 3;
    b.call = (operation)(uintptr_t)fact("twice");
    a.call = NULL;
    expect_changes(&c, &c, "changing", &a, &b, sizeof a, 2, "call NULL -> &twice, u.at.y 0 -> 3");
}

static void shows_where_long_strings_differ(void **state)
{
    (void)state;
    struct value_context c = context(NULL, 0);
    struct strings a = { .text = "x" }, b;
    memset(a.large, 'x', 79);
    b = a;
    b.large[75] = 'y';
    expect_changes(&c, &c, "strings", &a, &b, sizeof a, 1, "large ...\"xxxxxxxxxxxxxx\" -> ...\"xxxxxxxxxxyxxx\"");
    b = a;
    b.text[5] = '?'; /* after the end of the string: garbage, not a value */
    expect_changes(&c, &c, "strings", &a, &b, sizeof a, 0, "");
}

/* The memory that the changing struct's pointers reach. */
struct world {
    struct changing root;
    struct item items[4];
    struct item *slot;
    char label[8];
    int number, row[3];
};

static void build_world(struct world *w)
{
    *w = (struct world){ .label = "old", .number = 1, .row = { 1, 2, 3 } };
    w->items[0] = (struct item){ 1, &w->items[1] };
    w->items[1] = (struct item){ 2, NULL };
    w->slot = &w->items[1];
    w->root = (struct changing){ .label = w->label, .head = &w->items[0], .number = &w->number, .slot = &w->slot, .row = &w->row };
}

static void expect_world(const struct world *before, const struct world *after, size_t count, const char *text)
{
    struct value_memory old[] = { MEMORY(*before) }, new[] = { MEMORY(*after) };
    struct value_context a = context(old, 1), b = context(new, 1);
    expect_changes(&a, &b, "changing", &before->root, &after->root, sizeof after->root, count, text);
}

static void compares_through_pointers(void **state)
{
    (void)state;
    struct world a, b;
    build_world(&a);
    build_world(&b);
    expect_world(&a, &b, 0, ""); /* same content at other addresses */
    b.items[1].value = 20;
    expect_world(&a, &b, 1, "head->next->value 2 -> 20");
    b.items[1].next = &b.items[0]; /* a cycle ends */
    strcpy(b.label, "new");
    b.number = 2;
    b.row[1] = 9;
    expect_world(&a, &b, 5,
                 "label \"old\" -> \"new\", head->next->value 2 -> 20, "
                 "head->next->next NULL -> ->{value=1, next=->{value=20, next=->...}}, *number 1 -> 2, "
                 "(*row)[1] 2 -> 9");
    build_world(&b);
    a.root.head = NULL;
    b.slot = &b.items[0];
    expect_world(&a, &b, 3,
                 "head NULL -> ->{value=1, next=->{value=2, next=NULL}}, (*slot)->value 2 -> 1, "
                 "(*slot)->next NULL -> ->{value=2, next=NULL}");
}

static void names_each_place_once(void **state)
{
    (void)state;
    struct self a = { 1, &a }, b = { 2, &b };
    struct value_memory old[] = { MEMORY(a) }, new[] = { MEMORY(b) };
    struct value_context before = context(old, 1), after = context(new, 1);
    expect_changes(&before, &after, "self", &a, &b, sizeof a, 1, "value 1 -> 2");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s SAMPLE\n", argv[0]);
        return 2;
    }
    sample = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_numbers),
        cmocka_unit_test(prints_aggregates),
        cmocka_unit_test(prints_references_by_name),
        cmocka_unit_test(prints_strings),
        cmocka_unit_test(follows_pointers),
        cmocka_unit_test(stops_at_cycles),
        cmocka_unit_test(prints_what_it_cannot_name),
        cmocka_unit_test(prints_changed_leaves),
        cmocka_unit_test(shows_where_long_strings_differ),
        cmocka_unit_test(compares_through_pointers),
        cmocka_unit_test(names_each_place_once),
    };
    return cmocka_run_group_tests(tests, open_sample, close_sample);
}
