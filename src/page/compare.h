/* An execution that fails and the nearest one that passes, side by side, and what makes the difference. */
#ifndef HARRIER_PAGE_COMPARE_H
#define HARRIER_PAGE_COMPARE_H

#include <stdio.h>

#include "report/explanation.h"

/* The sentences. */
void compare_words(FILE *out, const struct explanation *why);
/* The two schedules as a section; nothing, if there is none that passes. */
void compare_section(FILE *out, const char *id, const struct explanation *why);

#endif
