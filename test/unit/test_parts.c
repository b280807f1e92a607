/* What ranks of a cluster send of a checkpoint: which pieces become a part of it. */
#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "checkpoint/parts.h"

struct fixture {
    char path[40];
    struct data_file out;
    struct parts parts;
};

static int open_all(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    snprintf(f->path, sizeof f->path, "/tmp/harrier-parts-%d", (int)getpid());
    *state = f;
    parts_open(&f->parts, 0, 3);
    f->parts.all[0].number = 1; /* the first rank's own part of the first checkpoint is there */
    return data_file_create(&f->out, f->path) && data_file_settle(&f->out) ? 0 : -1;
}

static int close_all(void **state)
{
    struct fixture *f = *state;
    parts_close(&f->parts);
    data_file_close(&f->out);
    unlink(f->path);
    free(f);
    return 0;
}

static void send_text(struct fixture *f, uint32_t from)
{
    struct {
        struct part_head head;
        char text[8];
    } piece = { { .journal_bytes = 8 }, "01234567" };
    parts_take(&f->parts, &f->out, from, PART_TEXT, &piece, sizeof piece);
}

static void send_end(struct fixture *f, uint32_t from, uint64_t number)
{
    parts_take(&f->parts, &f->out, from, PART_SNAPSHOT, "found", 5);
    parts_take(&f->parts, &f->out, from, PART_END, &(struct part_head){ .number = number, .states = 5 }, sizeof(struct part_head));
}

static void all_parts_make_a_checkpoint(void **state)
{
    struct fixture *f = *state;
    send_text(f, 1);
    send_end(f, 1, 1);
    assert_false(parts_are_whole(&f->parts, 1));
    send_text(f, 2);
    send_text(f, 2);
    send_end(f, 2, 1);
    assert_true(parts_are_whole(&f->parts, 1));
    assert_true(f->parts.good);
    assert_int_equal(f->parts.journal_bytes, 24);
}

/* It would be in the file of a checkpoint whose counts do not have it. */
static void nothing_comes_behind_a_part(void **state)
{
    struct fixture *f = *state;
    send_text(f, 1);
    send_end(f, 1, 1);
    send_text(f, 1);
    assert_false(f->parts.good);
    assert_int_equal(f->parts.journal_bytes, 8);
}

static void the_next_checkpoint_goes_on(void **state)
{
    struct fixture *f = *state;
    for (uint32_t r = 1; r < 3; r++) {
        send_text(f, r);
        send_end(f, r, 1);
    }
    f->parts.all[0].number = 2;
    send_text(f, 1);
    send_end(f, 1, 2);
    assert_true(f->parts.good);
    assert_false(parts_are_whole(&f->parts, 2));
    send_end(f, 2, 2);
    assert_true(parts_are_whole(&f->parts, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_parts_make_a_checkpoint, open_all, close_all),
        cmocka_unit_test_setup_teardown(nothing_comes_behind_a_part, open_all, close_all),
        cmocka_unit_test_setup_teardown(the_next_checkpoint_goes_on, open_all, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
