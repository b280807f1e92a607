/* Files of HR_TEST, live: each test in a process of its own. */
#include <stdio.h>
#include <string.h>

#include "live/runtime.h"

#define API __attribute__((visibility("default")))

static struct hr_test *tests;

API void hr_test_(struct hr_test *test)
{
    struct hr_test **last = &tests;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = test;
}

API int hr_test_main_(int argc, char **argv)
{
    for (struct hr_test *t = tests; t != NULL; t = t->next) {
        if (tests->next == NULL || (argc > 1 && strcmp(argv[1], t->name) == 0)) {
            live_workers_begin();
            if (live_recording) {
                live_record_test(t->name);
            }
            t->body();
            return hr_run();
        }
    }
    fprintf(stderr, "which test? each runs in a process of its own:\n");
    for (struct hr_test *t = tests; t != NULL; t = t->next) {
        fprintf(stderr, "  %s %s\n", argv[0], t->name);
    }
    return 2;
}
