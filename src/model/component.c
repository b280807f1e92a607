#include "model/component.h"

#include <string.h>

#include "base/lock.h"
#include "model/ledger.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/names.h"
#include "model/place.h"
#include "model/replica.h"
#include "model/tails.h"

struct component_shared component_shared;
struct receive_memo receive_memo;

void components_init(void)
{
    word_set_init(&component_shared.numbers, 0);
    pool_init(&component_pool, (size_t)1 << 35);
    pool_init(&component_lists, (size_t)1 << 30);
    pool_init(&component_shared.list_memory, (size_t)1 << 34);
    map_init(&receive_memo.components);
    word_set_init_wide(&receive_memo.joins, 0, JOIN_WIDTH);
    places_init();
    pool_take(&component_pool, sizeof(struct component)); /* 0: no actor */
}

bool components_share(void)
{
    return word_set_share(&component_shared.numbers, numbered_tag, 1, (size_t)1 << 35) && pool_share(&component_pool) &&
           pool_share(&component_lists) && pool_share(&component_shared.list_memory) &&
           pages_share(&component_shared, sizeof component_shared);
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
    place_number(actor, l->count + 1);
    l->components[++l->count] = component;
    return l->count;
}

uint64_t component_own_hash(uint32_t actor, uint32_t local)
{
    uint64_t name = actor == DRIVER ? 0 : names_get(actor)->ref;
    return hash_mix(hash_mix(name + 1) + local_hash(local));
}

static uint32_t territory_part(uint32_t actor, uint64_t own)
{
    const struct territories *t = &component_shared.territories;
    bool counts = actor / 64 < t->words && t->actors[actor / 64] >> actor % 64 & 1;
    return counts ? (uint32_t)own : 0;
}

static uint32_t add(uint32_t actor, uint32_t local, uint32_t mailbox, uint32_t ledger, uint32_t spent)
{
    struct component *c = pool_take(&component_pool, sizeof *c);
    uint64_t cloud = mailbox_hash(mailbox) + ledger_hash(ledger) + (spent == 0 ? 0 : hash_mix(spent));
    uint64_t own = component_own_hash(actor, local);
    uint32_t id = ++component_shared.count;
    *c = (struct component){
        .hash = hash_mix(own + cloud),
        .actor = actor,
        .local = local,
        .mailbox = mailbox,
        .number = enlist(actor, id),
        .ledger = ledger,
        .spent = spent,
        .territory = territory_part(actor, own),
        .waits = local_get(local)->status == ACTOR_WAITING_ON_REPLY,
    };
    return id;
}

/* The place of a component, which is empty if there is none yet. */
static uint64_t *place_of(uint64_t tag, uint32_t actor, uint32_t local, uint32_t mailbox, uint32_t ledger, uint32_t spent)
{
    uint64_t *at = word_set_place(&component_shared.numbers, tag);
    for (; *at != 0; at++) {
        const struct component *c = component_get((uint32_t)numbered_number(*at));
        if (numbered_tag(*at) == tag && c->local == local && c->mailbox == mailbox && c->ledger == ledger && c->spent == spent &&
            c->actor == actor) {
            break;
        }
    }
    return at;
}

/* The number of the component that is made of these; it is added if it is new. */
static uint32_t put(uint32_t actor, uint32_t local, uint32_t mailbox, uint32_t ledger, uint32_t spent)
{
    struct word_set *numbers = &component_shared.numbers;
    uint64_t tag = numbered_tag(hash_mix(((uint64_t)local << 32 | mailbox) + hash_mix((uint64_t)(ledger ^ spent) << 32 | actor)));
    lock_take(LOCK_TABLES);
    if (replica_asks() && *place_of(tag, actor, local, mailbox, ledger, spent) == 0) {
        replica_append(REPLICA_COMPONENT, (const uint32_t[]){ actor, local, mailbox, ledger, spent }, 5 * sizeof(uint32_t));
    }
    uint64_t *at = place_of(tag, actor, local, mailbox, ledger, spent);
    uint32_t id = (uint32_t)numbered_number(*at);
    if (id == 0) {
        id = add(actor, local, mailbox, ledger, spent);
        word_set_put(numbers, at, tag | id, numbered_tag);
    }
    lock_give(LOCK_TABLES);
    return id;
}

void component_apply(const uint32_t *parts)
{
    put(parts[0], parts[1], parts[2], parts[3], parts[4]);
}

uint32_t component_put(uint32_t actor, uint32_t local, uint32_t mailbox)
{
    return put(actor, local, mailbox, 0, 0);
}

uint32_t component_change(uint32_t component, uint32_t local, uint32_t mailbox, uint32_t ledger)
{
    struct component c = *component_get(component);
    return put(c.actor, local, mailbox, ledger, c.spent);
}

uint32_t component_spend(uint32_t component, uint32_t spent)
{
    struct component c = *component_get(component);
    return put(c.actor, c.local, c.mailbox, c.ledger, spent);
}

uint32_t component_receive_slow(uint32_t component, uint32_t message)
{
    struct component c = *component_get(component);
    uint32_t to = put(c.actor, c.local, mailbox_add(c.mailbox, message), c.ledger, c.spent);
    map_put(&receive_memo.components, (uint64_t)component << 32 | message, to);
    return to;
}

/* ---- territories ---- */

void territory_decide(const struct territory_choice *c)
{
    struct territories t = { .decided = true, .chosen = c->count != 0, .salt = c->salt };
    for (uint32_t i = 0; i < c->count; i++) {
        t.words = c->actors[i] / 64 + 1 > t.words ? c->actors[i] / 64 + 1 : t.words;
    }
    t.actors = t.words == 0 ? NULL : table_new(t.words * sizeof *t.actors);
    for (uint32_t i = 0; i < c->count; i++) {
        t.actors[c->actors[i] / 64] |= UINT64_C(1) << c->actors[i] % 64;
    }
    component_shared.territories = t;
    for (uint32_t id = 1; id <= component_shared.count; id++) {
        struct component *now = component_get(id);
        now->territory = territory_part(now->actor, component_own_hash(now->actor, now->local));
    }
}

void territory_agree(const struct territory_choice *c)
{
    lock_take(LOCK_TABLES);
    if (replica_asks()) {
        replica_append(REPLICA_TERRITORY, c, sizeof *c);
    }
    lock_give(LOCK_TABLES);
    if (!component_shared.territories.decided) { /* workers only note it */
        territory_decide(c);
    }
}
