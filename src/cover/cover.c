/* Coverage-guided search: a first execution, then schedules for the criteria asked for, one criterion after the other (PR, PBR, PCR:
 * the cheapest first, as in Bita's section VI). The paper generates from the first execution only. Here each execution with a new
 * pair of receives becomes the base of a further round, until there is none or --rounds are done. With --literal everything is as in
 * the paper: one round, and goals count as achieved only by the schedules themselves, not by what is delivered after their end. With --runs
 * there are several of these searches, see several.c. */
#include "cover/cover.h"

#include "base/pool.h"
#include "cover/finished.h"
#include "explore/kept.h"

struct cover *cover_new(struct search *s)
{
    struct cover *c = table_new(sizeof *c);
    c->s = s;
    c->criteria_done = CRITERION_COUNT; /* there is no base yet */
    cover_run_init(c);
    return c;
}

static bool is_asked_for(const struct cover *c, enum criterion_kind k)
{
    return (c->s->job->criteria >> k & 1) && (!c->again || k == CRITERION_PBR);
}

/* The next criterion of the present base, or the first one of the next base; false when there is none. */
static bool next_criterion(struct cover *c)
{
    for (;;) {
        while (c->criteria_done < CRITERION_COUNT) {
            c->criterion = (enum criterion_kind)c->criteria_done++;
            if (is_asked_for(c, c->criterion)) {
                cover_generate_begin(c);
                return true;
            }
        }
        if (c->round >= c->s->job->rounds_max || !cover_next_base(c)) {
            return false;
        }
        if (c->round == 1 && !c->again && c->s->job->explain && c->number == 0) {
            cover_explain(c);
        }
        c->criteria_done = 0;
    }
}

/* The first execution, or several; false when a given one does not fit. */
static bool begin(struct cover *c)
{
    c->begun = true;
    c->s->execution = c->number;
    if (c->number != 0) {
        cover_first_drawn(c);
        return true;
    }
    return cover_first(c);
}

bool cover_go_on(struct cover *c, uint64_t until)
{
    struct search *s = c->s;
    uint64_t looked = c->looked;
    if (!c->begun) {
        c->unusable = !begin(c);
    }
    while (!c->unusable && !s->stopped && s->tally.deliveries + (c->looked - looked) / LOOKS_PER_DELIVERY < until) {
        if (c->finished != NULL) {
            finished_look(c->finished);
        }
        if (!cover_generate(c) && !s->stopped && !next_criterion(c)) {
            return true;
        }
    }
    return c->unusable;
}

bool cover_one(struct cover *c)
{
    struct search *s = c->s;
    cover_go_on(c, UINT64_MAX);
    if (!c->unusable) {
        s->board->rounds_left = s->board->rounds_left || (!s->stopped && c->queue_at != c->queue.used);
    }
    return !c->unusable;
}

static void run(struct search *s)
{
    struct cover *c = cover_new(s);
    bool fits;
    if (s->job->runs_max > 1 || s->crew != NULL || kept_journal(s) != NULL) {
        fits = cover_several(c);
    } else {
        s->tally.states = 1;
        fits = cover_one(c);
    }
    s->pausing = true; /* putting together what was found takes its time, and is not to be cut off */
    if (s->job->rank == 0 && fits) {
        cover_report(s, &c->goals, c, NULL);
    }
}

const struct explorer explorer_cover = { run };
