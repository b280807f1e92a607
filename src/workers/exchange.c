#include "workers/exchange.h"

#include <string.h>

#include "base/pool.h"
#include "guard/guard.h"

/* The tables are small enough to stay in the processor's cache, because they are looked up for every state found. */
void exchange_init(struct exchange *e, bool by_hash)
{
    struct exchange_cache *c = &e->cache;
    *c = (struct exchange_cache){ .by_hash = by_hash };
    c->sent = table_new(EXCHANGE_SENT * sizeof *c->sent);
    c->log = by_hash ? NULL : table_new(EXCHANGE_LOG * sizeof *c->log);
}

/* An empty entry stands for what is at the log's beginning, which is compared like any other: at first zeros, which no record is. */
static bool sent_before(const struct exchange *e, const struct parcel *head, const uint64_t *record)
{
    const struct exchange_cache *c = &e->cache;
    const struct exchange_sent *entry = exchange_entry(e, head->hash);
    uint64_t at = entry->place % EXCHANGE_LOG;
    return !c->by_hash && entry->hash == head->hash && c->logged - entry->place <= EXCHANGE_LOG && at + head->length <= EXCHANGE_LOG &&
           memcmp(c->log + at, record, head->length * sizeof *record) == 0;
}

static void remember(struct exchange *e, const struct parcel *head, const uint64_t *record)
{
    struct exchange_cache *c = &e->cache;
    if (!c->by_hash) {
        uint64_t at = c->logged % EXCHANGE_LOG;
        if (head->length > EXCHANGE_LOG / 16) {
            return; /* one such state is not worth forgetting many others */
        }
        if (at + head->length > EXCHANGE_LOG) {
            c->logged += EXCHANGE_LOG - at;
        }
        memcpy(c->log + c->logged % EXCHANGE_LOG, record, head->length * sizeof *record);
    }
    *exchange_entry(e, head->hash) = (struct exchange_sent){ .hash = head->hash, .place = c->logged };
    c->logged += c->by_hash ? 0 : head->length;
}

bool exchange_send(struct exchange *e, const struct parcel *head, const uint64_t *record)
{
    uint32_t owner = exchange_owner(e, head->hash);
    size_t size = parcel_bytes(head->length);
    if (size > transport_largest(&e->transport)) {
        guard_broken("a state is too large to be sent to another worker: use --workers 1");
    }
    if (sent_before(e, head, record)) {
        return true;
    }
    struct parcel *p = transport_room(&e->transport, owner, size);
    if (p == NULL) {
        transport_publish(&e->transport);
        return false;
    }
    *p = *head;
    memcpy(p->words, record, head->length * sizeof *record);
    transport_written(&e->transport, owner, size);
    remember(e, head, record);
    return true;
}
