/* Which steps depend on each other: the only place that knows. Two deliveries depend when they have the same receiver; model/turns.h
 * says which pairs of them have a fixed order. Where memory is declared shared, every step may touch it, so all deliveries depend on
 * each other.
 *
 * A fault is part of the step in which it strikes: a message that the step sends is lost or comes twice, its actor crashes in it or when it is
 * over. (A crash between two steps of an actor depends on nothing but these, so it may as well come at once after the first.) So a fault depends
 * on what its step depends on. A restart is a message of the actor to itself. How many faults an execution may have is a bound on a sum over its
 * steps, which does not depend on their order: equivalent executions are within it or beyond it together, so is every beginning of one
 * that is within it, and a step without a fault is never beyond it. So the bound makes no steps depend on each other.
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
