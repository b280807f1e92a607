/* Which executions this process has made, where there are checkpoints: from which it goes on, and of which it says how far it is. */
#include "explore/kept.h"
#include "sample/sample.h"

void sample_resume(struct sample *a)
{
    const struct journal *j = kept_journal(a->s);
    if (j != NULL && j->resumed && kept_confirmed(a->s) && shares_resume(&a->shares, a->s)) {
        kept_take_over(a->s);
        a->shares.before = j->begin.runs;
        board_journal(a->s->board)->repeats = 1;
        __atomic_store_n(&board_journal(a->s->board)->rebuilt, 1, __ATOMIC_RELEASE);
    }
}

void sample_resumed(struct search *s)
{
    struct journal *j = kept_journal(s);
    if (j != NULL && j->repeats) {
        search_start_clock(s); /* what is resumed takes no time of what --time allows */
        j->repeats = 0;
    }
}

bool sample_made_before(const struct search *s)
{
    const struct journal *j = kept_journal(s);
    return j != NULL && j->resumed;
}

uint64_t sample_made(const struct sample *a)
{
    return a->s->board->counts.runs - a->shares.before;
}

void sample_mark(struct sample *a)
{
    uint64_t asked = UINT64_MAX;
    const struct search *s = a->s;
    const struct journal *j = kept_journal(s);
    if (j == NULL || !j->wanted || s->stopped) {
        return;
    }
    if (s->crew == NULL) {
        uint64_t position = j->resumed ? j->end : 0;
        kept_mark(s, position, &asked);
    } else if (s->crew->asks(a->s)) {
        s->crew->keeps(a->s, shares_text(&a->shares, sample_made(a)), true);
    }
}
