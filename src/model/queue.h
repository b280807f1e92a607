/* Interned queues of message numbers: equal queues have the same number. They share memory: a queue with one message more at its end, or one
 * less at its beginning, needs no copy, so a queue of n that grows and empties takes memory in proportion to n, and not to its square. Queue 0
 * is the empty one. */
#ifndef HARRIER_MODEL_QUEUE_H
#define HARRIER_MODEL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void queues_init(void);
bool queues_share(void);

uint32_t queue_add(uint32_t queue, uint32_t message);
uint32_t queue_remove(uint32_t queue, size_t position);
size_t queue_count(uint32_t queue);
/* The messages; they stay where they are. */
const uint32_t *queue_list(uint32_t queue);
/* The same in every run: of the messages' hashes in their order. */
uint64_t queue_hash(uint32_t queue);

#endif
