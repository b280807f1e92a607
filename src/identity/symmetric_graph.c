#include "identity/symmetric_graph.h"

#include <string.h>

#include "base/hash.h"
#include "guard/fence.h"
#include "model/local.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/state.h"
#include "model/timers.h"

/* ---- which actors are not renamed ---- */

static void pin(void *graph, uint32_t actor)
{
    struct pool *pinning = ((struct symmetric *)graph)->pinning;
    while (pinning->used / sizeof(uint64_t) <= actor) {
        pool_take(pinning, sizeof(uint64_t));
    }
    ((uint64_t *)pinning->base)[actor] = 1;
}

static bool pinned(const struct pool *p, uint32_t actor)
{
    return actor < p->used / sizeof(uint64_t) && ((const uint64_t *)p->base)[actor] != 0;
}

static void scan(void *graph, const void *from, size_t size)
{
    struct symmetric *g = graph;
    shape_scan(from, size, pin, g);
    const uint64_t *word = from;
    for (size_t i = 0; i < size / sizeof *word; i++) {
        g->points_to_main = g->points_to_main || fence_is_main_memory(word[i]);
    }
}

/* If globals point into main's memory, what main's memory refers to counts as if globals did: the program can follow the pointer. */
void symmetric_graph_find_fixed(struct symmetric *g)
{
    g->pinning = &g->fixed_by_globals;
    fence_each_range(false, scan, g);
    g->pinning = g->points_to_main ? &g->fixed_by_globals : &g->fixed_by_main;
    fence_each_range(true, scan, g);
}

/* ---- the graph ---- */

struct receiver {
    struct symmetric *g;
    struct symmetric_node *node;
};

/* Timers have an order of their own, on every channel. */
enum { BEHIND_MESSAGES = 1 << 30 };

static bool add_pending(void *user, uint32_t message)
{
    const struct receiver *to = user;
    struct symmetric *g = to->g;
    struct symmetric_node *n = to->node;
    const struct pending *before = n->count != 0 ? graph_pending(g, g->pending_count - 1) : NULL;
    uint32_t place = 0;
    if (timers_have_order() && is_timer(message)) { /* timers are next to each other */
        place = before != NULL && is_timer(before->message) ? before->place + 1 : BEHIND_MESSAGES;
    } else if (mailbox_has_order() && mailbox_is_one_queue()) {
        place = n->count;
    } else if (mailbox_has_order() && before != NULL) { /* messages of one sender are next to each other */
        place = message_get(before->message)->sender == message_get(message)->sender ? before->place + 1 : 0;
    }
    ((struct pending *)g->pendings.base)[g->pending_count++] = (struct pending){ .message = message, .place = place };
    n->count++;
    return false;
}

/* What is said of actors refers to them as a message does. */
static struct shape shape_of_saying(const struct saying *s)
{
    return (struct shape){ .form = s->kind, .count = s->count, .actors = s->actors };
}

static void name_all(struct symmetric *g, struct shape s)
{
    for (uint32_t i = 0; i < s.count; i++) {
        struct symmetric_node *n = graph_node_of(g, s.actors[i]);
        if (n != NULL) {
            n->named = true;
        }
    }
}

static void fix(void *graph, uint32_t actor)
{
    struct symmetric *g = graph;
    struct symmetric_node *n = graph_node_of(g, actor);
    if (n != NULL) {
        n->fixed = true;
    }
}

static void add_node(struct symmetric *g, uint32_t actor)
{
    struct symmetric_node *n = graph_node(g, g->node_count++);
    *n = (struct symmetric_node){ .actor = actor, .first = (uint32_t)g->pending_count };
    if (actor != DRIVER) {
        n->shape = shape_of_local(component_get(g->state[actor])->local);
        n->fixed = pinned(&g->fixed_by_globals, actor);
    } else {
        n->fixed = true;
    }
    state_pending(g->state, actor, add_pending, &(struct receiver){ g, n });
    ((uint32_t *)g->index_of.base)[actor] = (uint32_t)g->node_count;
}

static bool has_ended(const struct symmetric *g, uint32_t actor)
{
    enum actor_status s = local_get(component_get(g->state[actor])->local)->status;
    return s == ACTOR_DESTROYED || s == ACTOR_FAILED;
}

