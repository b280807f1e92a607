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

/* Stored before a table of moves by slot: how many of its entries are known. */
struct slot_table_head {
    uint64_t known;
};

static struct slot_table_head *head_of(const struct expansion *x)
{
    return (struct slot_table_head *)x->by_slot - 1;
}

/* Makes room for a slot, unless the table would be nearly empty: of thousands of messages a component may see only a few. Their moves
 * are then kept in `with_shared`. */
static bool make_room(struct expansion *x, uint32_t local)
{
    enum { FIRST = 8, SPARSE = 16 };
    uint32_t size = x->by_slot_size, from = x->by_slot_from;
    if (local - from < size) {
        return true;
    }
    uint64_t known = size == 0 ? 0 : head_of(x)->known;
    uint32_t end = size == 0 || local >= from + size ? local + 1 : from + size;
    from = size == 0 || local < from ? local & ~(uint32_t)(FIRST - 1) : from;
    uint64_t wider = (uint64_t)end - from < FIRST ? FIRST : ((uint64_t)end - from) * 3 / 2;
    if (wider > FIRST + SPARSE * (known + 1)) {
        return false;
    }
    struct slot_table_head *head = pool_take(&move_table.slot_tables, sizeof *head + wider * sizeof(struct move_range));
    struct move_range *table = (struct move_range *)(head + 1);
    head->known = known;
    if (size != 0) {
        memcpy(table + (x->by_slot_from - from), x->by_slot, size * sizeof *table);
    }
    x->by_slot = table;
    x->by_slot_from = from;
    x->by_slot_size = (uint32_t)wider;
    return true;
}

static struct move_range with_shared_memory(uint32_t component, uint32_t slot, struct driver_part now)
{
    uint32_t key[5] = { component, slot, now.shared, now.ledger, now.spent };
    bool fresh;
    uint32_t place = intern_put(&move_table.with_shared, 0, key, sizeof key, &fresh);
    if (fresh) {
        pool_take(&move_table.shared_moves, sizeof(struct move_range));
    }
    if (fresh || !move_table.job->memo) {
        struct move_range r = moves_make(component, slot, now);
        ((struct move_range *)move_table.shared_moves.base)[place] = r;
    }
    return ((const struct move_range *)move_table.shared_moves.base)[place];
}

struct move_range moves_of(uint32_t component, uint32_t slot, const struct component *driver)
{
    struct expansion *x = expansion(component);
    struct driver_part now = { .shared = driver->local, .ledger = driver->ledger, .spent = driver->spent };
    if (move_table.shared || (slot != NO_SLOT && !make_room(x, slot_get(slot)->local))) {
        return with_shared_memory(component, slot, now);
    }
    struct move_range r = moves_make(component, slot, now);
    if (slot != NO_SLOT) {
        x->by_slot[slot_get(slot)->local - x->by_slot_from] = r;
        head_of(x)->known++;
    } else {
        x->all = r;
    }
    return r;
}
