/* Rules that can be switched off, to see that the tests notice. In the product RULE(name) is the constant true. The engine that is
 * built with HARRIER_MUTANTS, for test/differential, test/ample and test/cover only, leaves out the one rule that the environment
 * variable HARRIER_MUTANT names. */
#ifndef HARRIER_BASE_MUTANT_H
#define HARRIER_BASE_MUTANT_H

#include <stdbool.h>

#ifdef HARRIER_MUTANTS
#include <stdlib.h>
#include <string.h>

static inline bool rule_holds(const char *name)
{
    const char *off = getenv("HARRIER_MUTANT");
    return off == NULL || strcmp(off, name) != 0;
}
#define RULE(name) rule_holds(name)
#else
#define RULE(name) true
#endif

#endif
