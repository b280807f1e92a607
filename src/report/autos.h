/* What --search auto did, in words. */
#ifndef HARRIER_REPORT_AUTOS_H
#define HARRIER_REPORT_AUTOS_H

#include <jansson.h>

#include "base/text.h"
#include "report/result.h"

/* The searches that it used: `ample, bfs, samples`. */
void autos_parts(const struct board *b, struct text *out);
/* How far it came without exploring everything: ` all orders of ...`; nothing, where that cannot be said. */
void autos_reach(const struct board *b, struct text *out);
/* What grows without end, as far as that was seen, and which option bounds it; nothing otherwise. */
void autos_growth(const struct result *r, struct text *out);
/* All of that; null of another search. */
json_t *autos_json(const struct result *r);

#endif
