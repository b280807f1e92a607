/* A packed message, piece by piece: its struct, and everything that its pointers point to, with the outlines of the pieces. */
#ifndef HARRIER_IMAGE_REGIONS_H
#define HARRIER_IMAGE_REGIONS_H

#include "image/outlines.h"

struct region {
    const struct outline *outline; /* of one element */
    unsigned char *bytes;
    size_t size;
    const struct hr_part *part; /* the pointer to this piece; NULL: the piece is the message's own struct */
};

/* Visits all pieces until a visit returns false. Lengths of texts and arrays are read from the block, so a visit must not change them. */
typedef bool (*region_visit)(void *user, const struct region *r);
void regions_each(const struct hr_type *type, unsigned char *block, region_visit visit, void *user);

#endif
