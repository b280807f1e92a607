/* Ends as text, one per line: making them comparable. */
#ifndef DIFFERENTIAL_ENDS_TEXT_H
#define DIFFERENTIAL_ENDS_TEXT_H

#include "generator.h"

/* Without what is excluded from states (`visits`), sorted, each line once. Takes `ends` and returns what is to be freed. */
char *ends_tidy(char *ends);
/* The same ends with alike actors called in one way, whichever is called what: twins; what twins created, and without those that have ended and that nobody knows; children of one actor,
 * which after a crash may create them again. */
enum alike { ALIKE_TWINS, ALIKE_CREATED, ALIKE_SIBLINGS };
char *ends_renamed(const char *ends, const struct table *t, enum alike alike);

#endif
