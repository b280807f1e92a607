/* Coverage as a measurement, for --output coverage: of any search but cover, which tells its own.
 *
 * Goals are of executions: what follows them one after the other, stateless searches and samplers, brings each here. A stateful
 * search has none: a state is met on many paths and entered on one, so that most of the orders it covers are on no path that it
 * follows. Counting along these paths would tell how it went through the states, not what it covered. It tells the matrix only. */
#include "explore/cover.h"
#include "explore/cover_reached.h"

void coverage_note(const struct execution *x)
{
    static struct identities i;
    if (i.messages.base == NULL) {
        goals_init();
        identities_init(&i);
    }
    identities_begin(&i, x);
    for (uint32_t e = 1; e <= execution_length(x); e++) {
        identities_step(&i, x, e);
    }
    goals_note(x, &i, execution_length(x));
}

void coverage_delivery(const struct move *m)
{
    reached_note(m->actor, m->message);
}

void coverage_write(struct search *s)
{
    static const struct cover none;
    if (s->job->record_coverage && s->job->search != SEARCH_COVER) {
        if (goals_executions() == 0) {
            goals_init();
        }
        cover_report(s, &none);
    }
}
