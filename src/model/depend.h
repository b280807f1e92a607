/* Which steps depend on each other: the only place that knows. Two deliveries depend when they have the same receiver; model/turns.h
 * says which pairs of them have a fixed order. Where memory is declared shared, every step may touch it, so all deliveries depend on
 * each other.
 *
 * Actors that an invariant looks at together form a group: it may hold or not depending on the order of deliveries to them. */
#ifndef HARRIER_MODEL_DEPEND_H
#define HARRIER_MODEL_DEPEND_H

#include <stdbool.h>
#include <stdint.h>

/* Forgets all groups. */
void depend_init(bool everything);
/* Whether every delivery depends on every other, so that no two orders are equivalent. */
bool depend_all(void);
/* Whether deliveries to these two actors depend on each other, invariants aside. */
bool depend_receivers(uint32_t a, uint32_t b);

/* Makes one group of the groups of two actors. */
void depend_join(uint32_t a, uint32_t b);
/* The actor that stands for an actor's group, which has the lowest number in it; and the next one in the group, in a ring. An actor
 * that was joined with no other is a group of its own. */
uint32_t depend_lead(uint32_t actor);
uint32_t depend_next(uint32_t actor);

#endif
