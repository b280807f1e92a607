/* A packed message, piece by piece: its struct, and each thing that its pointers carry, with what is known of their bytes. */
#ifndef HARRIER_IMAGE_REGIONS_H
#define HARRIER_IMAGE_REGIONS_H

#include "image/outlines.h"

struct region {
    const struct outline *outline; /* of one element */
    unsigned char *bytes;
    size_t size;
    const struct hr_part *part; /* that carries it; NULL: the message's own struct */
};

/* Visits all pieces until a visit says false. Lengths of texts and arrays are read from the block, so a visit must not change them. */
typedef bool (*region_visit)(void *user, const struct region *r);
void regions_each(const struct hr_type *type, unsigned char *block, region_visit visit, void *user);

#endif
