#include "model/depend.h"

#include "base/mutant.h"
#include "base/pool.h"

struct member {
    uint32_t lead, next;
};

static struct {
    bool all;
    struct pool members; /* struct member, by actor; those beyond are groups of their own */
} depend;

void depend_init(bool everything)
{
    depend.all = everything && RULE("shared-dependency");
    if (depend.members.base == NULL) {
        pool_init(&depend.members, (size_t)1 << 32);
    }
    pool_give_back(&depend.members, depend.members.used);
}

bool depend_all(void)
{
    return depend.all;
}

bool depend_receivers(uint32_t a, uint32_t b)
{
    return depend.all || a == b;
}

/* ---- groups ---- */

static struct member *member(uint32_t actor)
{
    uint32_t known = (uint32_t)(depend.members.used / sizeof(struct member));
    for (; known <= actor; known++) {
        *(struct member *)pool_take(&depend.members, sizeof(struct member)) = (struct member){ known, known };
    }
    return (struct member *)depend.members.base + actor;
}

void depend_join(uint32_t a, uint32_t b)
{
    uint32_t one = member(a)->lead, other = member(b)->lead, lead = one < other ? one : other, gone = one < other ? other : one;
    if (one == other || !RULE("invariant-groups")) {
        return;
    }
    for (uint32_t i = gone; member(i)->lead == gone; i = member(i)->next) {
        member(i)->lead = lead;
    }
    uint32_t next = member(lead)->next; /* two rings become one when two of their links are exchanged */
    member(lead)->next = member(gone)->next;
    member(gone)->next = next;
}

static bool grouped(uint32_t actor)
{
    return actor < depend.members.used / sizeof(struct member);
}

uint32_t depend_lead(uint32_t actor)
{
    return grouped(actor) ? member(actor)->lead : actor;
}

uint32_t depend_next(uint32_t actor)
{
    return grouped(actor) ? member(actor)->next : actor;
}
