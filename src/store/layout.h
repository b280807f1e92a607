/* How a state is packed: per actor one number (of its component), in as few bytes as the numbers given out so far need. When
 * they outgrow it, or actors are born, a wider layout takes over and what is stored is packed anew. */
#ifndef HARRIER_STORE_LAYOUT_H
#define HARRIER_STORE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "model/component.h"

struct layout_field {
    uint32_t offset;
    uint32_t width; /* 1, 2 or 4 bytes */
    uint32_t limit; /* largest number that fits */
};

struct layout {
    struct layout_field *fields;
    uint32_t actors;
    uint32_t bytes;
    uint32_t capacity;  /* of fields */
    uint32_t seen;      /* components that existed when it was last found to fit */
};

void layout_init(struct layout *l);
/* Whether every component that exists now can be packed. */
bool layout_fits(struct layout *l);
/* A layout that fits, with some room to grow. */
void layout_widen(const struct layout *old, struct layout *out);
void layout_close(struct layout *l);

static inline void layout_put(const struct layout *l, unsigned char *record, uint32_t actor, uint32_t component)
{
    struct layout_field f = l->fields[actor];
    uint32_t number = component_get(component)->number;
    if (f.width == 1) {
        record[f.offset] = (unsigned char)number;
    } else if (f.width == 2) {
        uint16_t n = (uint16_t)number;
        memcpy(record + f.offset, &n, sizeof n);
    } else {
        memcpy(record + f.offset, &number, sizeof number);
    }
}

static inline uint32_t layout_get(const struct layout *l, const unsigned char *record, uint32_t actor)
{
    struct layout_field f = l->fields[actor];
    uint32_t number = 0;
    if (f.width == 1) {
        number = record[f.offset];
    } else if (f.width == 2) {
        uint16_t n;
        memcpy(&n, record + f.offset, sizeof n);
        number = n;
    } else {
        memcpy(&number, record + f.offset, sizeof number);
    }
    return number == 0 ? 0 : component_list(actor)->components[number];
}

static inline void layout_unpack(const struct layout *l, const unsigned char *record, uint32_t *state)
{
    for (uint32_t a = 0; a < l->actors; a++) {
        state[a] = layout_get(l, record, a);
    }
}

static inline void layout_pack(const struct layout *l, const uint32_t *state, unsigned char *record)
{
    for (uint32_t a = 0; a < l->actors; a++) {
        layout_put(l, record, a, state[a]);
    }
}

/* Packs anew `count` records of layout `from`, one after the other, into `to`'s. */
void layout_repack(const struct layout *from, const unsigned char *records, const struct layout *to, unsigned char *out, size_t count);

#endif
