#include "model/queue.h"

#include "base/lock.h"
#include "base/sequence.h"
#include "model/message.h"
#include "model/replica.h"

static struct {
    struct sequences queues;
} ALL_WORKERS all;

static uint64_t hash_of(uint32_t message)
{
    return message_hash(message);
}

void queues_init(void)
{
    sequences_init(&all.queues, hash_of);
}

bool queues_share(void)
{
    return sequences_share(&all.queues) && pages_share(&all, sizeof all);
}

uint32_t queue_add(uint32_t queue, uint32_t message)
{
    lock_take(LOCK_TABLES);
    if (replica_asks() && !sequence_knows_longer(&all.queues, queue, message)) {
        replica_append(REPLICA_QUEUE_ADD, (const uint32_t[]){ queue, message }, 2 * sizeof(uint32_t));
    }
    uint32_t longer = sequence_add(&all.queues, queue, message);
    lock_give(LOCK_TABLES);
    return longer;
}

uint32_t queue_remove(uint32_t queue, size_t position)
{
    lock_take(LOCK_TABLES);
    if (replica_asks() && !sequence_knows_shorter(&all.queues, queue, position)) {
        replica_append(REPLICA_QUEUE_REMOVE, (const uint32_t[]){ queue, (uint32_t)position }, 2 * sizeof(uint32_t));
    }
    uint32_t shorter = sequence_remove(&all.queues, queue, position);
    lock_give(LOCK_TABLES);
    return shorter;
}

size_t queue_count(uint32_t queue)
{
    return sequence_count(&all.queues, queue);
}

const uint32_t *queue_list(uint32_t queue)
{
    return sequence_words(&all.queues, queue);
}

uint64_t queue_hash(uint32_t queue)
{
    return sequence_hash(&all.queues, queue);
}
