#include "model/past_record.h"

#include <string.h>

#include "base/hash.h"
#include "base/sequence.h"
#include "model/ledger.h"

enum {
    PAIR = 2, /* words of the ledger for each actor */
    HEAD = sizeof(struct past_record) / sizeof(uint32_t),
    KNOWN = sizeof(struct known) / sizeof(uint32_t),
};

static struct {
    struct sequences sent;
} ALL_WORKERS all;

static uint64_t hash_word(uint32_t word)
{
    return hash_mix((uint64_t)word + 1);
}

void past_record_init(void)
{
    sequences_init(&all.sent, hash_word);
}

bool past_record_share(void)
{
    return sequences_share(&all.sent) && pages_share(&all, sizeof all);
}

/* The words of a sequence. */
static uint32_t sent_to(uint32_t receiver)
{
    return receiver << 1;
}

static uint32_t learnt_of(uint32_t sender)
{
    return sender << 1 | 1;
}

static bool is_lesson(uint32_t word)
{
    return (word & 1) != 0;
}

/* ---- reading and writing ---- */

struct draft_ledger past_record_open(uint32_t ledger)
{
    struct draft_ledger d = { .pairs = ledger_paper() };
    const uint32_t *old = ledger_numbers(ledger, &d.count);
    if (d.count != 0) {
        memcpy(d.pairs, old, d.count * sizeof *old);
    }
    d.count /= PAIR;
    d.desk = d.pairs + (d.count + 2) * PAIR; /* an operation adds two at most: its sender and its receiver */
    return d;
}

