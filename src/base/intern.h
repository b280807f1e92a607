/* Interning: equal byte strings get the same small number, in order of first appearance. Number 0 is never given out. */
#ifndef HARRIER_BASE_INTERN_H
#define HARRIER_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/word_set.h"

struct intern_entry {
    uint64_t hash; /* of the content alone: the same in every run */
    uint32_t size;
    uint32_t tag;
    size_t offset; /* of the bytes, in `bytes` */
};

struct intern {
    struct pool bytes;
    struct pool entries;     /* struct intern_entry, from number 1 on */
    struct word_set numbers; /* by hash: see numbered_tag */
    uint32_t count;          /* numbers given out */
};

void intern_init(struct intern *in, size_t reserve);
static inline bool intern_in_use(const struct intern *in)
{
    return in->numbers.slots != NULL;
}
void intern_close(struct intern *in);
/* Makes the table common to all workers started later; false when the system refuses. From then on adding needs a lock, looking a
 * number up does not. */
bool intern_share(struct intern *in);
/* The number of (tag, bytes). `fresh` (may be NULL) says whether it is new. Copies the bytes. */
uint32_t intern_put(struct intern *in, uint32_t tag, const void *bytes, size_t size, bool *fresh);

/* The same of what is there already; 0: it is not. */
uint32_t intern_find(const struct intern *in, uint32_t tag, const void *bytes, size_t size);

static inline const struct intern_entry *intern_get(const struct intern *in, uint32_t id)
{
    return (const struct intern_entry *)in->entries.base + id;
}

static inline const void *intern_bytes(const struct intern *in, uint32_t id)
{
    return in->bytes.base + intern_get(in, id)->offset;
}

#endif
