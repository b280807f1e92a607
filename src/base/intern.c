#include "base/intern.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

void intern_init(struct intern *in, size_t reserve)
{
    *in = (struct intern){ 0 };
    pool_init(&in->bytes, reserve);
    pool_init(&in->entries, reserve);
    pool_take(&in->entries, sizeof(struct intern_entry)); /* number 0 */
    word_set_init(&in->numbers, 0);
}

void intern_close(struct intern *in)
{
    if (intern_in_use(in)) {
        pool_close(&in->bytes);
        pool_close(&in->entries);
        word_set_close(&in->numbers);
    }
    *in = (struct intern){ 0 };
}

bool intern_share(struct intern *in)
{
    return word_set_share(&in->numbers, numbered_tag, 1, in->entries.reserved) && pool_share(&in->bytes) && pool_share(&in->entries);
}

/* The place of (tag, bytes) in the table, which is empty if it is not there. */
static uint64_t *place_of(const struct intern *in, uint64_t hash, uint32_t tag, const void *bytes, size_t size)
{
    uint64_t *at = word_set_place(&in->numbers, numbered_tag(hash));
    for (; *at != 0; at++) {
        const struct intern_entry *e = intern_get(in, (uint32_t)numbered_number(*at));
        if (numbered_tag(*at) == numbered_tag(hash) && e->hash == hash && e->tag == tag && e->size == size &&
            memcmp(in->bytes.base + e->offset, bytes, size) == 0) {
            break;
        }
    }
    return at;
}

uint32_t intern_find(const struct intern *in, uint32_t tag, const void *bytes, size_t size)
{
    return (uint32_t)numbered_number(*place_of(in, hash_bytes(bytes, size, tag), tag, bytes, size));
}

uint32_t intern_put(struct intern *in, uint32_t tag, const void *bytes, size_t size, bool *fresh)
{
    assert(size <= UINT32_MAX);
    uint64_t hash = hash_bytes(bytes, size, tag), *at = place_of(in, hash, tag, bytes, size);
    if (*at != 0) {
        if (fresh != NULL) {
            *fresh = false;
        }
        return (uint32_t)numbered_number(*at);
    }
    if (in->count == UINT32_MAX) {
        pool_exhausted(0);
    }
    size_t offset = in->bytes.used;
    memcpy(pool_take(&in->bytes, size), bytes, size);
    struct intern_entry *e = pool_take(&in->entries, sizeof *e);
    *e = (struct intern_entry){ .hash = hash, .size = (uint32_t)size, .tag = tag, .offset = offset };
    uint32_t id = ++in->count;
    word_set_put(&in->numbers, at, numbered_tag(hash) | id, numbered_tag);
    if (fresh != NULL) {
        *fresh = true;
    }
    return id;
}
