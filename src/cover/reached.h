/* The matrix of (actor type, message type): how often which type of actor received which type of message. */
#ifndef HARRIER_COVER_REACHED_H
#define HARRIER_COVER_REACHED_H

#include <stdint.h>

#include "base/intern.h"
#include "base/map.h"

struct reached {
    const struct hr_actor_type *actor; /* NULL: the driver */
    const char *message;
    uint64_t times;
};

struct reached_matrix {
    struct map known_pairs; /* from (actor, message) to its cell, so that a cell is looked up by name only once */
    struct intern known_cells;
    struct pool cells; /* struct reached, from 1 on */
};

void reached_init(struct reached_matrix *m);
void reached_close(struct reached_matrix *m);
/* Counts one more delivery. */
void reached_note(struct reached_matrix *m, uint32_t actor, uint32_t message);
/* The cell of a delivery that was counted; 0: none was. */
uint32_t reached_find(const struct reached_matrix *m, uint32_t actor, uint32_t message);
uint32_t reached_count(const struct reached_matrix *m);
struct reached *reached_get(const struct reached_matrix *m, uint32_t i); /* from 1 */

#endif
