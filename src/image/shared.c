#include "image/shared.h"

#include <string.h>

#include "model/names.h"
#include "process/declared.h"

void shared_load(uint32_t local)
{
    if (declared_count() == 0) {
        return;
    }
    size_t size;
    const unsigned char *image = local_image(local, &size);
    for (size_t i = 0; i < declared_count(); i++) {
        memcpy(declared_at(i).from, image, declared_at(i).size);
        image += declared_at(i).size;
    }
}

bool shared_is(uint32_t local)
{
    size_t size;
    const unsigned char *image = local_image(local, &size);
    for (size_t i = 0; i < declared_count(); i++) {
        if (memcmp(declared_at(i).from, image, declared_at(i).size) != 0) {
            return false;
        }
        image += declared_at(i).size;
    }
    return true;
}

static void copy_out(unsigned char *out)
{
    for (size_t i = 0; i < declared_count(); i++) {
        memcpy(out, declared_at(i).from, declared_at(i).size);
        out += declared_at(i).size;
    }
}

void shared_log(struct effects *log)
{
    if (declared_count() != 0) {
        copy_out(effects_add(log, &(struct effect){ .kind = EFFECT_SHARED, .size = (uint32_t)declared_bytes() }));
    }
}

static uint32_t put(const void *bytes)
{
    struct local driver = { .actor = DRIVER, .waiting_for = NO_ACTOR, .status = ACTOR_WAITING, .environment = true };
    return local_put(&driver, bytes, declared_bytes(), bytes, declared_bytes());
}

uint32_t shared_commit(const struct effect *e)
{
    return put(effect_bytes(e));
}

uint32_t shared_save(void)
{
    size_t size = declared_bytes() + 1; /* a table must not be empty */
    unsigned char *bytes = table_new(size);
    copy_out(bytes);
    uint32_t local = put(bytes);
    table_free(bytes, size);
    return local;
}
