/* The causal past of the last step, told as schedules. */
#include "board_fixture.h"

#include "base/text.h"
#include "trace/cone.h"
#include "trace/schedule.h"

static struct board *board;

static int open_board(void **state)
{
    (void)state;
    board = board_new();
    board->log_size = 1; /* an empty schedule, terminated */
    return 0;
}

static int close_board(void **state)
{
    (void)state;
    free(board);
    return 0;
}

static void step(const char *to, const char *type, uint64_t n, const char *from)
{
    recording_step(board, &(struct record_step){ .message = { .to = to, .from = from, .type = type, .n = n } });
}

/* What the step recorded last sends. */
static void sends(const char *to, const char *type, uint64_t n)
{
    recording_sent(board, &(struct record_message){ .to = to, .type = type, .n = n });
}

static void expect_cone(const char *text)
{
    size_t size = 0, lines = 0;
    uint64_t steps = 0;
    char *got = cone_of(board, &size, &steps);
    assert_non_null(got);
    assert_string_equal(got, text);
    assert_int_equal(size, strlen(text));
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(steps, lines);
    free(got);
}

static void leaves_out_what_is_beside(void **state)
{
    (void)state;
    step("a", "Go", 1, "main");
    sends("b", "X", 1);
    step("c", "Go", 1, "main");
    sends("d", "Y", 1);
    step("b", "X", 1, "a");
    step("d", "Y", 1, "c");
    step("b", "Go", 1, "main");
    expect_cone("a <- Go from main\n"
                "b <- X from a\n"
                "b <- Go from main\n");
}

static void follows_who_sent_what(void **state)
{
    (void)state;
    step("a", "Go", 1, "main");
    sends("b", "X", 1);
    step("c", "Go", 1, "main");
    sends("b", "X", 1); /* the same name from another sender */
    step("a", "Go", 2, "main");
    sends("b", "X", 2);
    step("b", "X", 2, "a"); /* the second one, sent by a's second step */
    expect_cone("a <- Go from main\n"
                "a <- Go #2 from main\n"
                "b <- X #2 from a\n");
}

static void replies_and_senders_in_anothers_name(void **state)
{
    (void)state;
    step("server", "Get", 1, "client");
    recording_sent(board, &(struct record_message){ .to = "client", .type = "Value", .n = 1, .flags = 2 });
    step("other", "Go", 1, "main");
    recording_sent(board, &(struct record_message){ .to = "client", .from = "proxy", .type = "Note", .n = 1 });
    step("noise", "Go", 1, "main");
    recording_step(board, &(struct record_step){ .message = { .to = "client", .from = "server", .type = "Value", .n = 1, .flags = 2 } });
    step("client", "Note", 1, "proxy");
    expect_cone("server <- Get from client\n"
                "other <- Go from main\n"
                "client <- reply Value from server\n"
                "client <- Note from proxy\n");
}

static void keeps_choices_with_their_step(void **state)
{
    (void)state;
    step("x", "Go", 1, "main");
    recording_choice(board, &(struct record_choice){ .chosen = 9, .of = 10 });
    step("a", "Go", 1, "main");
    recording_choice(board, &(struct record_choice){ .chosen = 1, .of = 2 });
    recording_late(board, &(struct record_late){ .look = 3, .ms = 3600000 });
    recording_choice(board, &(struct record_choice){ .chosen = 0, .of = 3 });
    step("a", "Go", 2, "main");
    expect_cone("a <- Go from main choose 1 0 late 3\n"
                "a <- Go #2 from main\n");
}

static void stops_where_the_schedule_did(void **state)
{
    (void)state;
    step("a", "Go", 1, "main");
    recording_followed(board);
    step("b", "Go", 1, "main");
    expect_cone("a <- Go from main\n");
}

static void begins_after_the_schedules_text(void **state)
{
    (void)state;
    for (uint64_t size = 0; size < 20; size++) {
        board->job.schedule_size = size;
        board->log_size = size + 1;
        memset(board->log, 'x', size);
        step("a", "Go", 1, "main");
        expect_cone("a <- Go from main\n");
    }
}

