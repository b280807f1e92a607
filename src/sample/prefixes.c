#include "sample/prefixes.h"

#include <string.h>

#include "moves/memo.h"

void prefixes_init(struct prefixes *p)
{
    size_t size = PREFIX_SITES * sizeof *p->sites;
    pool_init(&p->memory, (size_t)1 << 22);
    pool_share(&p->memory);
    p->sites = pool_take(&p->memory, size);
}

/* Of two sites at random, that which fewer executions reached: what is rare is worth more, but nothing is left out. */
static const struct prefix_site *draw_site(const struct prefixes *p, const uint32_t *known, uint32_t count, struct rng *random)
{
    const struct prefix_site *one = &p->sites[known[rng_below(random, count)]], *other = &p->sites[known[rng_below(random, count)]];
    return other->hits < one->hits ? other : one;
}

const struct prefix *prefixes_draw(const struct prefixes *p, struct rng *random)
{
    uint32_t known[PREFIX_SITES], count = 0;
    for (uint32_t i = 0; i < PREFIX_SITES; i++) {
        if (p->sites[i].kept != 0) {
            known[count++] = i;
        }
    }
    if (count == 0 || rng_below(random, 2) == 0) {
        return NULL;
    }
    const struct prefix_site *s = draw_site(p, known, count, random);
    return &s->prefixes[rng_below(random, s->kept)];
}

void prefixes_keep(struct prefixes *p, uint32_t site, const struct prefix_step *steps, uint32_t length, struct rng *random)
{
    struct prefix_site *s = &p->sites[site];
    /* The n-th is kept with probability KEPT / n, in the place of any other: so each of the n is there with the same probability. */
    uint64_t place = s->hits++ < PREFIX_KEPT ? s->kept++ : rng_below(random, s->hits);
    if (place < PREFIX_KEPT) {
        s->prefixes[place].length = length;
        memcpy(s->prefixes[place].steps, steps, length * sizeof *steps);
    }
}

uint32_t prefix_place(uint32_t first, uint32_t outcome)
{
    uint32_t place = 0;
    for (; first != outcome; first = outcome_get(first)->next) {
        place++;
    }
    return place;
}

uint32_t prefix_outcome(uint32_t first, uint32_t place)
{
    for (; place > 0; place--) {
        first = outcome_get(first)->next;
    }
    return first;
}
