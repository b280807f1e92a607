#include "optimal/task.h"

void task_write(const struct event_graph *g, struct text *out)
{
    for (uint32_t i = 0; i < graph_length(g); i++) {
        const struct graph_event *e = graph_event_at(g, entry_at(g, i)->event);
        const struct mail *m = mail_at(g, e->mail);
        uint32_t rank = event_rank(g, e), sender = m->sender == 0 ? 0 : graph_event_at(g, m->sender)->at + 1;
        text_printf(out, i == 0 ? "%u.%u" : " %u.%u", sender, m->k);
        if (rank != 0) {
            text_printf(out, ":%u", rank);
        }
        text_add(out, entry_at(g, i)->by_default ? "*" : "");
    }
}

/* The message that the sender-th event sends as its k-th, if it is pending; NO_MAIL: there is none. */
static uint32_t find_mail(const struct event_graph *g, uint32_t sender, uint32_t k)
{
    if (sender > graph_length(g)) {
        return NO_MAIL;
    }
    const struct graph_event *e = sender == 0 ? NULL : graph_event_at(g, entry_at(g, sender - 1)->event);
    uint32_t count = e == NULL ? g->initial : e->sent_count;
    if (k >= count) {
        return NO_MAIL;
    }
    uint32_t mail = e == NULL ? k : e->first_sent + k, m = chain_of(g, mail_at(g, mail)->to)->first_pending;
    while (m != NO_MAIL && m != mail) {
        m = mail_at(g, m)->after;
    }
    return m;
}

static uint32_t outcome_of_rank(const struct event_graph *g, uint32_t mail, uint32_t rank)
{
    struct step s = step_of(g, mail, chain_of(g, mail_at(g, mail)->to)->local);
    uint32_t outcome = memo_outcomes(&s);
    while (outcome != 0 && rank != 0) {
        outcome = outcome_get(outcome)->next;
        rank--;
    }
    return outcome;
}

/* Behind the last event the text ends, or something else begins. */
static bool is_over(const char *text)
{
    return *text == '\0' || *text == '|';
}

const char *task_read(struct event_graph *g, const char *text)
{
    while (!is_over(text)) {
        uint32_t sender, k, rank = 0;
        bool good = text_number(&text, &sender) && text_skip(&text, '.') && text_number(&text, &k) &&
                    (!text_skip(&text, ':') || text_number(&text, &rank));
        bool by_default = text_skip(&text, '*');
        uint32_t mail = good && (is_over(text) || text_skip(&text, ' ')) ? find_mail(g, sender, k) : NO_MAIL;
        uint32_t outcome = mail == NO_MAIL ? 0 : outcome_of_rank(g, mail, rank);
        if (outcome == 0) {
            return NULL;
        }
        graph_add(g, event_make(g, mail, outcome), by_default);
    }
    return text;
}
