/* Coverage-guided search: a first execution, then schedules for the criteria asked for, one criterion after the other (PR, PBR, PCR:
 * the cheapest first, as in Bita's section VI). The paper generates from the first execution only. Here each execution with a new
 * pair of receives becomes the base of a further round, until there is none or --rounds are done. With --literal everything is as in
 * the paper: one round, and goals count as achieved only by the schedules themselves, not by what is delivered after their end. With --runs
 * there are several of these searches, see several.c. */
#include "cover/cover.h"

bool cover_one(struct cover *c)
{
    struct search *s = c->s;
    s->execution = c->number;
    if (c->number != 0) {
        cover_first_drawn(c);
    } else if (!cover_first(c)) {
        return false;
    }
    while (!s->stopped && c->round < s->job->rounds_max && cover_next_base(c)) {
        if (c->round == 1 && !c->again && s->job->explain && c->number == 0) {
            cover_explain(c);
        }
        for (int k = 0; k < CRITERION_COUNT && !s->stopped; k++) {
            if ((s->job->criteria >> k & 1) && (!c->again || k == CRITERION_PBR)) {
                c->criterion = (enum criterion_kind)k;
                cover_generate(c);
            }
        }
    }
    s->board->rounds_left = s->board->rounds_left || (!s->stopped && c->queue_at != c->queue.used);
    return true;
}

static void run(struct search *s)
{
    struct cover c = { .s = s };
    cover_run_init(&c);
    bool first = s->job->rank == 0, fits = true;
    if (first) {
        s->tally.states = 1;
        fits = cover_one(&c);
    }
    if (!fits && s->crew != NULL) {
        search_stop(s, LIMIT_INTERRUPT); /* other ranks have nothing to do, either */
    }
    if (s->job->runs_max > 1 || s->crew != NULL) {
        cover_several(&c);
    }
    s->pausing = true; /* putting together what was found takes its time, and is not to be cut off */
    if (first && fits) {
        cover_report(s, &c.goals, &c, NULL);
    }
}

const struct explorer explorer_cover = { run };
