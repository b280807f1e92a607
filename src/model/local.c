#include "model/local.h"

#include <string.h>

#include "base/hash.h"
#include "base/intern.h"

static struct intern keys;
static struct pool locals; /* struct local, by number */
static struct pool images; /* only of those whose image differs from their key */
static struct pool places; /* size_t: offset + 1 in `images`, 0: the key is the image */

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
    pool_take(&places, sizeof(size_t));
}

uint32_t locals_count(void)
{
    return keys.count;
}

uint32_t local_put(const struct local *what, const void *key, const void *bytes, size_t size)
{
    bool fresh;
    uint32_t id = intern_put(&keys, what->actor, key, size, &fresh);
    if (fresh) {
        *(struct local *)pool_take(&locals, sizeof *what) = *what;
        size_t *place = pool_take(&places, sizeof *place);
        if (key != bytes) {
            *place = images.used + 1;
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
    *size = intern_get(&keys, local)->size;
    size_t place = ((const size_t *)places.base)[local];
    return place == 0 ? intern_bytes(&keys, local) : images.base + place - 1;
}

uint64_t local_hash(uint32_t local)
{
    return local == 0 ? 0 : intern_get(&keys, local)->hash;
}
