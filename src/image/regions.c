#include "image/regions.h"

#include <string.h>

#include "model/pack.h"

struct region_walk {
    unsigned char *block;
    region_visit visit;
    void *user;
};

static bool walk_parts(const struct region_walk *w, const struct hr_part *parts, size_t holder_at, const struct outline *holder)
{
    for (const struct hr_part *p = parts; p != NULL && p->kind != HR_PART_END; p++) {
        uint64_t at;
        memcpy(&at, w->block + holder_at + p->pointer, sizeof at);
        if (at == 0) {
            continue; /* NULL */
        }
        struct region r = { outline_of_part(holder, p), w->block + at, pack_part_bytes(p, w->block + holder_at, w->block + at), p };
        if (!w->visit(w->user, &r)) {
            return false;
        }
        for (size_t i = 0; p->parts != NULL && i + p->element <= r.size; i += p->element) {
            if (!walk_parts(w, p->parts, at + i, r.outline)) {
                return false;
            }
        }
    }
    return true;
}

void regions_each(const struct hr_type *type, unsigned char *block, region_visit visit, void *user)
{
    struct region_walk w = { block, visit, user };
    struct region whole = { outline_of_message(type), block, type->size, NULL };
    if (visit(user, &whole)) {
        walk_parts(&w, type->parts, 0, whole.outline);
    }
}
