#include "actor/sites.h"

#include "base/pool.h"

/* Constructors of libraries declare sites before the engine's constructor has run, so this file needs no set-up. */
struct site_range {
    const struct hr_site *from, *to;
    size_t first; /* number of its first site */
};
static struct {
    struct pool ranges;  /* struct site_range */
    struct pool reached; /* a byte per site */
} sites;

static size_t range_count(void)
{
    return sites.ranges.used / sizeof(struct site_range);
}

static const struct site_range *range_at(size_t i)
{
    return (const struct site_range *)sites.ranges.base + i;
}

void sites_declare(const struct hr_site *from, const struct hr_site *to)
{
    for (size_t i = 0; i < range_count(); i++) {
        if (range_at(i)->from == from) {
            return;
        }
    }
    if (sites.ranges.base == NULL) {
        pool_init(&sites.ranges, (size_t)1 << 30);
        pool_init(&sites.reached, (size_t)1 << 30);
    }
    struct site_range *r = pool_take(&sites.ranges, sizeof *r);
    *r = (struct site_range){ .from = from, .to = to, .first = sites.reached.used };
    pool_account(&sites.reached, (size_t)(to - from));
}

/* The number of a site; SIZE_MAX: nobody declared it. */
static size_t number_of(const struct hr_site *site)
{
    for (size_t i = 0; i < range_count(); i++) {
        const struct site_range *r = range_at(i);
        if (site >= r->from && site < r->to) {
            return r->first + (size_t)(site - r->from);
        }
    }
    return SIZE_MAX;
}

void sites_reach(const struct hr_site *site)
{
    size_t number = number_of(site);
    if (number != SIZE_MAX) {
        sites.reached.base[number] = true;
    }
}

void sites_each(void (*visit)(void *user, const struct hr_site *site, bool reached), void *user)
{
    for (size_t i = 0; i < range_count(); i++) {
        const struct site_range *r = range_at(i);
        for (const struct hr_site *s = r->from; s < r->to; s++) {
            visit(user, s, sites.reached.base[r->first + (size_t)(s - r->from)]);
        }
    }
}

size_t sites_count(void)
{
    return sites.reached.used;
}

bool sites_share(void)
{
    return pool_share(&sites.reached);
}

void sites_reach_by(const struct effects *done)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        if (e->kind == EFFECT_REACHED) {
            sites_reach((const struct hr_site *)(uintptr_t)e->number);
        }
    }
}

uint32_t sites_bits(const struct effects *done)
{
    uint32_t bits = 0;
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        size_t number = e->kind == EFFECT_REACHED ? number_of((const struct hr_site *)(uintptr_t)e->number) : SIZE_MAX;
        bits |= number == SIZE_MAX ? 0 : 1u << number % 32;
    }
    return bits;
}
