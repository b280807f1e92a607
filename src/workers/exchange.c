#include "workers/exchange.h"

#include <string.h>

#include "base/pool.h"
#include "guard/guard.h"

void exchange_init(struct exchange *e, bool by_hash, enum exchange_size size)
{
    struct exchange_cache *c = &e->cache;
    *c = (struct exchange_cache){ .by_hash = by_hash, .entries = size, .words = (uint64_t)size * 4 };
    c->sent = table_new(c->entries * sizeof *c->sent);
    c->log = by_hash ? NULL : table_new(c->words * sizeof *c->log);
}

static void remember(struct exchange *e, const struct parcel *head, const uint64_t *record)
{
    struct exchange_cache *c = &e->cache;
    if (!c->by_hash) {
        uint64_t at = c->logged & (c->words - 1);
        if (head->length > c->words / 16) {
            return; /* one such state is not worth forgetting many others */
        }
        if (at + head->length > c->words) {
            c->logged += c->words - at;
        }
        memcpy(c->log + (c->logged & (c->words - 1)), record, head->length * sizeof *record);
    }
    *exchange_entry(e, head->hash) = (struct exchange_sent){ .hash = head->hash, .place = c->logged };
    c->logged += c->by_hash ? 0 : head->length;
}

static bool send(struct exchange *e, uint32_t to, const struct parcel *head, const uint64_t *words)
{
    size_t size = parcel_bytes(head->length);
    if (size > transport_largest(&e->transport)) {
        guard_broken("a state is too large to be sent to another worker: use --workers 1");
    }
    struct parcel *p = transport_room(&e->transport, to, size);
    if (p == NULL) {
        transport_publish(&e->transport);
        return false;
    }
    *p = *head;
    memcpy(p->words, words, head->length * sizeof *words);
    transport_written(&e->transport, to, size);
    return true;
}

bool exchange_send(struct exchange *e, const struct parcel *head, const uint64_t *record)
{
    if (!send(e, exchange_owner(e, head->hash), head, record)) {
        return false;
    }
    remember(e, head, record);
    return true;
}

bool exchange_give(struct exchange *e, uint32_t to, const struct parcel *head, const uint64_t *words)
{
    if (!send(e, to, head, words)) {
        return false;
    }
    transport_add_backlog(&e->transport, to);
    return true;
}

uint32_t exchange_in_need(struct exchange *e, uint64_t backlog)
{
    enum { ENOUGH = 64, SHARE = 4 };
    struct transport *t = &e->transport;
    if (backlog < ENOUGH) {
        return t->me;
    }
    e->next = e->next + 1 >= t->workers ? 0 : e->next + 1;
    uint64_t theirs = e->next == t->me ? backlog : transport_backlog(t, e->next);
    return theirs < backlog / SHARE ? e->next : t->me;
}
