#include "model/territory.h"

#include "base/lock.h"
#include "base/pool.h"
#include "model/component.h"
#include "model/replica.h"

struct territories territories;

void territory_decide(const struct territory_choice *c)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        last = c->actors[i] > last ? c->actors[i] : last;
    }
    territories = (struct territories){ .decided = true, .chosen = c->count != 0, .salt = c->salt, .words = c->count == 0 ? 0 : last / 64 + 1 };
    territories.actors = c->count == 0 ? NULL : table_new(territories.words * sizeof *territories.actors);
    for (uint32_t i = 0; i < c->count; i++) {
        territories.actors[c->actors[i] / 64] |= UINT64_C(1) << c->actors[i] % 64;
    }
    components_divide();
}

void territory_agree(const struct territory_choice *c)
{
    lock_take(LOCK_TABLES);
    if (replica_asks()) {
        replica_append(REPLICA_TERRITORY, c, sizeof *c);
    }
    lock_give(LOCK_TABLES);
    if (!territories.decided) { /* workers only note it */
        territory_decide(c);
    }
}
