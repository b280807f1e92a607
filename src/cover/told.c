#include "cover/told.h"

#include <string.h>

void told_begin(struct cover *c)
{
    c->chapter = c->told->used;
    *(struct chapter *)pool_take(c->told, sizeof(struct chapter)) = (struct chapter){ .number = c->number };
}

static struct chapter *chapter(const struct cover *c)
{
    return (struct chapter *)(c->told->base + c->chapter);
}

void told_delivery(struct cover *c, uint32_t first, uint32_t outcome)
{
    uint32_t length = execution_length(&c->run);
    uint64_t place = 0;
    if (c->told == NULL) {
        return;
    }
    for (; first != outcome; first = outcome_get(first)->next) {
        place++;
    }
    while (c->places.used / sizeof place <= length) {
        pool_take(&c->places, sizeof place);
    }
    ((uint64_t *)c->places.base)[length] = place;
}

void told_execution(struct cover *c, struct told_execution as)
{
    if (c->told == NULL) {
        return;
    }
    const struct execution *x = &c->run;
    as.length = execution_length(x);
    chapter(c)->execution_count++;
    *(struct told_execution *)pool_take(c->told, sizeof as) = as;
    for (uint32_t e = 1; e <= as.length; e++) {
        *(uint64_t *)pool_take(c->told, sizeof(uint64_t)) = ((const uint64_t *)c->places.base)[e - 1] << 32 | event_at(x, e)->message;
    }
}

static uint64_t hash_of(const struct cover *c, uint32_t id)
{
    return id == 0 ? 0 : receive_get(&c->goals.receives, id)->hash;
}

uint64_t told_name(const struct reached *r)
{
    const char *type = r->actor == NULL ? "" : r->actor->behaviour.name;
    return hash_bytes(r->message, strlen(r->message), hash_bytes(type, strlen(type), r->actor != NULL));
}

void told_end(struct cover *c)
{
    const struct miss *misses = (const struct miss *)c->misses.base;
    size_t count = c->misses.used / sizeof *misses;
    for (size_t i = 1; i < count; i++) {
        *(struct told_miss *)pool_take(c->told, sizeof(struct told_miss)) = (struct told_miss){ .criterion = misses[i].criterion,
                                                                                                .before = hash_of(c, misses[i].before),
                                                                                                .after = hash_of(c, misses[i].after),
                                                                                                .why = misses[i].why.kind,
                                                                                                .event = hash_of(c, misses[i].why.id),
                                                                                                .sought = misses[i].sought };
    }
    for (uint32_t i = 1; i <= reached_count(&c->goals.reached); i++) {
        const struct reached *r = reached_get(&c->goals.reached, i);
        *(struct told_cell *)pool_take(c->told, sizeof(struct told_cell)) = (struct told_cell){ .name = told_name(r), .times = r->times };
    }
    struct chapter *t = chapter(c);
    t->miss_count = count - 1;
    t->cell_count = reached_count(&c->goals.reached);
    t->executions = c->goals.executions;
    t->schedules = c->schedules;
    t->unfit = c->unfit;
    t->rounds = c->round;
    t->rounds_left = c->s->board->rounds_left;
    t->choices_first = c->s->board->choices_first;
    t->bytes = c->told->used - c->chapter;
}
