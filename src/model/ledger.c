#include "model/ledger.h"

#include "base/hash.h"
#include "base/intern.h"

const struct ledger *ledger_in_force;

static struct intern ledgers;
static struct pool paper;

void ledgers_init(const struct ledger *in_force)
{
    ledger_in_force = in_force;
    if (in_force != NULL && ledgers.slots == NULL) {
        intern_init(&ledgers, (size_t)1 << 35);
        pool_init(&paper, (size_t)1 << 33);
    }
}

uint32_t ledger_put(const uint32_t *numbers, size_t count)
{
    return count == 0 ? 0 : intern_put(&ledgers, 0, numbers, count * sizeof *numbers, NULL);
}

const uint32_t *ledger_numbers(uint32_t ledger, size_t *count)
{
    *count = ledger == 0 ? 0 : intern_get(&ledgers, ledger)->size / sizeof(uint32_t);
    return ledger == 0 ? NULL : intern_bytes(&ledgers, ledger);
}

uint32_t *ledger_paper(void)
{
    return (uint32_t *)paper.base;
}

uint64_t ledger_hash(uint32_t ledger)
{
    return ledger == 0 ? 0 : intern_get(&ledgers, ledger)->hash;
}
