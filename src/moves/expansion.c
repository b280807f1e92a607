/* The moves of each component, made when they are first asked for (move.c), and kept. */
#include <string.h>

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

/* Makes room for a component, unless the table would be nearly empty: of thousands of components only a few may ever get the message. Their moves
 * are then kept in `with_shared`. As long as there are few tables this does not matter. */
static bool make_room(struct receipts *x, uint32_t number)
{
    enum { FIRST = 8, SPARSE = 16, FEW = 1 << 16 };
    uint32_t size = x->size, from = x->from;
    if (number - from < size) {
        return true;
    }
    uint32_t end = size == 0 || number >= from + size ? number + 1 : from + size;
    from = size == 0 || number < from ? number & ~(uint32_t)(FIRST - 1) : from;
    uint64_t wider = (uint64_t)end - from < FIRST ? FIRST : ((uint64_t)end - from) * 3 / 2;
    if (wider > FIRST + SPARSE * ((uint64_t)x->known + 1) && move_table.receipt_ranges.used / sizeof *x->ranges + wider > FEW) {
        return false;
    }
    struct move_range *ranges = pool_take(&move_table.receipt_ranges, wider * sizeof *ranges);
    if (size != 0) {
        memcpy(ranges + (x->from - from), x->ranges, size * sizeof *ranges);
    }
    x->ranges = ranges;
    x->from = from;
    x->size = (uint32_t)wider;
    return true;
}

struct shared_key {
    uint32_t component, slot, shared, ledger, spent;
};

static struct shared_key key_of(uint32_t component, uint32_t slot, struct driver_part now)
{
    return (struct shared_key){ component, slot, now.shared, now.ledger, now.spent };
}

static struct move_range with_shared_memory(uint32_t component, uint32_t slot, struct driver_part now)
{
    struct shared_key key = key_of(component, slot, now);
    bool fresh;
    uint32_t place = intern_put(&move_table.with_shared, 0, &key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&move_table.shared_moves, sizeof(struct move_range));
    }
    if (fresh || !move_table.job->memo) {
        struct move_range r = moves_make(component, slot, now);
        ((struct move_range *)move_table.shared_moves.base)[place] = r;
    }
    return ((const struct move_range *)move_table.shared_moves.base)[place];
}

/* Moves by a message from a slot: for the table, in which there may have been no room for them before. */
static struct move_range moves_by_slot(uint32_t component, uint32_t slot, struct driver_part now)
{
    struct shared_key key = key_of(component, slot, now);
    uint32_t place = intern_find(&move_table.with_shared, 0, &key, sizeof key);
    return place == 0 ? moves_make(component, slot, now) : ((const struct move_range *)move_table.shared_moves.base)[place];
}

struct move_range moves_of(uint32_t component, uint32_t slot, const struct component *driver)
{
    struct driver_part now = { .shared = driver->local, .ledger = driver->ledger, .spent = driver->spent };
    if (move_table.shared) {
        return with_shared_memory(component, slot, now);
    }
    if (slot == NO_SLOT) {
        struct move_range r = moves_make(component, slot, now);
        expansion(component)->all = r;
        return r;
    }
    uint32_t number = component_get(component)->number, before = move_table.with_shared.count;
    bool room = make_room(receipts(slot), number);
    struct move_range r = room ? moves_by_slot(component, slot, now) : with_shared_memory(component, slot, now);
    struct receipts *x = receipts(slot);
    x->to = component_get(component)->actor;
    if (room) {
        x->ranges[number - x->from] = r;
    }
    x->known += room || move_table.with_shared.count != before;
    return r;
}
