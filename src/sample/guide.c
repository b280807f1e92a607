#include "sample/guide.h"

void guide_init(struct guide *g)
{
    g->on = true;
    prefixes_init(&g->prefixes);
}

void guide_begin(struct guide *g, bool may, struct rng *random)
{
    g->sites = 0;
    g->from = g->on && may ? prefixes_draw(&g->prefixes, random) : NULL;
}

void guide_reached(struct guide *g, uint32_t sites, uint32_t length)
{
    uint32_t fresh = length > PREFIX_LENGTH ? 0 : sites & ~g->sites;
    g->sites |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
        g->after[__builtin_ctz(fresh)] = length;
    }
}

/* What an execution was given is not kept again. Nothing is kept before the end, so that an execution that is begun again finds what it found before. */
void guide_end(struct guide *g, struct rng *random)
{
    uint32_t given = g->from == NULL ? 0 : g->from->length;
    for (uint32_t site = 0; site < PREFIX_SITES; site++) {
        if ((g->sites >> site & 1) != 0 && g->after[site] > given) {
            prefixes_keep(&g->prefixes, site, g->now, g->after[site], random);
        }
    }
}
