/* The key of a state up to a renaming of its actors: states with equal keys differ only in the names of alike actors. */
#ifndef HARRIER_IDENTITY_SYMMETRIC_H
#define HARRIER_IDENTITY_SYMMETRIC_H

#include <stddef.h>
#include <stdint.h>

struct symmetric;

/* Finds the actors that the program's own memory refers to, which are not renamed. Call when exploring starts. */
struct symmetric *symmetric_new(void);
/* Something is said of these actors: a predicate is about them. Whatever renames actors must leave true what is said, as a whole: two
 * predicates of the same kind may be exchanged. (The first parameter is a struct symmetric; `actors` must stay.) */
void symmetric_say(void *symmetric, uint32_t kind, const uint32_t *actors, uint32_t count);
/* Writes the key of a state into memory that stays until the next call; returns how many numbers it has. */
size_t symmetric_key(struct symmetric *s, const uint32_t *state, const uint32_t **key);

#endif
