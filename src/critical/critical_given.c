/* The schedule that is explained, as a path: its lines are found again among the moves of each state. And the checks of a state. */
#include <string.h>

#include "check/check.h"
#include "critical/critical.h"
#include "explore/naming.h"

/* ---- checks ---- */

static void tell_wrong(void *critical, const struct finding *f)
{
    (void)f;
    ((struct critical *)critical)->wrong = true;
}

bool critical_state_is_wrong(struct critical *c, const uint32_t *state)
{
    c->wrong = false;
    check_state(c->s->checks, state, state_actors(), true, &(struct teller){ tell_wrong, c });
    return c->wrong;
}

bool critical_end_is_wrong(struct critical *c, const uint32_t *state)
{
    c->wrong = false;
    check_end(c->s->checks, state, state_actors(), &(struct teller){ tell_wrong, c });
    return c->wrong;
}

uint32_t critical_node(struct critical *c, const uint32_t *state)
{
    bool fresh;
    uint32_t node = nodes_put(&c->nodes, 0, state, &fresh);
    if (fresh) {
        pool_take(&c->marks, sizeof(uint64_t));
        c->s->tally.states++;
    }
    return node;
}

/* ---- the given schedule ---- */

static bool same_answers(const struct schedule_step *a, const struct schedule_step *b)
{
    return a->choice_count == b->choice_count && memcmp(a->choices, b->choices, a->choice_count * sizeof *a->choices) == 0;
}

/* The move of the present state that a line means; UINT32_MAX: none. */
static uint32_t move_of_line(struct critical *c, struct naming *x, const struct schedule_step *want, uint32_t *ordinal)
{
    struct schedule_step step;
    struct walk w = walk_moves(c->now);
    *ordinal = 0;
    for (uint32_t i; (i = walk_next(&w)) != UINT32_MAX; ++*ordinal) {
        const struct move *m = move_at(i);
        naming_step(m->actor, m->message, want->n, m->outcome, &step);
        if (step.reply == want->reply && same_answers(&step, want) && strcmp(step.type, want->type) == 0 &&
            strcmp(step.to, want->to) == 0 && strcmp(step.from, want->from) == 0 && naming_take_named(x, m->actor, m->message, want->n)) {
            return i;
        }
    }
    return UINT32_MAX;
}

static bool follow(struct critical *c, struct naming *x)
{
    const struct board *b = c->s->board;
    const char *at = (const char *)b->log, *end = at + b->job.schedule_size;
    struct schedule_step want;
    char error[300];
    struct text t = text_in(error, sizeof error);
    uint64_t ignored = 0;
    state_copy(c->now, c->s->root);
    while (schedule_read_step(&at, end, &want, &t) == 1) {
        uint32_t ordinal, i = move_of_line(c, x, &want, &ordinal);
        if (i == UINT32_MAX) {
            return false;
        }
        const struct move *m = move_at(i);
        struct given *g = pool_take(&c->given, sizeof *g);
        *g = (struct given){ .node = critical_node(c, c->now), .ordinal = ordinal, .actor = m->actor, .message = m->message, .n = want.n };
        if (m->finding != 0) {
            return true;
        }
        move_each_effect(m, naming_note, x);
        move_apply(m, c->now, &ignored);
        if (critical_state_is_wrong(c, c->now)) {
            *critical_mark(c, critical_node(c, c->now)) = DOOMED;
            return true;
        }
    }
    return state_move(c->now, 0) == NULL && critical_end_is_wrong(c, c->now);
}

bool critical_follow(struct critical *c)
{
    struct naming naming;
    naming_begin(&naming);
    bool leads = follow(c, &naming);
    naming_end(&naming);
    return leads;
}

void critical_rank_none(struct critical *c)
{
    map_close(&c->ranks);
    map_init(&c->ranks);
}

void critical_rank_add(struct critical *c, size_t i)
{
    map_put(&c->ranks, (uint64_t)(given_at(c, i)->actor + 1) << 32 | given_at(c, i)->message, (uint32_t)i + 1);
}
