/* The exchange of states between workers. Where each has a store of its own, a state's territory says which worker it belongs to. A worker that finds a
 * state which another one owns sends it there, packed, unless it remembers having sent it before. Where they fill one store, a state belongs to whoever
 * finds it, and is given to another worker only if that one has little to do. */
#ifndef HARRIER_WORKERS_EXCHANGE_H
#define HARRIER_WORKERS_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/territory.h"
#include "workers/sent_states.h"
#include "workers/transport.h"

struct exchange {
    struct transport transport;
    struct sent_states sent; /* what this worker sent */
    uint32_t next;           /* the worker that was asked last whether it is in need */
};

static inline uint32_t exchange_owner(const struct exchange *e, uint32_t territory)
{
    return territory_owner(territory, e->transport.workers);
}

static inline bool exchange_is_mine(const struct exchange *e, uint32_t territory)
{
    return exchange_owner(e, territory) == e->transport.me;
}

void exchange_init(struct exchange *e, bool by_hash, enum sent_size size);
/* Sends a state that is not known to have been sent to its owner. False: there is no room yet; receive states and try again. */
bool exchange_send(struct exchange *e, const struct parcel *head, const uint64_t *record);
/* Where nobody owns a state: sends one that is new to this worker. False as above. */
bool exchange_give(struct exchange *e, uint32_t to, const struct parcel *head, const uint64_t *words);
/* A worker that has far fewer states to expand than this one, which has so many; this one, if there is none. */
uint32_t exchange_in_need(struct exchange *e, uint64_t backlog);

#endif
