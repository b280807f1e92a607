/* The ledger of channels on which messages sent in the past of a message come before it (`past_first`).
 *
 * Vector clocks would grow for ever, and no two states would be equal. All that matters is which *pending* messages are in the past
 * of which pending message, and of which actor (what it sends next comes after them): a finite relation for a finite cloud.
 *
 * Pending messages are numbered by receiver, then by lane (sender), then in order of sending: within one receiver that is their
 * position in its mailbox. The ledger is a list: the number n of pending messages; per message its receiver, sender and place among
 * timers (0: no timer); n rows of bits, the past of each; then, for each actor with pending messages in its past, its index and its
 * row. A timer is never in another message's past. */
#include <string.h>

#include "model/ledger.h"
#include "model/message.h"
#include "model/names.h"
#include "model/timers.h"

enum { HEAD = 3 };

struct entry {
    uint32_t to, sender, timer; /* timer: see timer_place() */
};

/* The list, unpacked: a byte for each bit. */
struct knowledge {
    uint32_t n, actors, width;
    struct entry *entries;
    uint32_t *who;
    unsigned char *past;  /* n rows of `width` */
    unsigned char *knows; /* `actors` rows */
};

static size_t words_for(uint32_t bits)
{
    return (bits + 31) / 32;
}

static unsigned char *past_of(const struct knowledge *k, uint32_t i)
{
    return k->past + (size_t)i * k->width;
}

static unsigned char *knows_of(const struct knowledge *k, uint32_t i)
{
    return k->knows + (size_t)i * k->width;
}

static void unpack_row(const uint32_t *bits, uint32_t n, unsigned char *row)
{
    for (uint32_t i = 0; i < n; i++) {
        row[i] = bits[i / 32] >> i % 32 & 1;
    }
}

/* Opens a ledger with room for one more message and one more actor. */
static struct knowledge open_ledger(uint32_t ledger)
{
    size_t count;
    const uint32_t *list = ledger_numbers(ledger, &count);
    uint32_t n = count == 0 ? 0 : list[0];
    size_t row = words_for(n), fixed = 1 + (size_t)n * (HEAD + row);
    uint32_t actors = count == 0 ? 0 : (uint32_t)((count - fixed) / (1 + row));
    struct knowledge k = { .n = n, .actors = actors, .width = n + 1 };
    /* After the room for the finished list. */
    size_t finished = 1 + ((size_t)n + 1) * (HEAD + words_for(n + 1)) + ((size_t)actors + 1) * (1 + words_for(n + 1));
    k.entries = (struct entry *)(ledger_paper() + finished);
    k.who = (uint32_t *)(k.entries + n + 1);
    k.past = (unsigned char *)(k.who + actors + 1);
    k.knows = k.past + (size_t)(n + 1) * k.width;
    memset(k.past, 0, ((size_t)n + 1 + actors + 1) * k.width);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(&k.entries[i], list + 1 + (size_t)i * HEAD, sizeof *k.entries);
        unpack_row(list + 1 + (size_t)n * HEAD + i * row, n, past_of(&k, i));
    }
    for (uint32_t i = 0; i < actors; i++) {
        k.who[i] = list[fixed + i * (1 + row)];
        unpack_row(list + fixed + i * (1 + row) + 1, n, knows_of(&k, i));
    }
    return k;
}

static bool row_is_empty(const unsigned char *row, uint32_t n)
{
    return n == 0 || (row[0] == 0 && memcmp(row, row + 1, n - 1) == 0);
}

static uint32_t *pack_row(const unsigned char *row, uint32_t n, uint32_t *out)
{
    memset(out, 0, words_for(n) * sizeof *out);
    for (uint32_t i = 0; i < n; i++) {
        out[i / 32] |= (uint32_t)row[i] << i % 32;
    }
    return out + words_for(n);
}

static uint32_t close_ledger(const struct knowledge *k)
{
    if (k->n == 0) {
        return 0;
    }
    uint32_t *list = ledger_paper(), *out = list;
    *out++ = k->n;
    memcpy(out, k->entries, k->n * sizeof *k->entries);
    out += (size_t)k->n * HEAD;
    for (uint32_t i = 0; i < k->n; i++) {
        out = pack_row(past_of(k, i), k->n, out);
    }
    for (uint32_t i = 0; i < k->actors; i++) {
        if (!row_is_empty(knows_of(k, i), k->n)) {
            *out++ = k->who[i];
            out = pack_row(knows_of(k, i), k->n, out);
        }
    }
    return ledger_put(list, (size_t)(out - list));
}

