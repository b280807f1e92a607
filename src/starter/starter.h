/* A first test for a newcomer. */
#ifndef HARRIER_STARTER_STARTER_H
#define HARRIER_STARTER_STARTER_H

#include "options/options.h"

/* harrier init [DIR]; returns the exit status. */
int starter_init(struct options *o);

/* The files that it writes, from the files *.in beside this one (tools/strings.sh). */
extern const char starter_bank_test[], starter_cmake_lists[];

#endif
