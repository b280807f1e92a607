#include "explore/nodes.h"

/* The table keeps the nonzero entries of a state, so that slots and actors that come later make no difference. */
struct cell {
    int32_t at;
    uint32_t value;
};

void nodes_init(struct nodes *n)
{
    intern_init(&n->states, (size_t)1 << 34);
    pool_init(&n->cells, (size_t)1 << 32);
}

uint32_t nodes_put(struct nodes *n, uint32_t tag, const uint32_t *state, bool *fresh)
{
    pool_give_back(&n->cells, n->cells.used);
    for (ptrdiff_t i = -(ptrdiff_t)slot_count; i < (ptrdiff_t)state_actors(); i++) {
        if (state[i] != 0) {
            *(struct cell *)pool_take(&n->cells, sizeof(struct cell)) = (struct cell){ .at = (int32_t)i, .value = state[i] };
        }
    }
    return intern_put(&n->states, tag, n->cells.base, n->cells.used, fresh) - 1;
}

void nodes_get(const struct nodes *n, uint32_t node, uint32_t *state)
{
    const struct intern_entry *e = intern_get(&n->states, node + 1);
    const struct cell *c = intern_bytes(&n->states, node + 1);
    state_clear(state);
    for (size_t i = 0; i < e->size / sizeof *c; i++) {
        state[c[i].at] = c[i].value;
    }
}