/* The row of an actor. A missing row is inserted: rows are in order of actors. */
static unsigned char *knowledge_of(struct knowledge *k, uint32_t actor)
{
    uint32_t at = 0;
    while (at < k->actors && k->who[at] < actor) {
        at++;
    }
    if (at == k->actors || k->who[at] != actor) {
        memmove(k->who + at + 1, k->who + at, (k->actors - at) * sizeof *k->who);
        memmove(knows_of(k, at + 1), knows_of(k, at), (size_t)(k->actors - at) * k->width);
        memset(knows_of(k, at), 0, k->width);
        k->who[at] = actor;
        k->actors++;
    }
    return knows_of(k, at);
}

static bool comes_before(struct entry a, struct entry b)
{
    return a.to != b.to ? a.to < b.to : a.sender != b.sender ? a.sender < b.sender : a.timer <= b.timer;
}

/* Inserts a zero at `at` in a row. */
static void widen_row(unsigned char *row, uint32_t n, uint32_t at)
{
    memmove(row + at + 1, row + at, n - at);
    row[at] = 0;
}

static uint32_t send(uint32_t ledger, uint32_t to, uint32_t message)
{
    const struct message *m = message_get(message);
    struct entry e = { .to = to, .sender = m->sender, .timer = timer_place(message) };
    struct knowledge k = open_ledger(ledger);
    unsigned char *sender = knowledge_of(&k, m->sender);
    uint32_t at = 0;
    while (at < k.n && comes_before(k.entries[at], e)) {
        at++;
    }
    memmove(k.entries + at + 1, k.entries + at, (k.n - at) * sizeof *k.entries);
    k.entries[at] = e;
    for (uint32_t i = 0; i < k.n; i++) {
        widen_row(past_of(&k, i), k.n, at);
    }
    for (uint32_t i = 0; i < k.actors; i++) {
        widen_row(knows_of(&k, i), k.n, at);
    }
    memmove(past_of(&k, at + 1), past_of(&k, at), (size_t)(k.n - at) * k.width);
    k.n++;
    memset(past_of(&k, at), 0, k.width);
    if (e.timer == 0) {
        memcpy(past_of(&k, at), sender, k.n);
        sender[at] = 1;
    }
    return close_ledger(&k);
}

static uint32_t number_of(const struct knowledge *k, uint32_t to, size_t position)
{
    uint32_t at = 0;
    while (at < k->n && k->entries[at].to < to) {
        at++;
    }
    return at + (uint32_t)position;
}

static uint32_t remove_entry(uint32_t ledger, uint32_t to, size_t position, bool delivered)
{
    struct knowledge k = open_ledger(ledger);
    uint32_t at = number_of(&k, to, position);
    unsigned char *receiver = delivered ? knowledge_of(&k, to) : NULL;
    for (uint32_t i = 0; receiver != NULL && i < k.n; i++) {
        receiver[i] |= past_of(&k, at)[i];
    }
    memmove(k.entries + at, k.entries + at + 1, (k.n - at - 1) * sizeof *k.entries);
    memmove(past_of(&k, at), past_of(&k, at + 1), (size_t)(k.n - at - 1) * k.width);
    k.n--;
    for (uint32_t i = 0; i < k.n; i++) {
        memmove(past_of(&k, i) + at, past_of(&k, i) + at + 1, k.n - at);
    }
    for (uint32_t i = 0; i < k.actors; i++) {
        memmove(knows_of(&k, i) + at, knows_of(&k, i) + at + 1, k.n - at);
    }
    return close_ledger(&k);
}

static uint32_t create(uint32_t ledger, uint32_t parent, uint32_t child)
{
    struct knowledge k = open_ledger(ledger);
    uint32_t at = 0;
    while (at < k.actors && k.who[at] != parent) {
        at++;
    }
    if (at == k.actors) {
        return ledger;
    }
    unsigned char *born = knowledge_of(&k, child); /* rows may have moved by one */
    at += k.who[at] != parent;
    memcpy(born, knows_of(&k, at), k.n);
    return close_ledger(&k);
}

static bool may_come(uint32_t ledger, uint32_t to, size_t position, const bool *accepted)
{
    struct knowledge k = open_ledger(ledger);
    uint32_t first = number_of(&k, to, 0), at = first + (uint32_t)position;
    for (uint32_t i = first; i < k.n && k.entries[i].to == to; i++) {
        if (i != at && accepted[i - first] && past_of(&k, at)[i]) {
            return false;
        }
    }
    return true;
}

const struct ledger ledger_past = { .send = send, .remove = remove_entry, .create = create, .may_come = may_come };
