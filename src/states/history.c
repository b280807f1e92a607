#include "states/history.h"

#include "explore/kept.h"

struct history *history_open(struct search *s)
{
    struct journal *j = kept_journal(s);
    if (j == NULL) {
        return NULL;
    }
    struct history *h = table_new(sizeof *h);
    *h = (struct history){ .s = s, .journal = j, .asked = UINT64_MAX };
    pool_init(&h->text, (size_t)1 << 36);
    return h;
}

uint64_t history_size(void)
{
    return components_count() + move_table.made.used / sizeof(struct move) + slot_shared.tails.pool.used / sizeof(struct tail);
}

void history_begin(struct history *h)
{
    pool_empty(&h->text);
    h->member = h->next = 0;
    h->size = history_size();
}

static void go_to(struct history *h, uint32_t member)
{
    for (; h->member < member; h->member++, h->next = 0) {
        kept_add_number(&h->text, JOURNAL_BESIDE);
    }
}

void history_found(struct history *h, uint32_t member, uint32_t ordinal)
{
    go_to(h, member);
    kept_add_number(&h->text, JOURNAL_MOVE + (uint64_t)(ordinal - h->next));
    h->next = ordinal + 1;
}

void history_complete(struct history *h, uint32_t members)
{
    if (!h->journal->wanted) {
        return;
    }
    go_to(h, members - 1);
    size_t moves = h->text.used;
    uint64_t grown = history_size() - h->size;
    kept_add_number(&h->text, JOURNAL_END);
    if (grown != 0) { /* told before the moves */
        size_t all = h->text.used;
        kept_add_number(&h->text, JOURNAL_GREW);
        kept_add_number(&h->text, grown);
        kept_write(h->s, &h->position, h->text.base + all, h->text.used - all);
    }
    kept_write(h->s, &h->position, h->text.base, moves + 1);
    kept_mark(h->s, h->position, &h->asked);
}
