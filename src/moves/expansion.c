/* The moves of each component, made when they are first asked for (move.c), and kept. */
#include <string.h>

#include "model/message.h"
#include "moves/move.h"

static struct expansion *expansion(uint32_t component)
{
    size_t bytes = (component + (size_t)1) * sizeof(struct expansion);
    if (bytes > move_table.expansions.used) {
        pool_account(&move_table.expansions, bytes - move_table.expansions.used);
    }
    return (struct expansion *)move_table.expansions.base + component;
}

static struct receipts *receipts(uint32_t slot)
{
    size_t bytes = (slot + (size_t)1) * sizeof(struct receipts);
    if (bytes > move_table.receipts.used) {
        pool_account(&move_table.receipts, bytes - move_table.receipts.used);
    }
    return (struct receipts *)move_table.receipts.base + slot;
}

/* Moves by number: of components, or of slots. */
struct window {
    struct move_range *ranges;
    uint32_t from, size, known;
};

/* Widens a window, unless it would be nearly empty then: of thousands of components only a few may ever get a message, and of thousands of messages one
 * component gets a few. As long as all windows are small this does not matter (`few` entries in all). */
static bool make_room(struct window *w, uint32_t number, size_t few)
{
    enum { FIRST = 8, SPARSE = 16 };
    uint32_t size = w->size, from = w->from;
    if (number - from < size) {
        return true;
    }
    uint32_t end = size == 0 || number >= from + size ? number + 1 : from + size;
    from = size == 0 || number < from ? number & ~(uint32_t)(FIRST - 1) : from;
    uint64_t wider = (uint64_t)end - from < FIRST ? FIRST : ((uint64_t)end - from) * 3 / 2;
    if (wider > FIRST + SPARSE * ((uint64_t)w->known + 1) && move_table.ranges.used / sizeof *w->ranges + wider > few) {
        return false;
    }
    struct move_range *ranges = pool_take(&move_table.ranges, wider * sizeof *ranges);
    if (size != 0) {
        memcpy(ranges + (w->from - from), w->ranges, size * sizeof *ranges);
    }
    *w = (struct window){ .ranges = ranges, .from = from, .size = (uint32_t)wider, .known = w->known };
    return true;
}

/* Where the moves of a component by a message from a slot are to be kept; NULL: nowhere but in `with_shared`. */
static struct move_range *place_for(uint32_t component, uint32_t slot)
{
    enum { FEW = 1 << 16 };
    struct receipts *r = receipts(slot);
    uint32_t number = component_get(component)->number, local = slot_get(slot)->local;
    struct window w = { r->ranges, r->from, r->size, r->known };
    if (make_room(&w, number, FEW)) {
        *r = (struct receipts){ .ranges = w.ranges,
                                .from = w.from,
                                .size = w.size,
                                .to = component_get(component)->actor,
                                .sender = message_get(slot_get(slot)->message)->sender,
                                .known = w.known + 1 };
        return &r->ranges[number - r->from];
    }
    struct expansion *x = expansion(component);
    w = (struct window){ x->by_slot, x->from, x->size, x->known };
    if (make_room(&w, local, 0)) {
        x->by_slot = w.ranges;
        x->from = w.from;
        x->size = w.size;
        x->known++;
        return &x->by_slot[local - x->from];
    }
    return NULL;
}

static struct move_range with_shared_memory(uint32_t component, uint32_t slot, uint32_t entry, struct driver_part now)
{
    uint32_t key[6] = { component, slot, entry, now.shared, now.ledger, now.spent };
    bool fresh;
    uint32_t place = intern_put(&move_table.with_shared, 0, key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&move_table.shared_moves, sizeof(struct move_range));
    }
    if (fresh || !move_table.job->memo) {
        struct move_range r = moves_make(component, slot, entry, now);
        ((struct move_range *)move_table.shared_moves.base)[place] = r;
    }
    return ((const struct move_range *)move_table.shared_moves.base)[place];
}

struct move_range moves_of(uint32_t component, uint32_t slot, uint32_t entry, const struct component *driver)
{
    struct driver_part now = { .shared = driver->local, .ledger = driver->ledger, .spent = driver->spent };
    struct move_range *at = move_table.shared || slot == NO_SLOT || entry != 0 ? NULL : place_for(component, slot);
    if (at == NULL && (move_table.shared || slot != NO_SLOT)) {
        return with_shared_memory(component, slot, entry, now);
    }
    struct move_range r = moves_make(component, slot, 0, now);
    *(slot == NO_SLOT ? &expansion(component)->all : at) = r;
    return r;
}
