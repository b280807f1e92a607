#include "model/ledger.h"

#include "base/hash.h"
#include "base/intern.h"
#include "base/lock.h"

const struct ledger *ledger_in_force;

static struct {
    struct intern ledgers;
} ALL_WORKERS all;
static struct pool paper;

void ledgers_init(const struct ledger *in_force)
{
    ledger_in_force = in_force;
    if (in_force != NULL && !intern_in_use(&all.ledgers)) {
        intern_init(&all.ledgers, (size_t)1 << 35);
        pool_init(&paper, (size_t)1 << 33);
    }
    if (in_force != NULL && in_force->init != NULL) {
        in_force->init();
    }
}

bool ledgers_share(void)
{
    bool shared = ledger_in_force == NULL || ledger_in_force->share == NULL || ledger_in_force->share();
    return shared && intern_share(&all.ledgers) && pages_share(&all, sizeof all);
}

uint32_t ledger_put(const uint32_t *numbers, size_t count)
{
    if (count == 0) {
        return 0;
    }
    lock_take(LOCK_TABLES);
    uint32_t id = intern_put(&all.ledgers, 0, numbers, count * sizeof *numbers, NULL);
    lock_give(LOCK_TABLES);
    return id;
}

const uint32_t *ledger_numbers(uint32_t ledger, size_t *count)
{
    *count = ledger == 0 ? 0 : intern_get(&all.ledgers, ledger)->size / sizeof(uint32_t);
    return ledger == 0 ? NULL : intern_bytes(&all.ledgers, ledger);
}

uint32_t *ledger_paper(void)
{
    return (uint32_t *)paper.base;
}

uint64_t ledger_hash(uint32_t ledger)
{
    if (ledger != 0 && ledger_in_force->hash != NULL) {
        return ledger_in_force->hash(ledger);
    }
    return ledger == 0 ? 0 : intern_get(&all.ledgers, ledger)->hash;
}
