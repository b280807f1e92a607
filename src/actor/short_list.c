#include "actor/short_list.h"

#include <string.h>

enum { ROOM = 16 }; /* how many entries `more` grows by */

uint64_t *short_list_at(struct short_list *l, uint32_t i)
{
    return i < SHORT_LIST_IN_PLACE ? &l->first[i] : &l->more[i - SHORT_LIST_IN_PLACE];
}

/* Room for one more entry; false where the heap is full. */
static bool make_room(struct short_list *l, struct heap *h)
{
    if (l->count < SHORT_LIST_IN_PLACE || (l->count - SHORT_LIST_IN_PLACE) % ROOM != 0) {
        return true;
    }
    size_t used = (l->count - SHORT_LIST_IN_PLACE) * sizeof *l->more;
    uint64_t *wider = heap_alloc(h, used + ROOM * sizeof *wider, 16);
    if (wider == NULL) {
        return false;
    }
    memset(wider, 0, used + ROOM * sizeof *wider);
    if (l->more != NULL) {
        memcpy(wider, l->more, used);
        heap_free(h, l->more);
    }
    l->more = wider;
    return true;
}

void short_list_add(struct short_list *l, struct heap *h, uint64_t entry)
{
    if (make_room(l, h)) {
        *short_list_at(l, l->count++) = entry;
    }
}

void short_list_remove(struct short_list *l, struct heap *h, uint32_t i)
{
    for (; i + 1 < l->count; i++) {
        *short_list_at(l, i) = *short_list_at(l, i + 1);
    }
    *short_list_at(l, i) = 0;
    if (--l->count == SHORT_LIST_IN_PLACE) {
        heap_free(h, l->more);
        l->more = NULL;
    }
}
