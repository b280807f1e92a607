#include "workers/exchange.h"

#include <string.h>

#include "guard/guard.h"

void exchange_init(struct exchange *e, bool by_hash, enum sent_size size)
{
    sent_init(&e->sent, by_hash, size);
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
    if (!send(e, exchange_owner(e, head->territory), head, record)) {
        return false;
    }
    sent_remember(&e->sent, head->hash, record, head->length);
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
