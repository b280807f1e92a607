#include "workers/exchange.h"

#include <string.h>

#include "guard/guard.h"

/* The cache is small enough to stay in the processor's cache, because it is looked up for every state found. */
enum { CACHE_BYTES = 8 << 20, CACHE_ENTRIES = 1 << 18 };

void exchange_follow(struct exchange *e, const struct layout *l)
{
    struct exchange_cache *c = &e->cache;
    if (c->entries != NULL && (c->plan == l->plan || c->by_hash)) {
        return;
    }
    table_free(c->entries, c->bytes);
    c->plan = l->plan;
    c->stride = c->by_hash ? 1 : 1 + l->words;
    uint64_t count = CACHE_ENTRIES;
    while (count > 64 && count * c->stride * sizeof *c->entries > CACHE_BYTES) {
        count /= 2;
    }
    c->mask = count - 1;
    c->bytes = count * c->stride * sizeof *c->entries;
    c->entries = table_new(c->bytes);
}

/* An empty entry, all zeros, equals no state, because every state has an actor. */
static bool sent_before(const struct exchange *e, const struct parcel *head, const uint64_t *packed, uint32_t words)
{
    const uint64_t *entry = exchange_entry(e, head->hash);
    return !e->cache.by_hash && head->plan == e->cache.plan && entry[0] == head->hash &&
           memcmp(entry + 1, packed, words * sizeof *packed) == 0;
}

static void remember(struct exchange *e, const struct parcel *p, uint32_t words)
{
    uint64_t *entry = exchange_entry(e, p->hash);
    if (e->cache.by_hash) {
        entry[0] = p->hash;
    } else if (p->plan == e->cache.plan) {
        entry[0] = p->hash;
        memcpy(entry + 1, p->words, words * sizeof *p->words);
    }
}

bool exchange_send(struct exchange *e, const struct parcel *head, const uint64_t *packed, uint32_t words)
{
    uint32_t owner = exchange_owner(e, head->hash);
    size_t size = parcel_bytes(words);
    if (size > transport_largest(&e->transport)) {
        guard_broken("a state is too large to be sent to another worker: use --workers 1");
    }
    if (sent_before(e, head, packed, words)) {
        return true;
    }
    struct parcel *p = transport_room(&e->transport, owner, size);
    if (p == NULL) {
        transport_publish(&e->transport);
        return false;
    }
    *p = *head;
    memcpy(p->words, packed, words * sizeof *packed);
    transport_written(&e->transport, owner, size);
    remember(e, p, words);
    return true;
}
