#include "optimal/trail.h"

void trail_init(struct trail *t, const struct event_graph *g)
{
    *t = (struct trail){ .g = g };
    pool_init(&t->numbers, (size_t)1 << 33);
    pool_init(&t->ordinals, (size_t)1 << 33);
}

static size_t known(const struct trail *t)
{
    return t->numbers.used / sizeof(uint64_t);
}

static struct path_message message_of(const void *trail, uint32_t number)
{
    const struct trail *t = trail;
    if (number >= known(t)) {
        return (struct path_message){ 0 };
    }
    const struct mail *m = mail_at(t->g, (uint32_t)((const uint64_t *)t->numbers.base)[number]);
    return (struct path_message){ .to = m->to, .message = m->message };
}

static void note_mail(struct trail *t, uint32_t mail)
{
    *(uint64_t *)pool_take(&t->numbers, sizeof(uint64_t)) = mail;
}

/* Messages are numbered in the order of the path, which is also the order in which they were made. */
static uint32_t number_of(const struct trail *t, uint32_t mail)
{
    const uint64_t *list = (const uint64_t *)t->numbers.base;
    size_t low = 0, high = known(t);
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        *(list[middle] <= mail ? &low : &high) = middle;
    }
    return (uint32_t)low;
}

struct path trail_to(struct trail *t, uint32_t event)
{
    const struct event_graph *g = t->g;
    size_t count = 0;
    pool_give_back(&t->numbers, t->numbers.used);
    pool_give_back(&t->ordinals, t->ordinals.used);
    for (uint32_t m = 0; m < g->initial; m++) {
        note_mail(t, m);
    }
    for (uint32_t i = 0; i < graph_length(g); i++) {
        uint32_t number = entry_at(g, i)->event;
        const struct graph_event *e = graph_event_at(g, number);
        if ((event != 0 && !graph_in_past(g, number, event)) || (e->failed && number != event)) {
            continue;
        }
        uint32_t *pair = pool_take(&t->ordinals, 2 * sizeof *pair);
        pair[0] = number_of(t, e->mail);
        pair[1] = e->outcome;
        count++;
        for (uint32_t k = 0; k < e->sent_count; k++) {
            note_mail(t, e->first_sent + k);
        }
    }
    return (struct path){ .ordinals = (const uint32_t *)t->ordinals.base, .count = count, .message_of = message_of, .user = t };
}
