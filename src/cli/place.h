/* Places that the user named for output: whether something can be written there, before a search takes its time. */
#ifndef HARRIER_CLI_PLACE_H
#define HARRIER_CLI_PLACE_H

#include <stdbool.h>

#include "options/options.h"

/* False with errno. Creates nothing. */
bool place_takes_file(const char *path);
bool place_takes_folder(const char *path);
/* All places that the options name; false after saying which one cannot be written. */
bool places_writable(const struct options *o);

#endif
