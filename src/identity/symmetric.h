/* The key of a state up to a renaming of its actors: states with equal keys differ only in the names of alike actors. */
#ifndef HARRIER_IDENTITY_SYMMETRIC_H
#define HARRIER_IDENTITY_SYMMETRIC_H

#include <stddef.h>
#include <stdint.h>

struct symmetric;

/* Finds the actors that the program's own memory refers to, which are not renamed. Call when exploring starts. */
struct symmetric *symmetric_new(void);
/* Writes the key of a state into memory that stays until the next call; returns how many numbers it has. */
size_t symmetric_key(struct symmetric *s, const uint32_t *state, const uint32_t **key);

#endif
