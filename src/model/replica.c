#include "model/replica.h"

#include "model/component.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/names.h"
#include "model/queue.h"
#include "model/slot.h"
#include "model/tails.h"

struct replica replica;

bool replica_apply(enum replica_op op, const void *bytes, size_t size)
{
    const uint32_t *n = bytes;
    replica.applying = true;
    switch (op) {
    case REPLICA_NAME: name_apply(bytes, size); break;
    case REPLICA_MESSAGE: slot_takes(message_apply(bytes, size)); break; /* which notes that there are timers */
    case REPLICA_LOCAL: local_apply(bytes, size); break;
    case REPLICA_COMPONENT: component_apply(n); break;
    case REPLICA_MAILBOX: mailbox_apply(bytes); break;
    case REPLICA_QUEUE_ADD: queue_add(n[0], n[1]); break;
    case REPLICA_QUEUE_REMOVE: queue_remove(n[0], n[1]); break;
    case REPLICA_SLOT: slot_put(n[0], n[1]); break;
    case REPLICA_SLOT_ABOVE: slot_above(n[0]); break;
    case REPLICA_TAIL: tail_put(n[0], n[1]); break;
    case REPLICA_TERRITORY: territory_decide(bytes); break;
    default: replica.applying = false; return false;
    }
    replica.applying = false;
    return true;
}
