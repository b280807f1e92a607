#include "optimal/revisit.h"

#include <string.h>

#include "base/mutant.h"
#include "optimal/candidates.h"

static uint32_t before_on_chain(const struct event_graph *g, uint32_t e)
{
    return graph_event_at(g, e)->place == 1 ? 0 : graph_event_at(g, e)->previous;
}

/* Whether all entries from `first` to `last` that are not in the past of an event are there by default. */
static bool all_by_default(const struct event_graph *g, uint32_t first, uint32_t last, uint32_t event)
{
    for (uint32_t i = first; i <= last; i++) {
        if (!entry_at(g, i)->by_default && !graph_in_past(g, entry_at(g, i)->event, event)) {
            return false;
        }
    }
    return true;
}

/* The next reader of one message. For an earlier reader more is thrown away, so the first that fails is the last to be tried. */
static bool next_reader(struct event_graph *g, struct revisits *r)
{
    uint32_t last = r->reader == 0 ? graph_length(g) - 1 : graph_event_at(g, r->reader)->at;
    uint32_t reader = r->reader == 0 ? line_of(g, mail_at(g, r->mail)->to)->last : before_on_chain(g, r->reader);
    while (reader != 0 && !graph_in_past(g, reader, r->event)) {
        uint32_t at = graph_event_at(g, reader)->at;
        if (!all_by_default(g, at + 1, last, r->event) && RULE("optimal-deleted")) {
            return false;
        }
        if (!entry_at(g, at)->by_default && RULE("optimal-reader")) {
            return false;
        }
        if (candidate_instead(g, r->mail, reader)) {
            r->reader = reader;
            return true;
        }
        last = at;
        reader = before_on_chain(g, reader);
    }
    return false;
}

bool revisits_next(struct event_graph *g, struct revisits *r)
{
    const struct graph_event *e = graph_event_at(g, r->event);
    for (; r->sent < e->sent_count; r->sent++, r->reader = 0) {
        r->mail = e->first_sent + r->sent;
        if (next_reader(g, r)) {
            return true;
        }
    }
    return false;
}

static void remove_down_to(struct event_graph *g, uint32_t length)
{
    while (graph_length(g) > length) {
        graph_remove(g);
    }
}

/* What is thrown away is saved together with what is kept behind the reader, in its order. */
void revisit_begin(struct event_graph *g, const struct revisits *r, struct pool *saved)
{
    uint32_t from = graph_event_at(g, r->reader)->at, count = graph_length(g) - from;
    struct entry *copy = pool_take(saved, count * sizeof *copy);
    memcpy(copy, entry_at(g, from), count * sizeof *copy);
    *(uint64_t *)pool_take(saved, sizeof(uint64_t)) = count;
    *(uint64_t *)pool_take(saved, sizeof(uint64_t)) = from;
    remove_down_to(g, from);
    for (uint32_t i = 0; i < count; i++) {
        if (graph_in_past(g, copy[i].event, r->event)) {
            graph_add(g, copy[i].event, copy[i].by_default);
        }
    }
}

void revisit_end(struct event_graph *g, struct pool *saved)
{
    const uint64_t *end = (const uint64_t *)(saved->base + saved->used);
    uint32_t count = (uint32_t)end[-2];
    const struct entry *copy = (const struct entry *)(end - 2) - count;
    remove_down_to(g, (uint32_t)end[-1]);
    for (uint32_t i = 0; i < count; i++) {
        graph_add(g, copy[i].event, copy[i].by_default);
    }
    pool_give_back(saved, count * sizeof *copy + 2 * sizeof(uint64_t));
}
