/* A page that lists the reports in a folder, newest first. */
#ifndef HARRIER_PAGE_INDEX_H
#define HARRIER_PAGE_INDEX_H

#include <stdbool.h>
#include <stdio.h>

/* Reports are found by what their heads say; other files are left out. `count` receives how many there are. */
bool index_write(FILE *out, const char *folder, size_t *count);

#endif
