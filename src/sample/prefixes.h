/* Guided sampling: beginnings of executions that reached an hr_sometimes(), kept so that other executions begin with them. What the program's
 * author calls worth reaching is seldom the end of a story, and an execution that starts there need not be lucky twice.
 *
 * A delivery is kept as the number of its message, by order of sending, and the place of its outcome among those of its step. Both
 * are the same in every process that samples this program, so beginnings are common to all epochs. */
#ifndef HARRIER_SAMPLE_PREFIXES_H
#define HARRIER_SAMPLE_PREFIXES_H

#include <stdint.h>

#include "base/pool.h"
#include "base/rng.h"

enum {
    PREFIX_SITES = 32,    /* see sites_bits() */
    PREFIX_KEPT = 8,      /* beginnings of one site */
    PREFIX_LENGTH = 1024, /* longer ones are not kept */
};

struct prefix_step {
    uint32_t individual, outcome;
};
struct prefix {
    uint32_t length; /* its deliveries */
    struct prefix_step steps[PREFIX_LENGTH];
};

struct prefixes {
    struct pool memory;
    struct prefix_site {
        uint64_t hits; /* executions that came here on their own */
        uint32_t kept;
        struct prefix prefixes[PREFIX_KEPT];
    } * sites; /* by number */
};

/* None are known yet. */
void prefixes_init(struct prefixes *p);
/* How the next execution begins; NULL: in the first state. Half of them do, and all while no beginning is known. */
const struct prefix *prefixes_draw(const struct prefixes *p, struct rng *random);
/* An execution reached a site for the first time, and not within a beginning that it was given, by the last of these deliveries. */
void prefixes_keep(struct prefixes *p, uint32_t site, const struct prefix_step *steps, uint32_t length, struct rng *random);

/* The place of an outcome among those of its step, and back. */
uint32_t prefix_place(uint32_t first, uint32_t outcome);
uint32_t prefix_outcome(uint32_t first, uint32_t place);

#endif
