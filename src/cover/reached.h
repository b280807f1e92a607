/* The matrix of (actor type, message type): how often which type of actor received which type of message. */
#ifndef HARRIER_COVER_REACHED_H
#define HARRIER_COVER_REACHED_H

#include <stdint.h>

struct reached {
    const struct hr_actor_type *actor; /* NULL: the driver */
    const char *message;
    uint64_t times;
};

/* One more delivery. */
void reached_note(uint32_t actor, uint32_t message);
uint32_t reached_count(void);
const struct reached *reached_get(uint32_t i); /* from 1 */

#endif