static void of_nothing_there_is_none(void **state)
{
    (void)state;
    size_t size;
    uint64_t steps;
    assert_null(cone_of(board, &size, &steps));
    recording_actor(board, &(struct record_actor){ .ref = 1, .name = "a" });
    sends("a", "X", 1);
    recording_followed(board);
    assert_null(cone_of(board, &size, &steps));
}

/* Random executions against the definition, computed from the last step backwards over a matrix. */
static void agrees_with_the_definition(void **state)
{
    enum { STEPS = 60, ACTORS = 6 };
    for (int round = 0; round < 100; round++) {
        bool before[STEPS][STEPS] = { { false } }; /* before[i][k]: k needs i directly */
        struct {
            size_t to, from, by;
            uint64_t n;
        } cloud[500];
        size_t pending = 0;
        uint64_t sent_so_far[ACTORS][ACTORS] = { { 0 } };
        char names[ACTORS][8], lines[STEPS][100], expected[STEPS * 100];
        size_t last_of[ACTORS];
        close_board(state);
        open_board(state);
        for (size_t a = 0; a < ACTORS; a++) {
            snprintf(names[a], sizeof names[a], "actor.%zu", a);
            last_of[a] = SIZE_MAX;
        }
        for (size_t i = 0; i < STEPS; i++) {
            size_t to = random_below(ACTORS), by = SIZE_MAX;
            if (pending > 0 && random_below(4) != 0) {
                size_t k = random_below((uint32_t)pending);
                to = cloud[k].to;
                by = cloud[k].by;
                const char *from = names[cloud[k].from];
                step(names[to], "M", cloud[k].n, from);
                char number[30] = "";
                if (cloud[k].n > 1) {
                    snprintf(number, sizeof number, " #%lu", cloud[k].n);
                }
                snprintf(lines[i], sizeof lines[i], "%s <- M%s from %s\n", names[to], number, from);
                cloud[k] = cloud[--pending];
            } else {
                step(names[to], "Go", 1, "main");
                snprintf(lines[i], sizeof lines[i], "%s <- Go from main\n", names[to]);
            }
            if (by != SIZE_MAX) {
                before[by][i] = true;
            }
            if (last_of[to] != SIZE_MAX) {
                before[last_of[to]][i] = true;
            }
            last_of[to] = i;
            for (uint32_t n = random_below(3); n > 0; n--) {
                size_t receiver = random_below(ACTORS);
                uint64_t number = ++sent_so_far[to][receiver];
                sends(names[receiver], "M", number);
                cloud[pending].to = receiver;
                cloud[pending].from = to;
                cloud[pending].by = i;
                cloud[pending++].n = number;
            }
        }
        bool needed[STEPS] = { false };
        needed[STEPS - 1] = true;
        for (size_t i = STEPS - 1; i-- > 0;) {
            for (size_t k = i + 1; k < STEPS; k++) {
                needed[i] = needed[i] || (before[i][k] && needed[k]);
            }
        }
        expected[0] = '\0';
        for (size_t i = 0; i < STEPS; i++) {
            strcat(expected, needed[i] ? lines[i] : "");
        }
        expect_cone(expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(leaves_out_what_is_beside, open_board, close_board),
        cmocka_unit_test_setup_teardown(follows_who_sent_what, open_board, close_board),
        cmocka_unit_test_setup_teardown(replies_and_senders_in_anothers_name, open_board, close_board),
        cmocka_unit_test_setup_teardown(keeps_choices_with_their_step, open_board, close_board),
        cmocka_unit_test_setup_teardown(stops_where_the_schedule_did, open_board, close_board),
        cmocka_unit_test_setup_teardown(begins_after_the_schedules_text, open_board, close_board),
        cmocka_unit_test_setup_teardown(of_nothing_there_is_none, open_board, close_board),
        cmocka_unit_test_setup_teardown(agrees_with_the_definition, open_board, close_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
