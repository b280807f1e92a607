/* The table of how a search went: which of the published counters become rows. */
#include "unit.h"

#include "report/progress.h"

static struct board board;
static char *text;
static size_t size;
static struct progress_file file;

static int begin(void **state)
{
    (void)state;
    memset(&board, 0, sizeof board);
    board.state = RUN_EXPLORING;
    file = (struct progress_file){ .out = open_memstream(&text, &size) };
    return 0;
}

static int end(void **state)
{
    (void)state;
    fclose(file.out);
    free(text);
    return 0;
}

/* As the engine does, at this second. */
static void publish(double seconds, uint64_t states)
{
    board.counts.published += 2;
    board.counts.seconds = seconds;
    board.counts.tally.states = states;
}

static uint64_t rows(void)
{
    uint64_t count = 0;
    fflush(file.out);
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        count++;
    }
    return count;
}

static void a_row_for_what_is_new(void **state)
{
    (void)state;
    progress_row(&file, &board, ""); /* nothing was published yet */
    assert_int_equal(rows(), 0);
    publish(0.5, 7);
    board.counts.cpu_seconds = 0.25;
    board.counts.tally.deliveries = 8;
    board.counts.tally.pending = 9;
    board.counts.tally.depth = 10;
    board.counts.runs = 11;
    board.counts.handler_runs = 12;
    board.counts.messages = 13;
    board.counts.local_states = 14;
    board.counts.peak_bytes = 15;
    progress_row(&file, &board, "a_test");
    progress_row(&file, &board, "a_test");
    assert_int_equal(rows(), 1);
    assert_string_equal(text, "0.500,0.250,7,8,9,10,11,12,13,14,15,a_test\n");
}

static void not_while_they_are_written(void **state)
{
    (void)state;
    publish(0.5, 7);
    board.counts.published++;
    progress_row(&file, &board, "");
    assert_int_equal(rows(), 0);
    board.counts.published++;
    progress_row(&file, &board, "");
    assert_int_equal(rows(), 1);
}

static void fewer_and_fewer(void **state)
{
    (void)state;
    uint64_t before = 0;
    for (int i = 1; i <= 1000; i++) { /* a heartbeat each tenth of a second: all of the first 100 s */
        publish(i * 0.1, (uint64_t)i);
        progress_row(&file, &board, "");
    }
    before = rows();
    assert_in_range(before, 999, 1000);
    for (int i = 0; i < 1000; i++) { /* and every tenth after 1000 s */
        publish(1000 + i * 0.1, 2000);
        progress_row(&file, &board, "");
    }
    assert_in_range(rows() - before, 85, 100);
}

static void the_last_row_always(void **state)
{
    (void)state;
    publish(0.5, 7);
    progress_row(&file, &board, "");
    publish(0.51, 8);
    progress_row(&file, &board, ""); /* not yet time */
    assert_int_equal(rows(), 1);
    board.state = RUN_COMPLETE;
    progress_last_row(&file, &board, "");
    assert_int_equal(rows(), 2);
    board.state = RUN_EXPLORING; /* the next test begins again */
    publish(0.1, 1);
    progress_row(&file, &board, "");
    assert_int_equal(rows(), 3);
    progress_last_row(&file, &board, ""); /* it has its last row already */
    assert_int_equal(rows(), 3);
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    struct progress_file full;
    assert_true(progress_open(&full, "/dev/full"));
    publish(0.5, 7);
    progress_row(&full, &board, "");
    assert_false(progress_close(&full));
    assert_false(progress_open(&full, "/no/such/file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_for_what_is_new, begin, end),
        cmocka_unit_test_setup_teardown(not_while_they_are_written, begin, end),
        cmocka_unit_test_setup_teardown(fewer_and_fewer, begin, end),
        cmocka_unit_test_setup_teardown(the_last_row_always, begin, end),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
