#include "cover/orders.h"

#include "actor/arena.h"
#include "model/names.h"
#include "trace/recording.h"

enum { CELLS_MOST = 400 }; /* types of messages of all types of actors: more make no table to look at */

struct orders {
    const struct goals *goals;
    uint32_t count;
    bool *takes_part;    /* by cell of the matrix of what was reached: not only replies to calls */
    unsigned char *seen; /* enum orders_seen, by row and column */
};

static uint32_t cell_of(const struct goals *g, uint32_t id)
{
    const struct receive *r = receive_get(&g->receives, id);
    return r->synchronous ? 0 : reached_find(&g->reached, r->receiver, r->message);
}

static void note(void *user, uint32_t before, uint32_t after)
{
    struct orders *o = user;
    uint32_t a = cell_of(o->goals, before), b = cell_of(o->goals, after);
    if (a == 0 || b == 0 || a > o->count || b > o->count) {
        return;
    }
    o->takes_part[a] = o->takes_part[b] = true;
    o->seen[a * (o->count + 1) + b] |= ORDER_BEFORE;
    o->seen[b * (o->count + 1) + a] |= ORDER_AFTER;
}

static void write_row(struct board *b, const struct orders *o, uint32_t row)
{
    const struct reached *r = reached_get(&o->goals->reached, row);
    for (uint32_t column = 1; column <= o->count; column++) {
        const struct reached *c = reached_get(&o->goals->reached, column);
        if (c->actor == r->actor && o->takes_part[column]) {
            recording_order(b, &(struct record_order){ .actor = r->actor->behaviour.name,
                                                       .row = r->message,
                                                       .column = c->message,
                                                       .seen = row == column ? ORDER_SAME : o->seen[row * (o->count + 1) + column] });
        }
    }
}

void orders_write(struct board *b, const struct goals *g)
{
    uint32_t count = reached_count(&g->reached);
    size_t cells = ((size_t)count + 1) * (count + 1);
    if (count > CELLS_MOST) {
        return;
    }
    struct orders o = { .goals = g, .count = count };
    o.takes_part = table_new(count + 1);
    o.seen = table_new(cells);
    goals_each_met(g, note, &o);
    for (uint32_t first = 1; first <= count; first++) {
        const struct hr_actor_type *type = reached_get(&g->reached, first)->actor;
        bool again = type == NULL;
        for (uint32_t k = 1; k < first && !again; k++) {
            again = reached_get(&g->reached, k)->actor == type;
        }
        for (uint32_t row = first; row <= count && !again; row++) {
            if (reached_get(&g->reached, row)->actor == type && o.takes_part[row]) {
                write_row(b, &o, row);
            }
        }
    }
    table_free(o.takes_part, count + 1);
    table_free(o.seen, cells);
}
