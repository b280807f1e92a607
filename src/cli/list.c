/* harrier list */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/say.h"

static const struct axis *const axes[] = { &axis_search, &axis_reduction, &axis_channel, &axis_identity, &axis_store,
                                           &axis_environment, &axis_unhandled, &axis_undeliverable, &axis_check };

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
            printf("%s\n", run.board->tests[i]);
        }
        status = EXIT_PASSED;
    } else {
        say_error("%s has no HR_TEST: its main() is the only one", program);
    }
    run_close(&run);
    free(path);
    return status;
}

int command_list(int argc, char **argv)
{
    const char *what = argc > 0 ? argv[0] : "";
    if (strcmp(what, "tests") == 0 && argc > 1) {
        return list_tests(argv[1]);
    }
    if (strcmp(what, "orders") == 0 || strcmp(what, "order") == 0) {
        printf("  %-14s %s\n", "fifo", "messages in order of sending");
        return EXIT_PASSED;
    }
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        size_t length = strlen(axes[i]->name);
        bool exact = strcmp(what, axes[i]->name) == 0;
        bool plural = strncmp(what, axes[i]->name, length) == 0 && (strcmp(what + length, "s") == 0 || strcmp(what + length, "es") == 0);
        if (exact || plural) {
            for (int k = 0; k < axes[i]->count; k++) {
                if (axes[i] != &axis_check || k != KIND_NONE) {
                    printf("  %-14s %s\n", axes[i]->values[k].name, axes[i]->values[k].help);
                }
            }
            return EXIT_PASSED;
        }
    }
    say_error("list what? searches, reductions, channels, identities, stores, environments, checks, or: tests PROGRAM");
    return EXIT_UNUSABLE;
}
