#include "store/plan.h"

#include <assert.h>

struct plan {
    size_t widths; /* offset in `widths` of its widths: actors', then slots', a byte each */
    uint32_t actors, slots;
};

static struct {
    struct pool plans; /* struct plan, from number 1 on */
    struct pool widths;
    bool shared;
    uint32_t count; /* increased last, when the new plan is complete */
} ALL_WORKERS all;

bool plans_share(void)
{
    pool_init(&all.plans, (size_t)1 << 30);
    pool_init(&all.widths, (size_t)1 << 36);
    pool_take(&all.plans, sizeof(struct plan));
    all.shared = true;
    return pool_share(&all.plans) && pool_share(&all.widths) && pages_share(&all, sizeof all);
}

uint32_t plan_newest(void)
{
    return __atomic_load_n(&all.count, __ATOMIC_ACQUIRE);
}

void plan_layout(uint32_t plan, struct layout *out)
{
    struct plan p = ((const struct plan *)all.plans.base)[plan];
    layout_build(out, p.actors, p.slots, all.widths.base + p.widths);
    out->plan = plan;
}

void plan_add(struct layout *l)
{
    if (!all.shared) {
        return;
    }
    struct plan *p = pool_take(&all.plans, sizeof *p);
    *p = (struct plan){ .widths = all.widths.used, .actors = l->actors, .slots = l->slots };
    unsigned char *width = pool_take(&all.widths, (size_t)l->actors + l->slots);
    for (uint32_t a = 0; a < l->actors; a++) {
        *width++ = (unsigned char)__builtin_popcountll(l->fields[a].mask);
    }
    for (ptrdiff_t k = -1; k >= -(ptrdiff_t)l->slots; k--) {
        *width++ = (unsigned char)__builtin_popcountll(l->fields[k].mask);
    }
    l->plan = all.count + 1;
    __atomic_store_n(&all.count, l->plan, __ATOMIC_RELEASE);
}
