#include "model/component.h"

#include <string.h>

#include "base/lock.h"
#include "model/ledger.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/names.h"

struct component_shared component_shared;
struct map component_receive_memo;

void components_init(void)
{
    intern_init(&component_shared.keys, (size_t)1 << 34);
    pool_init(&component_pool, (size_t)1 << 35);
    pool_init(&component_lists, (size_t)1 << 30);
    pool_init(&component_shared.list_memory, (size_t)1 << 34);
    map_init(&component_receive_memo);
    pool_take(&component_pool, sizeof(struct component)); /* 0: no actor */
}

bool components_share(void)
{
    return intern_share(&component_shared.keys) && pool_share(&component_pool) && pool_share(&component_lists) &&
           pool_share(&component_shared.list_memory) && pages_share(&component_shared, sizeof component_shared);
}

uint32_t components_count(void)
{
    return component_shared.keys.count;
}

/* Numbers a component within its actor. */
static uint32_t enlist(uint32_t actor, uint32_t component)
{
    while (component_lists.used / sizeof(struct component_list) <= actor) {
        pool_take(&component_lists, sizeof(struct component_list));
    }
    struct component_list *l = (struct component_list *)component_lists.base + actor;
    if (l->count + 1 >= l->capacity) {
        /* The old list is not given back: all old lists together are smaller than the new one. */
        uint32_t capacity = l->capacity == 0 ? 8 : l->capacity * 2;
        uint32_t *longer = pool_take(&component_shared.list_memory, capacity * sizeof *longer);
        if (l->capacity != 0) {
            memcpy(longer, l->components, l->capacity * sizeof *longer);
        }
        l->components = longer;
        l->capacity = capacity;
    }
    l->components[++l->count] = component;
    return l->count;
}

static uint32_t put(uint32_t actor, uint32_t local, uint32_t mailbox, uint32_t ledger)
{
    uint32_t key[4] = { actor, local, mailbox, ledger };
    bool fresh;
    lock_take(LOCK_TABLES);
    uint32_t id = intern_put(&component_shared.keys, 0, key, sizeof key, &fresh);
    if (!fresh) {
        lock_give(LOCK_TABLES);
        return id;
    }
    struct component *c = pool_take(&component_pool, sizeof *c);
    uint64_t name = actor == DRIVER ? 0 : names_get(actor)->ref;
    uint64_t cloud = mailbox_hash(mailbox) + ledger_hash(ledger);
    *c = (struct component){
        .hash = hash_mix(hash_mix(hash_mix(name + 1) + local_hash(local)) + cloud),
        .actor = actor,
        .local = local,
        .mailbox = mailbox,
        .number = enlist(actor, id),
        .ledger = ledger,
        .waits = local_get(local)->status == ACTOR_WAITING_ON_REPLY,
    };
    lock_give(LOCK_TABLES);
    return id;
}

uint32_t component_put(uint32_t actor, uint32_t local, uint32_t mailbox)
{
    return put(actor, local, mailbox, 0);
}

uint32_t component_change(uint32_t component, uint32_t local, uint32_t mailbox, uint32_t ledger)
{
    return put(component_get(component)->actor, local, mailbox, ledger);
}

uint32_t component_receive_slow(uint32_t component, uint32_t message)
{
    struct component c = *component_get(component);
    uint32_t to = put(c.actor, c.local, mailbox_add(c.mailbox, message), c.ledger);
    map_put(&component_receive_memo, (uint64_t)component << 32 | message, to);
    return to;
}
