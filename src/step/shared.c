#include "step/shared.h"

#include <string.h>

#include "model/names.h"

enum { RANGES_MAX = 32 };

static struct {
    unsigned char *from;
    size_t size;
} ranges[RANGES_MAX];
static size_t range_count, total;

bool shared_declare(void *from, size_t size)
{
    if (range_count == RANGES_MAX) {
        return false;
    }
    ranges[range_count].from = from;
    ranges[range_count++].size = size;
    total += size;
    return true;
}

bool shared_any(void)
{
    return range_count != 0;
}

void shared_load(uint32_t local)
{
    if (range_count == 0) {
        return;
    }
    size_t size;
    const unsigned char *image = local_image(local, &size);
    for (size_t i = 0; i < range_count; i++) {
        memcpy(ranges[i].from, image, ranges[i].size);
        image += ranges[i].size;
    }
}

static void copy_out(unsigned char *out)
{
    for (size_t i = 0; i < range_count; i++) {
        memcpy(out, ranges[i].from, ranges[i].size);
        out += ranges[i].size;
    }
}

void shared_log(struct effects *log)
{
    if (range_count != 0) {
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
        pool_init(&scratch, (size_t)1 << 30);
    }
    copy_out(scratch.base);
    return put(scratch.base);
}
