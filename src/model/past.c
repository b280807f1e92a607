/* The ledger of channels on which messages sent in the past of a message come before it (`past_first`).
 *
 * All that matters is which *pending* messages are in the past of which pending message, and of which actor (what it sends next comes
 * after them). Whoever knows of a message knows of everything that its sender sent before. So what is known of a sender is a number:
 * how many of its pending messages, the oldest first. These are the vector clocks of Mattern ("Virtual Time and Global States of
 * Distributed Systems", 1989), but for what is not pending any more; so there are finitely many for a finite cloud.
 *
 * A ledger is a list of pairs, in order of actors: an actor that has messages pending or knows of some, and the number of its record.
 * A record is a list, too: first a sequence (base/sequence.h) of what the actor sent, as words:
 *     SENT(receiver)           a message that is pending
 *     LEARNT(sender), count    between two of them, in order of senders: so many more messages of that sender were known
 * It begins and ends with a message. Then the number of these messages. Then, for each sender that the actor knows messages of, how
 * many it knew of at its first pending message, at its last one, and knows of now. Timers are in nobody's past, and not in here. */
#include <string.h>

#include "base/hash.h"
#include "model/ledger.h"
#include "model/mailbox.h"
#include "model/message.h"
#include "model/past_record.h"
#include "model/timers.h"

/* ---- sending and creating ---- */

static uint32_t send(uint32_t ledger, uint32_t to, uint32_t message)
{
    if (is_timer(message)) {
        return ledger;
    }
    struct draft_ledger d = past_record_open(ledger);
    uint32_t sender = message_get(message)->sender;
    struct mind m = past_record_read(&d, sender, 0);
    past_record_send(&m, to);
    past_record_write(&d, sender, &m);
    return past_record_close(&d);
}

/* A child knows what its creator knows, and what it sent. */
static uint32_t create(uint32_t ledger, uint32_t parent, uint32_t child)
{
    struct draft_ledger d = past_record_open(ledger);
    struct mind creator = past_record_read(&d, parent, 0), born = past_record_read(&d, child, creator.count + 1);
    for (size_t i = 0; i < creator.count; i++) {
        if (creator.r->known[i].whose != child) {
            past_record_learn(&born, creator.r->known[i].whose, creator.r->known[i].now);
        }
    }
    if (creator.r->pending != 0) {
        past_record_learn(&born, parent, creator.r->pending);
    }
    past_record_write(&d, child, &born);
    return past_record_close(&d);
}

/* ---- delivering ---- */

/* The message at a position of a mailbox; `nth` of its lane. The lanes are the senders'. */
static uint32_t message_at(uint32_t mailbox, size_t position, size_t *nth)
{
    size_t count = 0;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++, position -= count) {
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        if (position < count) {
            *nth = position;
            return list[position];
        }
    }
    return 0;
}

/* Everybody but the sender forgets a message. */
static void forget_everywhere(struct draft_ledger *d, const struct letter *l)
{
    uint32_t *desk = d->desk;
    for (size_t i = 0; i < d->count; d->desk = desk) {
        uint32_t actor = d->pairs[2 * i];
        size_t before = d->count;
        struct mind m = past_record_read(d, actor, 0);
        const struct known *k = past_record_known(&m, l->sender);
        if (k != NULL && l->before < k->now) {
            past_record_forget(d, &m, l->sender, l->before);
            past_record_write(d, actor, &m);
        }
        i += d->count == before;
    }
}

static uint32_t remove_entry(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, bool delivered)
{
    size_t nth;
    uint32_t message = message_at(mailbox, position, &nth), sender = message_get(message)->sender;
    if (is_timer(message)) {
        return ledger;
    }
    struct draft_ledger d = past_record_open(ledger);
    struct mind m = past_record_read(&d, sender, 0);
    struct letter l = past_record_find(&d, &m, sender, to, nth);
    if (delivered && to != sender) {
        struct mind receiver = past_record_read(&d, to, m.count + 1);
        for (size_t i = 0; i < m.count; i++) {
            if (m.r->known[i].whose != to && l.past[i] != 0) {
                past_record_learn(&receiver, m.r->known[i].whose, l.past[i]);
            }
        }
        if (l.before != 0) {
            past_record_learn(&receiver, sender, l.before);
        }
        past_record_write(&d, to, &receiver);
    }
    past_record_remove(&d, &m, &l);
    past_record_write(&d, sender, &m);
    forget_everywhere(&d, &l);
    return past_record_close(&d);
}

/* ---- what may come ---- */

/* Whether an accepted message from this sender is among the oldest `known` that it has pending. */
static bool accepts_one_of(struct draft_ledger *d, uint32_t sender, uint32_t known, uint32_t to, uint32_t mailbox, const bool *accepted)
{
    size_t count = 0;
    for (size_t lane = 0; lane < mailbox_lanes(mailbox); lane++, accepted += count) {
        const uint32_t *list = mailbox_lane(mailbox, lane, &count);
        if (message_get(list[0])->sender != sender || is_timer(list[0])) {
            continue;
        }
        const bool *first = memchr(accepted, true, count);
        if (first == NULL || is_timer(list[first - accepted])) {
            return false;
        }
        struct mind m = past_record_read(d, sender, 0);
        return past_record_find(d, &m, sender, to, (size_t)(first - accepted)).before < known;
    }
    return false;
}

static bool may_come(uint32_t ledger, uint32_t to, uint32_t mailbox, size_t position, const bool *accepted)
{
    size_t nth;
    uint32_t message = message_at(mailbox, position, &nth);
    if (is_timer(message)) {
        return true;
    }
    if (memchr(accepted + position - nth, true, nth) != NULL) {
        return false;
    }
    struct draft_ledger d = past_record_open(ledger);
    struct mind m = past_record_read(&d, message_get(message)->sender, 0);
    struct letter l = past_record_find(&d, &m, message_get(message)->sender, to, nth);
    for (size_t i = 0; i < m.count; i++) {
        if (l.past[i] != 0 && accepts_one_of(&d, m.r->known[i].whose, l.past[i], to, mailbox, accepted)) {
            return false;
        }
    }
    return true;
}

/* The numbers of records are not the same in every run. */
static uint64_t hash(uint32_t ledger)
{
    struct draft_ledger d = past_record_open(ledger);
    uint64_t sum = 0;
    for (size_t i = 0; i < d.count; i++) {
        sum += hash_mix(past_record_hash(d.pairs[2 * i + 1]) + d.pairs[2 * i]);
    }
    return sum;
}

const struct ledger ledger_past = {
    .init = past_record_init,
    .share = past_record_share,
    .send = send,
    .remove = remove_entry,
    .create = create,
    .may_come = may_come,
    .hash = hash,
};
