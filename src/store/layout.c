#include "store/layout.h"

#include "base/pool.h"
#include "model/names.h"

void layout_init(struct layout *l)
{
    struct layout none = { 0 };
    layout_widen(&none, l);
}

void layout_close(struct layout *l)
{
    table_free(l->fields, l->capacity * sizeof *l->fields);
    *l = (struct layout){ 0 };
}

static uint32_t numbers_of(uint32_t actor)
{
    return actor < component_lists.used / sizeof(struct component_list) ? component_list(actor)->count : 0;
}

bool layout_fits(struct layout *l)
{
    if (components_count() == l->seen) {
        return true;
    }
    if (names_count() > l->actors) {
        return false;
    }
    for (uint32_t a = 0; a < l->actors; a++) {
        if (numbers_of(a) > l->fields[a].limit) {
            return false;
        }
    }
    l->seen = components_count();
    return true;
}

void layout_widen(const struct layout *old, struct layout *out)
{
    uint32_t actors = names_count();
    /* The first layout is exact. Where actors are born on the way, more are likely to follow. */
    if (old->actors != 0 && actors > old->actors) {
        actors += actors / 4 + 1;
    }
    *out = (struct layout){ .actors = actors, .capacity = actors, .seen = components_count() };
    out->fields = table_new(actors * sizeof *out->fields);
    /* Widest first, so that every field is aligned. */
    for (uint32_t width = 4; width >= 1; width /= 2) {
        for (uint32_t a = 0; a < actors; a++) {
            uint32_t n = numbers_of(a);
            uint32_t needs = n > UINT16_MAX ? 4 : n > UINT8_MAX ? 2 : 1;
            if (needs == width) {
                uint32_t limit = width == 4 ? UINT32_MAX : width == 2 ? UINT16_MAX : UINT8_MAX;
                out->fields[a] = (struct layout_field){ .offset = out->bytes, .width = width, .limit = limit };
                out->bytes += width;
            }
        }
    }
}

void layout_repack(const struct layout *from, const unsigned char *records, const struct layout *to, unsigned char *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t a = 0; a < from->actors; a++) {
            layout_put(to, out, a, layout_get(from, records, a));
        }
        records += from->bytes;
        out += to->bytes;
    }
}
