#include "model/local.h"

#include <string.h>

#include "base/debug.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/lock.h"
#include "model/replica.h"

static struct {
    struct intern keys;
    struct pool locals; /* struct local, by number */
    struct pool images; /* only images that differ from their key */
    struct pool places; /* struct place, by number */
} ALL_WORKERS all;
struct place {
    size_t offset; /* in `images`, plus 1; 0: the key is the image */
    size_t size;
};

const char *actor_status_name(enum actor_status status)
{
    static const char *const names[] = { "empty",      "suspended", "active", "waiting", "waiting for a reply",
                                         "terminated", "destroyed", "failed", "crashed" };
    return names[status];
}

void locals_init(void)
{
    intern_init(&all.keys, (size_t)1 << 35);
    pool_init(&all.locals, (size_t)1 << 33);
    pool_init(&all.images, (size_t)1 << 35);
    pool_init(&all.places, (size_t)1 << 32);
    pool_take(&all.locals, sizeof(struct local));
    pool_take(&all.places, sizeof(struct place));
}

bool locals_share(void)
{
    return intern_share(&all.keys) && pool_share(&all.locals) && pool_share(&all.images) && pool_share(&all.places) &&
           pages_share(&all, sizeof all);
}

uint32_t locals_count(void)
{
    return all.keys.count;
}

/* An entry of the log of a cluster; the key follows, and the image, if it is another one. */
struct logged {
    struct local what;
    uint64_t key_size, size;
    uint64_t has_image;
};

static void append(const struct local *what, const void *key, size_t key_size, const void *bytes, size_t size)
{
    struct logged head = { .what = *what, .key_size = key_size, .size = size, .has_image = key != bytes };
    size_t image = head.has_image ? size : 0;
    unsigned char *whole = replica.paper.base;
    memcpy(whole, &head, sizeof head);
    memcpy(whole + sizeof head, key, key_size);
    memcpy(whole + sizeof head + key_size, bytes, image);
    replica_append(REPLICA_LOCAL, whole, sizeof head + key_size + image);
}

void local_apply(const void *bytes, size_t size)
{
    struct logged head;
    memcpy(&head, bytes, sizeof head);
    const unsigned char *key = (const unsigned char *)bytes + sizeof head;
    if (size == sizeof head + head.key_size + (head.has_image ? head.size : 0)) {
        local_put(&head.what, key, head.key_size, head.has_image ? key + head.key_size : key, head.size);
    }
}

uint32_t local_put(const struct local *what, const void *key, size_t key_size, const void *bytes, size_t size)
{
    bool fresh;
    lock_take(LOCK_TABLES);
    if (replica_asks() && intern_find(&all.keys, what->actor, key, key_size) == 0) {
        append(what, key, key_size, bytes, size);
    }
    uint32_t id = intern_put(&all.keys, what->actor, key, key_size, &fresh);
    if (fresh) {
        *(struct local *)pool_take(&all.locals, sizeof *what) = *what;
        struct place *place = pool_take(&all.places, sizeof *place);
        if (key != bytes) {
            *place = (struct place){ .offset = all.images.used + 1, .size = size };
            memcpy(pool_take(&all.images, size), bytes, size);
        }
    }
    lock_give(LOCK_TABLES);
    return id;
}

const struct local *local_get(uint32_t local)
{
    debug_assert(local <= locals_count());
    return (const struct local *)all.locals.base + local;
}

const void *local_image(uint32_t local, size_t *size)
{
    struct place place = ((const struct place *)all.places.base)[local];
    *size = place.offset == 0 ? intern_get(&all.keys, local)->size : place.size;
    return place.offset == 0 ? intern_bytes(&all.keys, local) : all.images.base + place.offset - 1;
}

const void *local_key(uint32_t local, size_t *size)
{
    *size = intern_get(&all.keys, local)->size;
    return intern_bytes(&all.keys, local);
}

uint64_t local_hash(uint32_t local)
{
    return local == 0 ? 0 : intern_get(&all.keys, local)->hash;
}
