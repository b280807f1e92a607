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
    return components_count() + move_table.made.used / sizeof(struct move);
}

/* ---- writing ---- */

static void add(struct history *h, uint64_t number)
{
    do {
        unsigned char *at = h->text.base + h->text.used;
        pool_account(&h->text, 1);
        *at = (unsigned char)((number & 127) | (number > 127 ? 128 : 0));
        number >>= 7;
    } while (number != 0);
}

void history_begin(struct history *h)
{
    pool_empty(&h->text);
    h->next = 0;
    h->size = history_size();
}

void history_found(struct history *h, uint32_t ordinal)
{
    add(h, JOURNAL_MOVE + (uint64_t)(ordinal - h->next));
    h->next = ordinal + 1;
}

/* Writes the last `size` bytes of the text to the ring, when there is room. */
static void publish(struct history *h, const unsigned char *from, size_t size)
{
    struct journal *j = h->journal;
    while (size != 0) {
        uint64_t waiting = h->position - __atomic_load_n(&j->head, __ATOMIC_ACQUIRE), room = JOURNAL_BYTES - waiting;
        size_t part = size < room ? size : (size_t)room;
        journal_put(j, h->position, from, part);
        h->position += part;
        from += part;
        size -= part;
        __atomic_store_n(&j->tail, h->position, __ATOMIC_RELEASE);
        if (waiting < JOURNAL_BYTES / 2 && waiting + part >= JOURNAL_BYTES / 2) {
            kept_ring();
        }
        if (size != 0) {
            kept_pause();
        }
    }
}

void history_complete(struct history *h)
{
    if (!h->journal->wanted) {
        return;
    }
    size_t moves = h->text.used;
    uint64_t grown = history_size() - h->size;
    add(h, JOURNAL_END);
    if (grown != 0) { /* told before the moves */
        size_t all = h->text.used;
        add(h, JOURNAL_GREW);
        add(h, grown);
        publish(h, h->text.base + all, h->text.used - all);
    }
    publish(h, h->text.base, moves + 1);
    kept_mark(h->s, h->position, (struct kept_sample){ 0 }, &h->asked);
}

/* ---- reading ---- */

/* Waits until the command has written something; false when there will be nothing. */
static bool await(struct history *h)
{
    const struct journal *j = h->journal;
    if (h->position < j->end && __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE) == h->position) {
        kept_ring();
    }
    while (h->position < j->end && __atomic_load_n(&j->tail, __ATOMIC_ACQUIRE) == h->position) {
        if (!kept_confirmed(h->s) || h->s->board->stop) {
            search_stop(h->s, LIMIT_INTERRUPT);
            return false;
        }
        if (j->refused[0] != '\0') {
            guard_unusable(j->refused);
        }
        kept_pause();
    }
    return h->position < j->end;
}

uint64_t history_read(struct history *h, bool *over)
{
    enum { LONGEST = 63 };
    struct journal *j = h->journal;
    uint64_t number = 0;
    for (unsigned shift = 0; shift <= LONGEST; shift += 7) {
        if (!await(h)) {
            *over = true;
            return 0;
        }
        unsigned char byte = j->bytes[h->position++ % JOURNAL_BYTES];
        __atomic_store_n(&j->head, h->position, __ATOMIC_RELEASE);
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            break;
        }
    }
    return number;
}
