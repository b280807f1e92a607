/* What generated programs may have besides plain actors: see enum feature. */
#ifndef DIFFERENTIAL_FEATURES_H
#define DIFFERENTIAL_FEATURES_H

#include "generator.h"

/* A few for each seed; some seeds have none. */
unsigned features_of(unsigned seed);
/* Gives them to a plain table. MANY_FAULTS among them says how faults are drawn. */
void features_add(struct table *t, unsigned seed, unsigned draw, unsigned features);

#endif
