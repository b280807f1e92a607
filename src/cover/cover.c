/* Coverage-guided search: a first execution, then schedules for the criteria asked for, one criterion after the other (PR, PBR, PCR:
 * the cheapest first, as in Bita's section VI). The paper generates from the first execution only. Here each execution with a new
 * pair of receives becomes the base of a further round, until there is none or --rounds are done. With --literal everything is as in
 * the paper: one round, and goals count as achieved only by the schedules themselves, not by what is delivered after their end. */
#include "cover/cover.h"

static void run(struct search *s)
{
    struct cover c = { .s = s };
    cover_run_init(&c);
    s->tally.states = 1;
    if (!cover_first(&c)) {
        return;
    }
    while (!s->stopped && c.round < s->job->rounds_max && cover_next_base(&c)) {
        if (c.round == 1 && !c.again && s->job->explain) {
            cover_explain(&c);
        }
        for (int k = 0; k < CRITERION_COUNT && !s->stopped; k++) {
            if ((s->job->criteria >> k & 1) && (!c.again || k == CRITERION_PBR)) {
                c.criterion = (enum criterion_kind)k;
                cover_generate(&c);
            }
        }
    }
    s->board->rounds_left = !s->stopped && c.queue_at != c.queue.used;
    cover_report(s, &c.goals, &c, NULL);
}

const struct explorer explorer_cover = { run };
