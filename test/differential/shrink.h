/* A failing program made smaller, step by step, as long as it still fails in the same way. */
#ifndef DIFFERENTIAL_SHRINK_H
#define DIFFERENTIAL_SHRINK_H

#include "generator.h"

/* Returns how many attempts were made. */
unsigned shrink(struct table *t, bool (*fails)(void *user, const struct table *t), void *user);
/* How much there is in a program: actors, messages, ops, conditions. */
int table_weight(const struct table *t);

#endif
