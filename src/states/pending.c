/* What is pending in the state being expanded. Where all is in the first words, slots whose successors are left out (states/diamond.h) are counted, not listed: which they are,
 * some masks say for a whole word at once. */
#include "base/debug.h"
#include "states/stateful.h"

/* The bits of a word whose places are before this one. */
static inline uint64_t before(uint32_t word, uint32_t place)
{
    int64_t bits = (int64_t)place - (int64_t)word * 64;
    uint64_t some = (UINT64_C(1) << (bits & 63)) - 1; /* no branches: where the bound lies is different each time */
    return (some | -(uint64_t)(bits >= 64)) & -(uint64_t)(bits > 0);
}

/* For a processor that has no instruction for it. */
static inline uint32_t bits_set(uint64_t bits)
{
    static const uint64_t ONES = UINT64_MAX / 3, TWOS = UINT64_MAX / 5, FOURS = UINT64_MAX / 17;
    bits -= bits >> 1 & ONES;
    bits = (bits & TWOS) + (bits >> 2 & TWOS);
    return (uint32_t)(((bits + (bits >> 4)) & FOURS) * (UINT64_MAX / 255) >> 56);
}

/* Slots that the diamond leaves out whatever they lead to are not listed. Those of messages from its actor may have to be left out, too, but that takes a closer look. */
static inline __attribute__((always_inline)) void list_near(struct stateful *x, bool counts)
{
    const struct diamond *d = &x->diamond;
    const uint64_t *with = place_of_actor(d->actor)->with;
    const uint32_t words = place_words() < SHEET_NEAR ? place_words() : SHEET_NEAR;
    struct sheet_slot *next = x->pending;
    uint32_t earlier = 0;
    for (uint32_t word = 0; word < words; word++) {
        uint64_t slots = sheet_slots(&x->here, word), left_out = x->open.depth_first ? ~before(word, d->from) : before(word, d->count);
        for (uint64_t left = slots & ~(left_out & ~with[word]); left != 0; left &= left - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(left);
            uint64_t lower = slots & ((UINT64_C(1) << bit) - 1);
            *next++ = (struct sheet_slot){ .slot = word * 64 + bit,
                                           .before = earlier + (counts ? (uint32_t)__builtin_popcountll(lower) : bits_set(lower)) };
        }
        debug_assert(bits_set(slots) == (uint32_t)__builtin_popcountll(slots));
        earlier += counts ? (uint32_t)__builtin_popcountll(slots) : bits_set(slots);
    }
    x->pending_count = (size_t)(next - x->pending);
    x->left_out = earlier - (uint32_t)x->pending_count;
}

__attribute__((target("popcnt"))) static void list_near_counting(struct stateful *x)
{
    list_near(x, true);
}

void pending_list(struct stateful *x)
{
    enum { NEAR_SLOTS = 64 * SHEET_NEAR };
    bool near = (x->here.words[0] & SHEET_FAR) == 0, limited = x->s->job->deliveries_max - x->s->tally.deliveries <= NEAR_SLOTS;
    if (x->diamond.sure && near && !limited && !move_table.shared) {
        if (__builtin_cpu_supports("popcnt")) {
            list_near_counting(x);
        } else {
            list_near(x, false);
        }
        return;
    }
    x->pending_count = sheet_pending(&x->here, x->pending);
    x->left_out = 0;
}
