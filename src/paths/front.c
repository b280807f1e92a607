#include "paths/front.h"

#include "model/turns.h"
#include "paths/execution.h"
#include "paths/past.h"

void front_begin(struct front *f)
{
    lanes_begin(&f->lanes);
    if (f->comes.base == NULL) {
        pool_init(&f->comes, (size_t)1 << 33);
    }
    pool_give_back(&f->comes, f->comes.used);
}

bool front_blocked(const struct front *f, const struct execution *x, uint32_t individual)
{
    const struct individual *m = individual_at(x, individual);
    bool blocked = lanes_blocked(&f->lanes, m->to, m->message);
    size_t may_block = past_is_empty(x, individual) ? 0 : f->comes.used / sizeof(uint64_t);
    for (size_t i = 0; i < may_block && !blocked; i++) {
        uint32_t before = (uint32_t)((const uint64_t *)f->comes.base)[i];
        blocked = individual_at(x, before)->to == m->to && execution_keeps(x, before, individual);
    }
    return blocked;
}

void front_comes(struct front *f, const struct execution *x, uint32_t individual)
{
    const struct individual *m = individual_at(x, individual);
    lanes_accept(&f->lanes, m->to, m->message);
    if (turns_channel()->past_first) {
        *(uint64_t *)pool_take(&f->comes, sizeof(uint64_t)) = individual;
    }
}
