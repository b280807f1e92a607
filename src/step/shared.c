#include "step/shared.h"

#include <string.h>

#include "model/names.h"

struct range {
    unsigned char *from;
    size_t size;
};
static struct pool declared; /* struct range */
static size_t total;

static size_t range_count(void)
{
    return declared.used / sizeof(struct range);
}

static struct range range_at(size_t i)
{
    return ((const struct range *)declared.base)[i];
}

bool shared_declare(void *from, size_t size)
{
    if (size > SHARED_MAX - total) {
        return false;
    }
    if (declared.base == NULL) {
        pool_init(&declared, (size_t)1 << 30);
    }
    *(struct range *)pool_take(&declared, sizeof(struct range)) = (struct range){ from, size };
    total += size;
    return true;
}

bool shared_any(void)
{
    return range_count() != 0;
}

void shared_load(uint32_t local)
{
    if (range_count() == 0) {
        return;
    }
    size_t size;
    const unsigned char *image = local_image(local, &size);
    for (size_t i = 0; i < range_count(); i++) {
        memcpy(range_at(i).from, image, range_at(i).size);
        image += range_at(i).size;
    }
}

bool shared_is(uint32_t local)
{
    size_t size;
    const unsigned char *image = local_image(local, &size);
    for (size_t i = 0; i < range_count(); i++) {
        if (memcmp(range_at(i).from, image, range_at(i).size) != 0) {
            return false;
        }
        image += range_at(i).size;
    }
    return true;
}

void shared_each(void (*visit)(const void *from, size_t size))
{
    for (size_t i = 0; i < range_count(); i++) {
        visit(range_at(i).from, range_at(i).size);
    }
}

static void copy_out(unsigned char *out)
{
    for (size_t i = 0; i < range_count(); i++) {
        memcpy(out, range_at(i).from, range_at(i).size);
        out += range_at(i).size;
    }
}

void shared_log(struct effects *log)
{
    if (range_count() != 0) {
        copy_out(effects_add(log, &(struct effect){ .kind = EFFECT_SHARED, .size = (uint32_t)total }));
    }
}

static uint32_t put(const void *bytes)
{
    struct local driver = { .actor = DRIVER, .waiting_for = NO_ACTOR, .status = ACTOR_WAITING, .environment = true };
    return local_put(&driver, bytes, total, bytes, total);
}

uint32_t shared_commit(const struct effect *e)
{
    return put(effect_bytes(e));
}

uint32_t shared_save(void)
{
    static struct pool scratch;
    if (scratch.base == NULL) {
        pool_init(&scratch, SHARED_MAX);
    }
    copy_out(scratch.base);
    return put(scratch.base);
}
