/* Which states a worker sent to others lately: a table in which each state has one place, so that the one that was there before is forgotten.
 *
 * A short record is in its entry, so that looking it up is one access to memory. Longer ones are in a log of fixed size that begins anew when it is
 * full. Where the store compares hashes only, an entry is a hash. */
#ifndef HARRIER_WORKERS_SENT_STATES_H
#define HARRIER_WORKERS_SENT_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fetch.h"

struct sent_states {
    uint64_t *entries;
    uint64_t *log;
    uint64_t count, words; /* of both: powers of two */
    uint64_t logged;       /* words */
    bool by_hash;          /* an entry has one word, and there is no log */
};
/* Between workers the tables are small enough for the processor's cache, more or less. Between ranks of a cluster to send a state twice costs more. */
enum sent_size { SENT_BY_WORKERS = 1 << 18, SENT_BY_RANKS = 1 << 20 }; /* entries; of the log, four words for each */

/* The entry of a record: its words, and in the last one, if the record is shorter, that there is one. */
enum { SENT_SHORT = 4 };
static const uint64_t SENT_FULL = UINT64_MAX;
/* The entry of a longer one: this, which is the header of no short one, its hash, and its place, which is how many words were logged before it. The log has it at its place modulo
 * the log's size. */
static const uint64_t SENT_LONG = 255;

void sent_init(struct sent_states *s, bool by_hash, uint64_t count);
/* Remembers a state; `length` is in words, and of no importance where there are hashes only. */
void sent_remember(struct sent_states *s, uint64_t hash, const uint64_t *record, uint32_t length);

static inline uint64_t *sent_entry(const struct sent_states *s, uint64_t hash)
{
    return &s->entries[(hash & (s->count - 1)) * (s->by_hash ? 1 : SENT_SHORT)];
}

static inline void sent_fetch(const struct sent_states *s, uint64_t hash)
{
    fetch_ahead(sent_entry(s, hash));
}

/* The same for a long record that was sent, once the entry is there. */
static inline void sent_fetch_record(const struct sent_states *s, uint64_t hash)
{
    const uint64_t *entry = sent_entry(s, hash);
    if (!s->by_hash && entry[0] == SENT_LONG) {
        fetch_ahead(&s->log[entry[2] & (s->words - 1)]);
    }
}

/* Whether a state with this hash was sent, with `by_hash`. */
static inline bool sent_known_by_hash(const struct sent_states *s, uint64_t hash)
{
    return s->by_hash && *sent_entry(s, hash) == hash && hash != 0;
}
/* Whether this state was sent. */
bool sent_known_long(const struct sent_states *s, const uint64_t *entry, uint64_t hash, const uint64_t *record, uint32_t length);
static inline bool sent_known(const struct sent_states *s, uint64_t hash, const uint64_t *record, uint32_t length)
{
    const uint64_t *entry = sent_entry(s, hash);
    if (s->by_hash || length > SENT_SHORT) {
        return !s->by_hash && sent_known_long(s, entry, hash, record, length);
    }
    uint64_t differ = entry[SENT_SHORT - 1] == 0;
    for (uint32_t i = 0; i < length; i++) { /* if the first words are equal, so are the lengths */
        differ |= entry[i] ^ record[i];
    }
    return differ == 0;
}

#endif
