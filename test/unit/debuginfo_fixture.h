/* Opens debuginfo_sample, compiled with -g, and keeps what it prints about itself. Included once per test program. */
#ifndef HARRIER_TEST_DEBUGINFO_FIXTURE_H
#define HARRIER_TEST_DEBUGINFO_FIXTURE_H

#define DEBUGINFO_SAMPLE_TYPES
#include "debuginfo_sample.c"

#include "dwarf/debuginfo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *sample;
static struct debuginfo *debug;

/* What the sample printed about itself. */
static struct fact {
    char name[200];
    unsigned long value;
} facts[64];
static size_t fact_count;

static uint64_t fact(const char *name)
{
    for (size_t i = 0; i < fact_count; i++) {
        if (strcmp(facts[i].name, name) == 0) {
            return facts[i].value;
        }
    }
    fail_msg("the sample does not say %s", name);
    return 0;
}

static int open_sample(void **state)
{
    (void)state;
    FILE *pipe = popen(sample, "r");
    assert_non_null(pipe);
    while (fact_count < 64 && fscanf(pipe, "%199s %lx", facts[fact_count].name, &facts[fact_count].value) == 2) {
        fact_count++;
    }
    assert_int_equal(pclose(pipe), 0);
    debug = debuginfo_open(sample);
    assert_non_null(debug);
    debuginfo_bias(debug, fact("bias"));
    for (size_t i = 0; i < fact_count; i++) {
        if (strncmp(facts[i].name, "library:", 8) == 0) {
            debuginfo_library(debug, facts[i].name + 8, facts[i].value);
        }
    }
    return 0;
}

static int close_sample(void **state)
{
    (void)state;
    debuginfo_close(&debug);
    assert_null(debug);
    return 0;
}

#endif
