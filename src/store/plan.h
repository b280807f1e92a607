/* Plans: the widths of a layout's fields, numbered. Workers send each other packed states; so that these need not be unpacked, all
 * workers follow the same plan as soon as one of them needs a wider one. A plan is never narrower than one before it. With one worker
 * there are no plans. */
#ifndef HARRIER_STORE_PLAN_H
#define HARRIER_STORE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "store/layout.h"

/* To be called before workers are started: plans are used from then on. False when the system refuses memory. */
bool plans_share(void);
/* The newest plan's number; 0: there is none. */
uint32_t plan_newest(void);
/* Makes the layout of a plan, which the caller must close. */
void plan_layout(uint32_t plan, struct layout *out);
/* Makes the layout the next plan. The caller must hold the lock of the tables. */
void plan_add(struct layout *l);

#endif
