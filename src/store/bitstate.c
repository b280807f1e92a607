/* Bitstate hashing (Holzmann, "An Analysis of Bitstate Hashing", Formal Methods in System Design 13, 1998): a state is a few
 * bits of one large array. A new state all of whose bits were set by others is taken for visited. */
#include "store/bitstate.h"

#include "base/pool.h"
#include "store/hash_store.h"

enum { BYTES_MIN = 1 << 16 };

void bitstate_init(struct bitstate_store *s, uint64_t bytes)
{
    bytes = bytes < BYTES_MIN ? BYTES_MIN : bytes - bytes % sizeof *s->words;
    *s = (struct bitstate_store){ .bits = bytes * 8 };
    s->words = table_new(bytes);
}

void bitstate_close(struct bitstate_store *s)
{
    table_free(s->words, s->bits / 8);
    *s = (struct bitstate_store){ 0 };
}

bool bitstate_add(struct bitstate_store *s, uint64_t hash)
{
    uint64_t set = 0;
    struct bitstate_places p = bitstate_places(s, hash);
    double occupied = (double)s->set / (double)s->bits;
    for (int i = 0; i < BITSTATE_BITS; i++) {
        uint64_t *word = &s->words[p.at[i] / 64], bit = (uint64_t)1 << p.at[i] % 64;
        set += (*word & bit) == 0;
        *word |= bit;
    }
    if (set == 0) {
        return false;
    }
    /* A state is wrongly taken for visited with probability `taken`, so for each one found new, so many others are expected to be
     * missed. */
    double taken = occupied * occupied * occupied;
    s->omissions += taken / (1 - taken);
    s->set += set;
    s->count++;
    return true;
}

static void open(void *own, uint64_t bytes)
{
    bitstate_init(own, bytes);
}

static void close(void *own)
{
    bitstate_close(own);
}

static void fetch(const void *own, uint64_t hash)
{
    bitstate_fetch(own, hash);
}

static bool add(void *own, uint64_t hash)
{
    return bitstate_add(own, hash);
}

static double omissions(const void *own)
{
    const struct bitstate_store *s = own;
    return s->omissions;
}

static uint64_t state_bytes(const void *own)
{
    const struct bitstate_store *s = own;
    return s->set / 8;
}

static uint64_t slack_bytes(const void *own)
{
    const struct bitstate_store *s = own;
    return (s->bits - s->set) / 8;
}

const struct hash_store hash_store_bitstate = {
    sizeof(struct bitstate_store), open, close, fetch, add, omissions, state_bytes, slack_bytes,
};
