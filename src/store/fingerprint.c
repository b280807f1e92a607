/* Hash compaction (Wolper and Leroy): only 64 bits of a state are kept. */
#include "store/store.h"

enum { FIRST_SLOTS = 1 << 12 };

void fingerprint_init(struct fingerprint_store *s)
{
    *s = (struct fingerprint_store){ .mask = FIRST_SLOTS - 1 };
    s->slots = table_new(FIRST_SLOTS * sizeof *s->slots);
}

static void grow(struct fingerprint_store *s)
{
    uint64_t size = (s->mask + 1) * 2, mask = size - 1;
    uint64_t *slots = table_new(size * sizeof *slots);
    for (uint64_t i = 0; i <= s->mask; i++) {
        if (s->slots[i] != 0) {
            uint64_t at = s->slots[i] & mask;
            while (slots[at] != 0) {
                at = (at + 1) & mask;
            }
            slots[at] = s->slots[i];
        }
    }
    table_free(s->slots, (s->mask + 1) * sizeof *slots);
    s->slots = slots;
    s->mask = mask;
}

bool fingerprint_add(struct fingerprint_store *s, uint64_t hash)
{
    hash += hash == 0;
    uint64_t at = hash & s->mask;
    for (; s->slots[at] != 0; at = (at + 1) & s->mask) {
        if (s->slots[at] == hash) {
            return false;
        }
    }
    s->slots[at] = hash;
    if (++s->count > s->mask / 4 * 3) {
        grow(s);
    }
    return true;
}
