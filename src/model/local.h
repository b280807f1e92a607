/* Local states: all of an actor's memory, interned. The bytes are an image of its arena, which only image/ understands. */
#ifndef HARRIER_MODEL_LOCAL_H
#define HARRIER_MODEL_LOCAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The statuses of the dissertation, section 3.8.1, and two more: a failed actor is destroyed, but still answers its callers; a crashed one
 * will be restarted. */
enum actor_status {
    ACTOR_EMPTY,            /* no actor yet */
    ACTOR_SUSPENDED,        /* its init function runs */
    ACTOR_ACTIVE,           /* it handles a message */
    ACTOR_WAITING,          /* for a message */
    ACTOR_WAITING_ON_REPLY, /* inside hr_call */
    ACTOR_TERMINATED,       /* its function returned; it can be restarted */
    ACTOR_DESTROYED,
    ACTOR_FAILED,
    ACTOR_CRASHED, /* it will be restarted; after other crashes an actor is destroyed or failed */
};
const char *actor_status_name(enum actor_status status);

struct local {
    uint32_t actor;
    uint32_t waiting_for; /* actor index, when WAITING_ON_REPLY */
    enum actor_status status;
    bool environment; /* exempt from the checks at an end */
};

void locals_init(void);
bool locals_share(void);
uint32_t locals_count(void);
/* The number of the local state `what` whose image is `bytes`; states are equal when `key` (the image without what the
 * program excludes, or its canonical form) is. Keeps the first image of a key. */
uint32_t local_put(const struct local *what, const void *key, size_t key_size, const void *bytes, size_t size);
/* The same, as the log of a cluster says it (model/replica.h). */
void local_apply(const void *bytes, size_t size);
const struct local *local_get(uint32_t local);
const void *local_image(uint32_t local, size_t *size);
const void *local_key(uint32_t local, size_t *size); /* the bytes that tell it from other local states */
uint64_t local_hash(uint32_t local);

#endif
