/* What a checkpoint belongs to: the command, its options, the program with its arguments, and the files it is made of, as lines
 * "key value". A search can be resumed where all of them are the same. */
#ifndef HARRIER_CHECKPOINT_IDENTITY_H
#define HARRIER_CHECKPOINT_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "options/options.h"

struct identity {
    char *lines; /* allocated; each ends with a newline */
    size_t size;
};

void identity_add(struct identity *i, const char *key, const char *value);
/* Adds the options that decide what is explored, and the arguments of the program. Limits may be others when a search is resumed. */
void identity_add_options(struct identity *i, const struct options *o);
/* Adds the content of each file, as a hash, by a list of the engine's (struct journal). False when one cannot be read: *unread is its name. */
bool identity_add_files(struct identity *i, const char *program, const char *objects, char *unread, size_t size);
/* Adds where they were loaded. */
void identity_add_places(struct identity *i, const char *objects);
/* What differs, in words; false when nothing does. Only lines whose key begins so are compared. */
bool identity_differs(const struct identity *then, const struct identity *now, const char *key, char *why, size_t size);
void identity_free(struct identity *i);

#endif
