/* A store that keeps something of a state's hash, behind functions: one file of its own and a line in AXIS_HASH_STORE. The stores that a
 * search spends its time in are inlined in visited.h instead. */
#ifndef HARRIER_STORE_HASH_STORE_H
#define HARRIER_STORE_HASH_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/axes.h"

struct hash_store {
    size_t own_bytes; /* the size of the store's struct, `own` in all functions; all zeros before `open` */
    /* `bytes`: how much memory the store may take at once. Workers close the store of the process that they come from, and open theirs. */
    void (*open)(void *own, uint64_t bytes);
    void (*close)(void *own);
    void (*fetch)(const void *own, uint64_t hash); /* prefetches what `add` will read, no more */
    bool (*add)(void *own, uint64_t hash);         /* true: new */
    /* How many states are expected to be missing because the store took them for others. */
    double (*omissions)(const void *own);
    /* The bytes that hold states, and the unused bytes of tables. */
    uint64_t (*state_bytes)(const void *own), (*slack_bytes)(const void *own);
};

#define HASH_STORE(kind, name, help, symbol) extern const struct hash_store hash_store_##symbol;
AXIS_HASH_STORE(HASH_STORE)
#undef HASH_STORE

/* NULL for a store that visited.h knows by name. */
const struct hash_store *hash_store_of(enum store_kind kind);

#endif
