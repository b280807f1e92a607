/* Which steps depend on each other: the only place that knows. Two deliveries depend when they have the same receiver; model/turns.h
 * says which pairs of them have a fixed order. Where memory is declared shared, every step may touch it, so all deliveries depend on
 * each other. */
#ifndef HARRIER_MODEL_DEPEND_H
#define HARRIER_MODEL_DEPEND_H

#include <stdbool.h>
#include <stdint.h>

void depend_init(bool everything);
/* Whether every delivery depends on every other, so that no two orders are equivalent. */
bool depend_all(void);
/* Whether deliveries to these two actors depend on each other. */
bool depend_receivers(uint32_t a, uint32_t b);

#endif
