#include "process/declared.h"

#include "base/pool.h"

/* What the program has declared. A global because main() passes no context. */
static struct {
    struct pool ranges; /* struct declared */
    size_t bytes;       /* of all ranges together */
} declared;

bool declared_add(void *from, size_t size)
{
    if (size > DECLARED_MAX - declared.bytes) {
        return false;
    }
    if (declared.ranges.base == NULL) {
        pool_init(&declared.ranges, (size_t)1 << 30);
    }
    *(struct declared *)pool_take(&declared.ranges, sizeof(struct declared)) = (struct declared){ from, size };
    declared.bytes += size;
    return true;
}

bool declared_any(void)
{
    return declared.ranges.used != 0;
}

size_t declared_bytes(void)
{
    return declared.bytes;
}

size_t declared_count(void)
{
    return declared.ranges.used / sizeof(struct declared);
}

struct declared declared_at(size_t i)
{
    return ((const struct declared *)declared.ranges.base)[i];
}
