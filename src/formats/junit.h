/* JUnit's XML, as CI servers read it: one test case per test, or per schedule of a replayed suite. */
#ifndef HARRIER_FORMATS_JUNIT_H
#define HARRIER_FORMATS_JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum junit_outcome { JUNIT_PASSED, JUNIT_FAILED, JUNIT_ERROR, JUNIT_SKIPPED };

struct junit_case {
    char *name;
    enum junit_outcome outcome;
    char *text;   /* what went wrong; "" when nothing did */
    char *replay; /* the command that shows it again; NULL: none */
    double seconds;
};

bool junit_write(FILE *out, const char *suite, const struct junit_case *cases, size_t count);

#endif
