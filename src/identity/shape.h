/* Shapes: a local state or a message up to what does not matter. Heap objects are compared by shape and content (Iosif's
 * canonical heaps; dissertation, section 3.5.1), wherever the allocator put them; references to actors may be left open.
 *
 * No debug information is needed: a word that holds an address inside the actor's own heap is taken for a pointer, and a word that
 * looks like a reference for a reference, because ordinary numbers do not look like references (model/names.h). */
#ifndef HARRIER_IDENTITY_SHAPE_H
#define HARRIER_IDENTITY_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the canonical form of an actor's image into memory that stays until the next call; returns its size. */
size_t shape_canonical(const unsigned char *image, size_t size, const void **form);
/* The same, with the actor's own reference replaced by a mark. */
size_t shape_jacco(const unsigned char *image, size_t size, const void **form);

/* A form without its references, and the references: two things are equal when forms and lists of references are. */
struct shape {
    uint32_t form; /* equal for equal shapes */
    uint32_t count;
    const uint32_t *actors; /* the actors referred to, in order of occurrence; a message's sender first */
    bool sees_driver;       /* it holds a pointer into main's memory */
};
struct shape shape_of_local(uint32_t local);
struct shape shape_of_message(uint32_t message);
/* Calls `found` for each reference in plain memory. */
void shape_scan(const void *from, size_t size, void (*found)(void *user, uint32_t actor), void *user);

#endif
