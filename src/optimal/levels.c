#include "optimal/levels.h"

#include "base/mutant.h"
#include "optimal/candidates.h"

void levels_init(struct levels *v)
{
    graph_init(&v->g);
    pool_init(&v->stack, (size_t)1 << 34);
    pool_init(&v->lists, (size_t)1 << 34);
    pool_init(&v->saved, (size_t)1 << 38);
}

static void push(struct levels *v, struct visit_level l)
{
    *(struct visit_level *)pool_take(&v->stack, sizeof l) = l;
}

void levels_begin(struct levels *v)
{
    uint32_t length = graph_length(&v->g);
    if (length != 0) {
        uint32_t event = entry_at(&v->g, length - 1)->event;
        push(v, (struct visit_level){ .event = event, .revisits = { .event = event } });
    }
}

void levels_visit(struct levels *v, uint32_t actor)
{
    push(v, (struct visit_level){ .count = candidates_list(&v->g, actor, &v->lists) });
}

bool levels_take(struct levels *v)
{
    struct visit_level *l = levels_top(v);
    if (l->next == l->count) {
        return false;
    }
    l->mail = (uint32_t)((const uint64_t *)(v->lists.base + v->lists.used))[(ptrdiff_t)l->next - (ptrdiff_t)l->count];
    struct step s = step_of(&v->g, l->mail, chain_of(&v->g, mail_at(&v->g, l->mail)->to)->local);
    l->outcome = memo_outcomes(&s);
    l->first = l->next == 0 && !l->revisit;
    l->tried = 0;
    l->next++;
    return true;
}

void levels_add(struct levels *v)
{
    struct visit_level *l = levels_top(v);
    bool by_default = l->first;
    uint32_t outcome = l->outcome;
    l->outcome = outcome_next(outcome, v->g.spent);
    l->first = l->first && !RULE("fault-default");
    l->tried++;
    l->event = event_make(&v->g, l->mail, outcome);
    l->revisits = (struct revisits){ .event = l->event };
    l->revisited = 0;
    graph_add(&v->g, l->event, by_default);
}

void levels_undo(struct levels *v)
{
    graph_remove(&v->g);
    event_forget(&v->g);
    levels_top(v)->event = 0;
}

bool levels_revisit(struct levels *v)
{
    struct visit_level *l = levels_top(v);
    if (!revisits_next(&v->g, &l->revisits)) {
        return false;
    }
    l->revisited++;
    struct revisits r = l->revisits;
    revisit_begin(&v->g, &r, &v->saved);
    *(uint64_t *)pool_take(&v->lists, sizeof(uint64_t)) = r.mail;
    push(v, (struct visit_level){ .count = 1, .revisit = true });
    return true;
}

void levels_leave(struct levels *v)
{
    const struct visit_level *l = levels_top(v);
    pool_give_back(&v->lists, l->count * sizeof(uint64_t));
    if (l->revisit) {
        revisit_end(&v->g, &v->saved);
    }
    pool_give_back(&v->stack, sizeof *l);
}

void levels_clear(struct levels *v)
{
    for (v->floor = 0; levels_count(v) != 0; levels_leave(v)) {
        levels_undo(v);
    }
    while (graph_length(&v->g) != 0) {
        graph_remove(&v->g);
        event_forget(&v->g);
    }
}
