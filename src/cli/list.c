/* harrier list */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "options/table.h"
#include "report/print.h"
#include "report/say.h"

static int list_tests(char *program)
{
    char *path = program_path(program);
    if (path == NULL) {
        return EXIT_UNUSABLE;
    }
    struct options o;
    options_defaults(&o);
    snprintf(o.job.test, sizeof o.job.test, "%s", "(none)");
    o.job.deliveries_max = 1;
    struct run run;
    char *argv[] = { path, NULL };
    int status = EXIT_UNUSABLE;
    if (!run_program(&run, argv, &o.job, NULL, 0, NULL, NULL)) {
        say_error("%s", run.error);
    } else if (run.board->state == RUN_LISTED) {
        for (uint32_t i = 0; i < run.board->test_count; i++) {
            print(stdout, "%s\n", run.board->tests[i]);
        }
        status = EXIT_PASSED;
    } else if (run.board->ready && run.board->test_count == 0) {
        say_error("%s has no HR_TEST: its main() is the only one", program);
    } else {
        run_without_verdict(&run, program);
    }
    run_close(&run);
    free(path);
    return status;
}

static void print_axis(const struct axis *axis)
{
    for (int k = 0; k < axis->count; k++) {
        if (axis != &axis_check || k != KIND_NONE) {
            print(stdout, "  %-14s %s\n", axis->values[k].name, axis->values[k].help);
        }
    }
}

static void usage(FILE *out)
{
    fputs("Usage: harrier list WHAT, one of: ", out);
    for (size_t i = 0; i < lists_table_size; i++) {
        print(out, "%s, ", lists_table[i].name);
    }
    fputs("tests PROGRAM\n", out);
}

int command_list(int argc, char **argv)
{
    const char *what = argc > 0 ? argv[0] : "";
    if (strcmp(what, "--help") == 0 || strcmp(what, "-h") == 0) {
        usage(stdout);
        return EXIT_PASSED;
    }
    if (strcmp(what, "tests") == 0 && argc > 1) {
        return list_tests(argv[1]);
    }
    if (strcmp(what, "tests") == 0) {
        say_error("list tests of which program? harrier list tests PROGRAM");
        return EXIT_UNUSABLE;
    }
    for (size_t i = 0; i < lists_table_size; i++) {
        if (strcmp(what, lists_table[i].name) == 0 || strcmp(what, lists_table[i].also) == 0 ||
            strcmp(what, lists_table[i].axis->name) == 0) {
            print_axis(lists_table[i].axis);
            return EXIT_PASSED;
        }
    }
    say_error("list what?");
    usage(stderr);
    return EXIT_UNUSABLE;
}
