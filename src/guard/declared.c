#include "guard/declared.h"

#include "base/pool.h"

static struct pool ranges; /* struct declared */
static size_t total;

bool declared_add(void *from, size_t size)
{
    if (size > DECLARED_MAX - total) {
        return false;
    }
    if (ranges.base == NULL) {
        pool_init(&ranges, (size_t)1 << 30);
    }
    *(struct declared *)pool_take(&ranges, sizeof(struct declared)) = (struct declared){ from, size };
    total += size;
    return true;
}

bool declared_any(void)
{
    return ranges.used != 0;
}

size_t declared_bytes(void)
{
    return total;
}

size_t declared_count(void)
{
    return ranges.used / sizeof(struct declared);
}

struct declared declared_at(size_t i)
{
    return ((const struct declared *)ranges.base)[i];
}
