/* The Test Anything Protocol, version 13: a line per test or schedule. */
#ifndef HARRIER_FORMATS_TAP_H
#define HARRIER_FORMATS_TAP_H

#include "formats/junit.h"

bool tap_write(FILE *out, const struct junit_case *cases, size_t count);

#endif
