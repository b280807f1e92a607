/* The part of a page that is about one result. */
#ifndef HARRIER_PAGE_ARTICLE_H
#define HARRIER_PAGE_ARTICLE_H

#include <stdio.h>

#include "report/result.h"

/* `id` is put before all names of elements in it. */
void article_write(FILE *out, const char *id, const struct result *r);
/* The word for a verdict that people see, and the class of its colour. */
const char *article_verdict(enum verdict v);

#endif
