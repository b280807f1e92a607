#include "workers/sent_states.h"

#include <string.h>

#include "base/pool.h"

void sent_init(struct sent_states *s, bool by_hash, uint64_t count)
{
    *s = (struct sent_states){ .by_hash = by_hash, .count = count, .words = count * SENT_SHORT };
    s->entries = table_new(count * (by_hash ? 1 : SENT_SHORT) * sizeof *s->entries);
    s->log = by_hash ? NULL : table_new(s->words * sizeof *s->log);
}

bool sent_known_long(const struct sent_states *s, const uint64_t *entry, uint64_t hash, const uint64_t *record, uint32_t length)
{
    uint64_t at = entry[2] & (s->words - 1);
    return entry[0] == SENT_LONG && entry[1] == hash && s->logged - entry[2] <= s->words && at + length <= s->words &&
           memcmp(s->log + at, record, length * sizeof *record) == 0;
}

static void remember_long(struct sent_states *s, uint64_t *entry, uint64_t hash, const uint64_t *record, uint32_t length)
{
    uint64_t at = s->logged & (s->words - 1);
    if (length > s->words / 16) {
        return; /* one such state is not worth forgetting many others */
    }
    if (at + length > s->words) {
        s->logged += s->words - at;
    }
    memcpy(s->log + (s->logged & (s->words - 1)), record, length * sizeof *record);
    entry[0] = SENT_LONG;
    entry[1] = hash;
    entry[2] = s->logged;
    entry[SENT_SHORT - 1] = SENT_FULL;
    s->logged += length;
}

void sent_remember(struct sent_states *s, uint64_t hash, const uint64_t *record, uint32_t length)
{
    uint64_t *entry = sent_entry(s, hash);
    if (s->by_hash) {
        *entry = hash;
    } else if (length > SENT_SHORT) {
        remember_long(s, entry, hash, record, length);
    } else {
        entry[SENT_SHORT - 1] = SENT_FULL;
        memcpy(entry, record, length * sizeof *record);
    }
}
