/* The program's source, where it is found. */
#ifndef HARRIER_REPORT_SOURCE_H
#define HARRIER_REPORT_SOURCE_H

#include <stdio.h>

/* Opens a file by the name that debug information or __FILE__ has for it; NULL when there is none. */
FILE *source_open(const char *file, const char *program);

#endif
