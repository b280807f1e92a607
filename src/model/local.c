#include "model/local.h"

#include <string.h>

#include "base/hash.h"
#include "base/intern.h"

static struct intern keys;
static struct pool locals; /* struct local, by number */
static struct pool images; /* only of those whose image differs from their key */
static struct pool places; /* struct place, by number */
struct place {
    size_t offset; /* in `images`, plus 1; 0: the key is the image */
    size_t size;
};

const char *actor_status_name(enum actor_status status)
{
    static const char *const names[] = { "empty", "suspended", "active", "waiting", "waiting for a reply",
                                         "terminated", "destroyed", "failed" };
    return names[status];
}

void locals_init(void)
{
    intern_init(&keys, (size_t)1 << 35);
    pool_init(&locals, (size_t)1 << 33);
    pool_init(&images, (size_t)1 << 35);
    pool_init(&places, (size_t)1 << 32);
    pool_take(&locals, sizeof(struct local));
    pool_take(&places, sizeof(struct place));
}

uint32_t locals_count(void)
{
    return keys.count;
}

uint32_t local_put(const struct local *what, const void *key, size_t key_size, const void *bytes, size_t size)
{
    bool fresh;
    uint32_t id = intern_put(&keys, what->actor, key, key_size, &fresh);
    if (fresh) {
        *(struct local *)pool_take(&locals, sizeof *what) = *what;
        struct place *place = pool_take(&places, sizeof *place);
        if (key != bytes) {
            *place = (struct place){ .offset = images.used + 1, .size = size };
            memcpy(pool_take(&images, size), bytes, size);
        }
    }
    return id;
}

const struct local *local_get(uint32_t local)
{
    return (const struct local *)locals.base + local;
}

const void *local_image(uint32_t local, size_t *size)
{
    struct place place = ((const struct place *)places.base)[local];
    *size = place.offset == 0 ? intern_get(&keys, local)->size : place.size;
    return place.offset == 0 ? intern_bytes(&keys, local) : images.base + place.offset - 1;
}

uint64_t local_hash(uint32_t local)
{
    return local == 0 ? 0 : intern_get(&keys, local)->hash;
}