void symmetric_graph_build(struct symmetric *g)
{
    g->node_count = g->pending_count = 0;
    memset(g->index_of.base, 0, state_actors() * sizeof(uint32_t));
    for (uint32_t a = 0; a < state_actors(); a++) {
        if (g->state[a] != 0) {
            add_node(g, a);
        }
    }
    bool sees_main = false;
    for (size_t i = 0; i < graph_sayings(g); i++) {
        name_all(g, shape_of_saying(graph_saying(g, i)));
    }
    for (size_t i = 0; i < g->node_count; i++) {
        name_all(g, graph_node(g, i)->shape);
        sees_main = sees_main || graph_node(g, i)->shape.sees_driver;
    }
    for (size_t i = 0; i < g->pending_count; i++) {
        struct shape s = shape_of_message(graph_pending(g, i)->message);
        name_all(g, s);
        sees_main = sees_main || s.sees_driver;
    }
    for (size_t i = 0; sees_main && i < g->node_count; i++) {
        graph_node(g, i)->fixed = graph_node(g, i)->fixed || pinned(&g->fixed_by_main, graph_node(g, i)->actor);
    }
    size_t size; /* declared shared memory may hold references too */
    const void *shared = local_image(component_get(g->state[DRIVER])->local, &size);
    shape_scan(shared, size, fix, g);
    for (size_t i = 0; i < g->node_count; i++) {
        struct symmetric_node *n = graph_node(g, i);
        n->left_out = !n->fixed && !n->named && n->count == 0 && has_ended(g, n->actor);
    }
}

/* ---- colours ---- */

static uint64_t colour_of(const struct symmetric *g, uint32_t actor)
{
    const struct symmetric_node *n = graph_node_of(g, actor);
    return n == NULL ? hash_mix(actor + 77) : n->colour;
}

static uint64_t shape_colour(const struct symmetric *g, struct shape s, uint32_t place)
{
    uint64_t h = hash_mix(((uint64_t)s.form << 32) + place);
    for (uint32_t i = 0; i < s.count; i++) {
        h = hash_mix(h + colour_of(g, s.actors[i]));
    }
    return h;
}

static uint64_t message_colour(const struct symmetric *g, const struct pending *p)
{
    return shape_colour(g, shape_of_message(p->message), p->place);
}

void symmetric_graph_first_colours(struct symmetric *g)
{
    for (size_t i = 0; i < g->node_count; i++) {
        struct symmetric_node *n = graph_node(g, i);
        n->colour = hash_mix(((uint64_t)n->shape.form << 32) + (n->fixed ? n->actor + 1 : 0));
    }
}

static size_t colours(const struct symmetric *g)
{
    size_t different = 0;
    for (size_t i = 0; i < g->node_count; i++) {
        bool first = true;
        for (size_t k = 0; k < i && first; k++) {
            first = graph_node(g, k)->colour != graph_node(g, i)->colour;
        }
        different += first;
    }
    return different;
}

/* Changes the colour of each actor that a shape refers to, by its place in the shape and by the colour `from` of the shape's owner. */
static void tell(struct symmetric *g, struct shape s, uint64_t from)
{
    for (uint32_t i = 0; i < s.count; i++) {
        struct symmetric_node *n = graph_node_of(g, s.actors[i]);
        if (n != NULL) {
            n->next += hash_mix(from * 31 + i);
        }
    }
}

void symmetric_graph_refine(struct symmetric *g)
{
    for (size_t before = 0, now = colours(g); now > before && now < g->node_count;) {
        for (size_t i = 0; i < g->node_count; i++) {
            struct symmetric_node *n = graph_node(g, i);
            n->next = hash_mix(n->colour);
            for (uint32_t r = 0; r < n->shape.count; r++) {
                n->next += hash_mix(hash_mix(r + 1) ^ colour_of(g, n->shape.actors[r]));
            }
            for (uint32_t p = 0; p < n->count; p++) {
                n->next += hash_mix(message_colour(g, graph_pending(g, n->first + p)) + 5);
            }
        }
        for (size_t i = 0; i < g->node_count; i++) {
            tell(g, graph_node(g, i)->shape, graph_node(g, i)->colour);
            for (uint32_t p = 0; p < graph_node(g, i)->count; p++) {
                const struct pending *m = graph_pending(g, graph_node(g, i)->first + p);
                tell(g, shape_of_message(m->message), hash_mix(graph_node(g, i)->colour + message_colour(g, m)));
            }
        }
        for (size_t i = 0; i < graph_sayings(g); i++) {
            struct shape s = shape_of_saying(graph_saying(g, i));
            tell(g, s, hash_mix(shape_colour(g, s, 0) + 11));
        }
        for (size_t i = 0; i < g->node_count; i++) {
            graph_node(g, i)->colour = graph_node(g, i)->next;
        }
        before = now;
        now = colours(g);
    }
}
