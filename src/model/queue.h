/* Interned queues of message numbers: equal queues have the same number (base/sequence.h). Queue 0 is the empty one. */
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
/* Made from the messages' hashes, so it is the same in every run. */
uint64_t queue_hash(uint32_t queue);

#endif
