/* The program's hr_sometimes() sites, and which of them some execution reached. */
#ifndef HARRIER_ACTOR_SITES_H
#define HARRIER_ACTOR_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harrier.h"
#include "model/effects.h"

/* Declares all sites of one program or library. Every file of it calls this, with the same sites. */
void sites_declare(const struct hr_site *from, const struct hr_site *to);
void sites_reach(const struct hr_site *site);
/* Marks the sites that a step reached, even if the step failed. */
void sites_reach_by(const struct effects *done);
/* The sites that a step or a question reached, as bits. The first 32 sites have a bit each; further ones share them. */
uint32_t sites_bits(const struct effects *done);
size_t sites_count(void);
/* Calls `visit` for every site. */
void sites_each(void (*visit)(void *user, const struct hr_site *site, bool reached), void *user);
/* Makes the marks common to all workers started later. */
bool sites_share(void);

#endif
