/* Tables that are the same on all ranks of a cluster, and again when a search by several processes is resumed. A rank that needs a number for something new does not give it one by itself: it has it
 * appended to a log that all ranks read, and all add the same things in the same order. So a number means the same everywhere, and states
 * can be sent as they are stored. What the set-up has put into the tables is the same anyway. Workers, which share their tables, only write such a
 * log, for checkpoints: resumed, it gives the same numbers again. */
#ifndef HARRIER_MODEL_REPLICA_H
#define HARRIER_MODEL_REPLICA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

enum replica_op {
    REPLICA_NAME,
    REPLICA_MESSAGE,
    REPLICA_LOCAL,
    REPLICA_COMPONENT,
    REPLICA_MAILBOX,
    REPLICA_QUEUE_ADD,
    REPLICA_QUEUE_REMOVE,
    REPLICA_SLOT,
    REPLICA_SLOT_ABOVE,
    REPLICA_TAIL,
    REPLICA_TERRITORY,
};

/* A global because tables have no context; NULL: nothing is logged. */
extern struct replica {
    /* Appends to the log, and returns when it and all before it are in the tables; of workers, at once. LOCK_TABLES is held, so that the log has the
     * order in which they took things in. */
    void (*append)(void *user, enum replica_op op, const void *bytes, size_t size);
    void *user;
    bool applying;     /* the tables change as the log says */
    struct pool paper; /* scratch for an entry */
} replica;

static inline bool replica_asks(void)
{
    return __builtin_expect(replica.append != NULL, 0) && !replica.applying;
}

static inline void replica_append(enum replica_op op, const void *bytes, size_t size)
{
    replica.append(replica.user, op, bytes, size);
}

/* Does what an entry of the log says; false when it makes no sense. */
bool replica_apply(enum replica_op op, const void *bytes, size_t size);

#endif
