/* The program's hr_sometimes() sites, and which of them some execution reached. */
#ifndef HARRIER_ACTOR_SITES_H
#define HARRIER_ACTOR_SITES_H

#include <stdbool.h>
#include <stddef.h>

#include "harrier.h"
#include "model/effects.h"

/* All sites of one program or library. Every file of it says so; once is enough. */
void sites_declare(const struct hr_site *from, const struct hr_site *to);
void sites_reach(const struct hr_site *site);
/* Those that a step reached, whatever else became of it. */
void sites_reach_by(const struct effects *done);
/* Calls `visit` for every site. */
void sites_each(void (*visit)(void *user, const struct hr_site *site, bool reached), void *user);
/* Before workers are started: what one of them reaches is reached for all. */
bool sites_share(void);

#endif
