#include "image/window.h"

#include <string.h>

#include "image/image.h"

bool window_suits(uint32_t local)
{
    enum { MUCH = 32 << 10 };
    size_t size;
    const struct control *image = local_image(local, &size);
    struct image_parts p = image_parts(image, size);
    return p.stack == 0 && p.heap <= MUCH;
}

void window_load(uint32_t local)
{
    size_t size;
    const struct control *image = local_image(local, &size);
    struct control *c = arena_control(image->actor);
    arena_window(image->actor, (size_t)(image->heap.top - image->heap.start));
    unsigned char *old_top = c->heap.top;
    arena_window(image->actor, (size_t)(old_top - image->heap.start)); /* that is to become zero */
    *c = *image;
    memcpy(c->heap.start, image_heap(image), (size_t)(c->heap.top - c->heap.start));
    if (old_top > c->heap.top) {
        memset(c->heap.top, 0, (size_t)(old_top - c->heap.top));
    }
}

bool window_shows(uint32_t local)
{
    size_t size;
    const struct control *image = local_image(local, &size);
    const struct control *c = arena_control(image->actor);
    return memcmp(c, image, sizeof *c) == 0 && memcmp(c->heap.start, image_heap(image), (size_t)(c->heap.top - c->heap.start)) == 0;
}

static bool is_zero(const unsigned char *from, const unsigned char *to)
{
    static const unsigned char zeros[4096];
    for (size_t part; from != to; from += part) {
        part = (size_t)(to - from) < sizeof zeros ? (size_t)(to - from) : sizeof zeros;
        if (memcmp(from, zeros, part) != 0) {
            return false;
        }
    }
    return true;
}

bool window_is_blank(uint32_t actor)
{
    const struct control *c = arena_control(actor);
    return is_zero((const unsigned char *)(c + 1), c->heap.start) && is_zero(c->heap.top, arena_window_end(actor));
}