/* The place of an actor's pair, or where it would be. */
static size_t place_of(const struct draft_ledger *d, uint32_t actor)
{
    size_t from = 0, to = d->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (d->pairs[middle * PAIR] < actor) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

static uint32_t record_at(const struct draft_ledger *d, uint32_t actor)
{
    size_t at = place_of(d, actor);
    return at < d->count && d->pairs[at * PAIR] == actor ? d->pairs[at * PAIR + 1] : 0;
}

struct mind past_record_read(struct draft_ledger *d, uint32_t actor, size_t more)
{
    size_t words;
    const uint32_t *old = ledger_numbers(record_at(d, actor), &words);
    struct mind m = { .r = (struct past_record *)d->desk, .count = words == 0 ? 0 : (words - HEAD) / KNOWN };
    *m.r = (struct past_record){ 0 };
    if (words != 0) {
        memcpy(d->desk, old, words * sizeof *old);
    }
    d->desk += HEAD + (m.count + more) * KNOWN;
    return m;
}

void past_record_write(struct draft_ledger *d, uint32_t actor, struct mind *m)
{
    size_t count = 0, at = place_of(d, actor);
    for (size_t i = 0; i < m->count; i++) {
        if (m->r->known[i].now != 0) {
            m->r->known[count] = m->r->known[i];
            if (m->r->pending == 0) {
                m->r->known[count].at_first = m->r->known[count].at_last = 0;
            }
            count++;
        }
    }
    m->count = count;
    bool there = at < d->count && d->pairs[at * PAIR] == actor, needed = m->r->pending != 0 || count != 0;
    uint32_t *pair = d->pairs + at * PAIR;
    if (there && !needed) {
        d->count--;
        memmove(pair, pair + PAIR, (d->count - at) * PAIR * sizeof *pair);
    } else if (needed && !there) {
        memmove(pair + PAIR, pair, (d->count - at) * PAIR * sizeof *pair);
        d->count++;
    }
    if (needed) {
        pair[0] = actor;
        pair[1] = ledger_put((const uint32_t *)m->r, HEAD + count * KNOWN);
    }
}

uint32_t past_record_close(const struct draft_ledger *d)
{
    return ledger_put(d->pairs, d->count * PAIR);
}

struct known *past_record_known(const struct mind *m, uint32_t whose)
{
    for (size_t i = 0; i < m->count; i++) {
        if (m->r->known[i].whose == whose) {
            return &m->r->known[i];
        }
    }
    return NULL;
}

void past_record_learn(struct mind *m, uint32_t whose, uint32_t count)
{
    size_t at = 0;
    while (at < m->count && m->r->known[at].whose < whose) {
        at++;
    }
    struct known *k = &m->r->known[at];
    if (at == m->count || k->whose != whose) {
        memmove(k + 1, k, (m->count++ - at) * sizeof *k);
        *k = (struct known){ .whose = whose };
    }
    k->now = count > k->now ? count : k->now;
}

/* The numbers of sequences are not the same in every run. */
uint64_t past_record_hash(uint32_t record)
{
    size_t words;
    const uint32_t *list = ledger_numbers(record, &words);
    return hash_bytes(list + 1, (words - 1) * sizeof *list, sequence_hash(&all.sent, list[0]));
}

/* ---- the messages that an actor has pending ---- */

void past_record_send(struct mind *m, uint32_t to)
{
    for (size_t i = 0; i < m->count; i++) {
        struct known *k = &m->r->known[i];
        if (m->r->pending == 0) {
            k->at_first = k->now;
        } else if (k->at_last < k->now) {
            m->r->sent = sequence_add(&all.sent, sequence_add(&all.sent, m->r->sent, learnt_of(k->whose)), k->now - k->at_last);
        }
        k->at_last = k->now;
    }
    m->r->sent = sequence_add(&all.sent, m->r->sent, sent_to(to));
    m->r->pending++;
}

struct letter past_record_find(struct draft_ledger *d, const struct mind *m, uint32_t sender, uint32_t to, size_t nth)
{
    struct letter l = { .sender = sender, .past = d->desk };
    uint32_t *past = d->desk;
    d->desk += m->count;
    for (size_t i = 0; i < m->count; i++) {
        past[i] = m->r->known[i].at_first;
    }
    const uint32_t *words = sequence_words(&all.sent, m->r->sent);
    for (size_t count = sequence_count(&all.sent, m->r->sent); l.word < count; l.word++) {
        if (is_lesson(words[l.word])) {
            past[past_record_known(m, words[l.word] >> 1) - m->r->known] += words[l.word + 1];
            l.word++;
        } else if (words[l.word] == sent_to(to) && nth-- == 0) {
            break;
        } else {
            l.before++;
        }
    }
    return l;
}

/* What was learnt before a message is learnt before the next one now: two lists in order of senders become one. Returns the end. */
static uint32_t *merge(const uint32_t *a, const uint32_t *a_end, const uint32_t *b, const uint32_t *b_end, uint32_t *out)
{
    while (a < a_end || b < b_end) {
        bool both = a < a_end && b < b_end && a[0] == b[0], first = both || b == b_end || (a < a_end && a[0] < b[0]);
        *out++ = first ? a[0] : b[0];
        *out++ = both ? a[1] + b[1] : first ? a[1] : b[1];
        a += first ? 2 : 0;
        b += both || !first ? 2 : 0;
    }
    return out;
}

/* Removes a message inside the sequence of its sender. */
static void remove_inside(struct draft_ledger *d, struct mind *m, size_t word)
{
    const uint32_t *words = sequence_words(&all.sent, m->r->sent);
    size_t count = sequence_count(&all.sent, m->r->sent), from = word, to = word + 1;
    for (size_t i = 0; i < word; i++) { /* words are read forwards: a count may look like anything */
        from = is_lesson(words[i]) ? from : i + 1;
        i += is_lesson(words[i]);
    }
    while (to < count && is_lesson(words[to])) {
        to += 2;
    }
    uint32_t *out = d->desk;
    memcpy(out, words, from * sizeof *out);
    uint32_t *end = out + from;
    if (to == count) { /* it was the last one: what was learnt before it is not told to anybody yet */
        for (size_t i = from; i < word; i += 2) {
            past_record_known(m, words[i] >> 1)->at_last -= words[i + 1];
        }
    } else {
        end = merge(words + from, words + word, words + word + 1, words + to, end);
        memcpy(end, words + to, (count - to) * sizeof *out);
        end += count - to;
    }
    m->r->sent = sequence_make(&all.sent, out, (size_t)(end - out));
}

static void remove_first(struct mind *m)
{
    m->r->sent = sequence_remove(&all.sent, m->r->sent, 0);
    for (const uint32_t *words; m->r->sent != 0 && is_lesson((words = sequence_words(&all.sent, m->r->sent))[0]);) {
        past_record_known(m, words[0] >> 1)->at_first += words[1];
        m->r->sent = sequence_remove(&all.sent, sequence_remove(&all.sent, m->r->sent, 0), 0);
    }
}

void past_record_forget(struct draft_ledger *d, struct mind *m, uint32_t whose, uint32_t before)
{
    struct known *k = past_record_known(m, whose);
    bool told = before < k->at_last;
    k->now--;
    if (!told) {
        return;
    }
    k->at_last--;
    if (before < k->at_first) {
        k->at_first--;
        return;
    }
    const uint32_t *words = sequence_words(&all.sent, m->r->sent);
    size_t count = sequence_count(&all.sent, m->r->sent), at = 0;
    for (uint32_t sum = k->at_first; at < count; at++) {
        if (is_lesson(words[at])) {
            sum += words[at] == learnt_of(whose) ? words[at + 1] : 0;
            if (before < sum) {
                break;
            }
            at++;
        }
    }
    uint32_t *out = d->desk, gone = words[at + 1] == 1 ? 2 : 0;
    memcpy(out, words, at * sizeof *out);
    memcpy(out + at, words + at + gone, (count - at - gone) * sizeof *out);
    out[at + 1] -= gone == 0;
    m->r->sent = sequence_make(&all.sent, out, count - gone);
}

void past_record_remove(struct draft_ledger *d, struct mind *m, const struct letter *l)
{
    if (l->word == 0) {
        remove_first(m);
    } else {
        remove_inside(d, m, l->word);
    }
    m->r->pending--;
}
