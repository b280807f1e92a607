/* Memory that processes share, in large pages. */
#ifndef HARRIER_BASE_LARGE_PAGES_H
#define HARRIER_BASE_LARGE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces what is mapped there by zeros that all processes share which are forked later, in large pages. False when the system does not give any: it leaves everything as it was. */
bool large_pages_share(void *at, size_t size);

#endif
