/* A report as one HTML file that loads nothing and can be read without scripts. */
#ifndef HARRIER_PAGE_PAGE_H
#define HARRIER_PAGE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"

struct page;

struct page *page_new(void);
void page_free(struct page **p);
/* Adds a result. What it says is taken over at once: the result may go away. False: no memory. */
bool page_add(struct page *p, const struct result *r);
bool page_is_empty(const struct page *p);
/* Writes all results that were added; false when that failed. */
bool page_write(FILE *out, const struct page *p);

/* What all pages begin with, up to where more can be said in the head; from there to the body; and what they end with. */
void page_begin(FILE *out, const char *title);
void page_body(FILE *out);
void page_end(FILE *out);

#endif
