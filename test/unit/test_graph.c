/* Graphs: from records to words, and to Graphviz's language. */
#include "unit.h"

#include "board_fixture.h"
#include "report/dot.h"
#include "trace/recording.h"

static char *const arguments[] = { "a \"b\"", NULL };

static void node(struct board *b, uint64_t number, unsigned marks)
{
    recording_node(b, &(struct record_node){ .number = number, .marks = marks });
}

static void actor(struct board *b, const char *name, const char *status, const unsigned char *byte)
{
    recording_state(
        b, &(struct record_state){
               .actor = name, .type = "nothing", .status = status, .after = 1, .address = 0x1000, .size = 1, .heap = { byte, 1, 0x1000 } });
}

static void edge(struct board *b, uint64_t from, uint64_t to, const char *sender)
{
    recording_edge(b, &(struct record_edge){ .message = { .to = "x", .from = sender, .type = "M<&>" }, .from = from, .to = to });
}

static void pending(struct board *b, const char *sender)
{
    recording_pending(b, &(struct record_message){ .to = "x", .from = sender, .type = "M<&>" });
}

static void finding(struct board *b, const char *text)
{
    struct finding f = { .kind = KIND_INVARIANT, .line = 7, .file = "dir/p.c" };
    snprintf(f.text, sizeof f.text, "%s", text);
    recording_finding(b, &(struct record_finding){ { (const unsigned char *)&f, sizeof f, 0 } });
}

static struct result result_of(struct board *b)
{
    return (struct result){ .program = "dir/prog", .arguments = arguments, .test = "", .board = b };
}

static struct board *empty(void)
{
    struct board *b = board_new();
    b->log_size = 8;
    b->graph = 8;
    return b;
}

static void what_never_changes_is_left_out(void **state)
{
    (void)state;
    struct board *b = empty();
    static const unsigned char one = 1, two = 2;
    node(b, 0, 0);
    actor(b, "x", "waiting", &one);
    actor(b, "still", "waiting", &one);
    actor(b, "ends", "waiting", &one);
    node(b, 1, NODE_END);
    actor(b, "x", "waiting", &two);
    actor(b, "still", "waiting", &one);
    actor(b, "ends", "destroyed", &one);
    struct result r = result_of(b);
    struct graph g;
    assert_true(graph_read(&r, &g));
    assert_int_equal(g.state_count, 2);
    assert_int_equal(g.states[0].actor_count, 2);
    assert_string_equal(g.states[0].actors[0], "x {1 byte: 01}");
    assert_string_equal(g.states[0].actors[1], "ends");
    assert_string_equal(g.states[1].actors[1], "ends destroyed");
    assert_int_equal(g.states[1].marks, NODE_END);
    graph_free(&g);
    free(b);
}

static void a_sender_is_named_where_there_are_several(void **state)
{
    (void)state;
    for (int several = 0; several < 2; several++) {
        struct board *b = empty();
        node(b, 0, 0);
        pending(b, "a");
        pending(b, "a");
        node(b, 1, 0);
        pending(b, several ? "b" : "a");
        edge(b, 0, 1, "a");
        struct result r = result_of(b);
        struct graph g;
        assert_true(graph_read(&r, &g));
        assert_int_equal(g.states[0].pending_count, 1);
        assert_string_equal(g.states[0].pending[0], several ? "2 times M<&> to x from a" : "2 times M<&> to x");
        assert_string_equal(g.edges[0].label, several ? "x <- M<&> from a" : "x <- M<&>");
        graph_free(&g);
        free(b);
    }
}

static void dot_escapes_and_draws_once(void **state)
{
    (void)state;
    struct board *b = empty();
    node(b, 0, NODE_CUT);
    pending(b, "a");
    node(b, 1, 0);
    finding(b, "state \"must\" not < be");
    edge(b, 0, 1, "a");
    edge(b, 0, 1, "a");
    edge(b, 0, 0, "a");
    finding(b, "step");
    recording_choice(b, &(struct record_choice){ .chosen = 3 });
    recording_choice(b, &(struct record_choice){ .chosen = 4 });
    recording_late(b, &(struct record_late){ .look = 1 });
    struct result r = result_of(b);
    struct graph g;
    assert_true(graph_read(&r, &g));
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(dot_write(out, &g, &r));
    fclose(out);
    assert_non_null(strstr(text, "digraph \"prog a \\\"b\\\"\" {"));
    assert_non_null(strstr(text, "M&lt;&amp;&gt; to x"));
    assert_non_null(strstr(text, "p.c:7: state &quot;must&quot; not &lt; be"));
    assert_non_null(strstr(text, "s0 -> c0 [style=dashed]"));
    char *first = strstr(text, "s0 -> s1 [label=\"x <- M<&>\", color");
    assert_non_null(first);
    assert_null(strstr(first + 1, "s0 -> s1"));
    assert_non_null(strstr(text, "s0 -> f2 [label=\"x <- M<&> choose 3 4 late 1\", color"));
    free(text);
    graph_free(&g);
    free(b);
}

static void records_that_make_no_sense_are_no_graph(void **state)
{
    (void)state;
    for (int what = 0; what < 5; what++) {
        struct board *b = empty();
        struct graph g;
        static const unsigned char one = 1;
        if (what == 0) {
            actor(b, "x", "waiting", &one);
        } else if (what == 1) {
            finding(b, "nowhere");
        } else {
            node(b, 0, 0);
        }
        if (what == 2) {
            edge(b, 0, 1, "a");
        } else if (what == 3) {
            recording_choice(b, &(struct record_choice){ 0 });
        } else if (what == 4) {
            recording_late(b, &(struct record_late){ 0 });
        }
        struct result r = result_of(b);
        assert_false(graph_read(&r, &g));
        graph_free(&g);
        free(b);
    }
    struct board *b = board_new();
    struct result r = result_of(b);
    struct graph g;
    assert_false(graph_read(&r, &g));
    graph_free(&g);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_never_changes_is_left_out),
        cmocka_unit_test(a_sender_is_named_where_there_are_several),
        cmocka_unit_test(dot_escapes_and_draws_once),
        cmocka_unit_test(records_that_make_no_sense_are_no_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
