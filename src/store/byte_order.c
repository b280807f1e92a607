#include "store/byte_order.h"

#include <string.h>

#include "model/message.h"

enum { ACTORS_MAX = 1000 }; /* above, it costs more than it saves */

void byte_order_init(struct byte_order *o, uint32_t *memory, size_t bytes)
{
    *o = (struct byte_order){ .position = memory, .byte = memory + bytes, .scratch = memory + 4 * bytes };
}

void byte_order_place(struct byte_order *o, uint32_t byte)
{
    for (; o->placed <= byte; o->placed++, o->next++) {
        o->position[o->placed] = o->next;
        o->byte[o->next] = o->placed;
    }
}

/* Scratch memory; the arrays have an entry per actor. */
struct walk_of_actors {
    uint32_t actors, count; /* entries in `order` */
    uint32_t *order, *stack, *met;
};

/* The actor with the smallest number that has a message from this one, or sent one to it, and was not met. The driver is left out, because
 * it would connect all. */
static uint32_t next_to(const struct walk_of_actors *w, uint32_t actor)
{
    uint32_t next = UINT32_MAX;
    for (uint32_t k = 0; k < slot_count; k++) {
        if ((place_word(k / 64)->slots & ~place_word(k / 64)->marks) >> k % 64 & 1) {
            uint32_t to = slot_get(k)->to, from = message_get(slot_get(k)->message)->sender;
            uint32_t other = to == actor ? from : from == actor ? to : DRIVER;
            if (other != DRIVER && other < w->actors && !w->met[other] && other < next) {
                next = other;
            }
        }
    }
    return next;
}

/* Puts all actors that are connected to `first` by messages, in either direction, into the order, depth first: so a ring or a pipeline
 * comes in its own order. */
static void visit(struct walk_of_actors *w, uint32_t first)
{
    uint32_t depth = 0;
    w->met[first] = 1;
    w->order[w->count++] = w->stack[depth++] = first;
    while (depth > 0) {
        uint32_t next = next_to(w, w->stack[depth - 1]);
        if (next == UINT32_MAX) {
            depth--;
        } else {
            w->met[next] = 1;
            w->order[w->count++] = w->stack[depth++] = next;
        }
    }
}

static uint32_t owner(uint32_t byte)
{
    return place_word(byte / 8)->owner[byte % 8];
}

void byte_order_make(struct byte_order *o)
{
    uint32_t bytes = place_words() * 8, actors = (uint32_t)state_actors(), positions = 8;
    o->made_from = bytes;
    if (actors > ACTORS_MAX) {
        return;
    }
    struct walk_of_actors w = { .actors = actors, .order = o->scratch, .stack = o->scratch + actors, .met = o->scratch + 2 * actors };
    uint32_t *rank = o->scratch + 3 * actors, so_far = 0; /* by actor: of its next byte, in the new order */
    memset(o->scratch, 0, 4 * actors * sizeof *o->scratch);
    for (uint32_t a = 0; a < actors; a++) {
        if (!w.met[a]) {
            visit(&w, a);
        }
    }
    for (uint32_t b = 1; b < bytes; b++) {
        rank[owner(b)]++;
    }
    for (uint32_t i = 0; i < actors; i++) {
        uint32_t *of_actor = &rank[w.order[i]], count = *of_actor;
        *of_actor = so_far;
        so_far += count;
    }
    /* They are spread over a power of two of positions, so that the two halves of the tree have equally many. */
    while (positions < bytes) {
        positions *= 2;
    }
    memset(o->byte, 0, positions * sizeof *o->byte);
    for (uint32_t b = 1; b < bytes; b++) {
        o->position[b] = (uint32_t)((uint64_t)rank[owner(b)]++ * positions / bytes);
        o->byte[o->position[b]] = b;
    }
    o->placed = bytes;
    o->next = positions;
}
