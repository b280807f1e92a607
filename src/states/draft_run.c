/* Drafts of most successors: by a slot whose message leads to one of them, whose hash is a sum. */
#include "model/message.h"
#include "states/behind.h"
#include "states/stateful.h"

/* Drafts of moves whose messages join queues, or leave them: what that adds to their hashes waits for the memory that says so. */
struct behind {
    struct draft *drafts[32];
    size_t count;
};

/* Whether the draft that will be stored here can wait. */
static inline bool wait_behind(struct behind *b, const uint64_t *words, struct draft *at, uint32_t move)
{
    if (b->count == sizeof b->drafts / sizeof *b->drafts) {
        return false;
    }
    behind_fetch(words, move_at(move));
    b->drafts[b->count++] = at;
    return true;
}

/* Where the words are needed as well, what is found out for the hash is all that it takes to make them: records of the exact store, and roots of the tree. */
static inline void complete_behind(struct stateful *x, const struct behind *b)
{
    bool exact = x->visited.kind == STORE_EXACT, announces = visited_announces(&x->visited);
    for (size_t i = 0; i < b->count; i++) {
        struct draft *d = b->drafts[i];
        if (exact) {
            successor_make_behind(x, d);
        } else if (announces) {
            d->hash += behind_put(&x->here, move_at(d->move));
            arrival_announce(x, d);
        } else {
            d->hash += behind_hash(x->here.words, move_at(d->move));
        }
        visited_fetch(&x->visited, d->hash);
    }
}

/* Moves that are kept with the component. */
static const struct move_range *rarely_known(const struct sheet *here, uint32_t slot)
{
    return expansion_by_slot(expansion_of(sheet_component(here, slot_get(slot)->to)), slot_get(slot)->local);
}

/* Prefetches the place of a hash in the store. */
static inline __attribute__((always_inline)) void fetch_place(const struct stateful *x, uint64_t hash, enum store_kind store,
                                                              enum look_up in, const struct word_set *set, const struct shared_head *head)
{
    if (store == STORE_EXACT || store == STORE_FINGERPRINT) {
        uint64_t spread = store == STORE_EXACT ? numbered_tag(hash) : hash; /* which is the fingerprint, but for one or two */
        const uint64_t *place = in == LOOK_UP_SHARED ? shared_set_first(head, spread) : word_set_place(set, spread);
        fetch_ahead(place);
    } else {
        visited_fetch(&x->visited, hash);
    }
}

/* By far the most frequent case: a slot whose message leads to one successor, whose hash is a sum. Drafts these, from
 * x->pending[from] on, up to the first other one, or `most`; returns how many there were. `store` says where to prefetch (STORE_COUNT: that is asked
 * each time); `queues`: messages may have to wait behind others. */
static inline __attribute__((always_inline)) size_t run(struct stateful *x, size_t from, size_t most, uint32_t ordinals,
                                                        enum store_kind store, enum look_up in, bool queues)
{
    const struct sheet_slot *pending = x->pending + from;
    const uint64_t *words = x->here.words, here = x->here.hash;
    const struct receipts *receipts = receipts_of(0);
    const struct place_actor *places = place_of_actor(0);
    const struct word_set set = store == STORE_EXACT ? x->visited.exact.set : x->visited.prints.set;
    const struct shared_head *head = store == STORE_EXACT ? x->visited.exact.shared.head : x->visited.prints.shared.head;
    const uint8_t member = x->together.at;
    const struct diamond diamond = x->diamond;
    const bool divided = in == LOOK_UP_OWNERS && component_shared.territories.chosen;
    const uint32_t territory = in == LOOK_UP_OWNERS ? *open_territory(&x->open) : 0;
    struct draft *next = x->drafts + x->draft_count, *away = x->away + x->away_count;
    struct behind behind;
    size_t count = behind.count = 0; /* the rest of it is not made zero */
    for (; count < most; count++) {
        const struct receipts *known = &receipts[pending[count].slot];
        if (diamond.sure && known->size != 0 && diamond_leaves_out(&diamond, pending[count].slot, known->to, known->sender)) {
            continue;
        }
        const struct move_range *r = receipts_by(known, sheet_number(words, &places[known->to], known->to));
        uint32_t to = known->to, sender = known->sender;
        if (__builtin_expect(r == NULL || !r->known, 0)) {
            r = rarely_known(&x->here, pending[count].slot);
            to = slot_get(pending[count].slot)->to;
            sender = message_get(slot_get(pending[count].slot)->message)->sender;
        }
        if (r == NULL || !r->simple) {
            break;
        }
        if (diamond_leaves_out(&diamond, pending[count].slot, to, sender)) {
            continue;
        }
        uint64_t hash = here + r->delta;
        if (queues && __builtin_expect(!move_fits(move_at(r->first), words), 0)) {
            if (in != LOOK_UP_OWNERS && wait_behind(&behind, words, next, r->first)) {
                *next++ = (struct draft){ .hash = hash, .move = r->first, .ordinal = ordinals + pending[count].before, .from = member };
                continue;
            }
            hash += behind_hash(words, move_at(r->first));
        }
        uint32_t there = territory;
        bool mine = true;
        if (in == LOOK_UP_OWNERS && (!r->stays || !divided)) {
            there = divided ? territory + move_at(r->first)->territory : (uint32_t)hash;
            mine = exchange_is_mine(x->exchange, there);
        }
        struct draft d = {
            .hash = hash, .move = r->first, .ordinal = ordinals + pending[count].before, .territory = there, .from = member
        };
        if (in == LOOK_UP_OWNERS && !mine) {
            *away++ = d;
            sent_fetch(&x->exchange->sent, hash);
            continue;
        }
        *next++ = d;
        fetch_place(x, hash, store, in, &set, head);
    }
    complete_behind(x, &behind);
    x->draft_count = (size_t)(next - x->drafts);
    x->away_count = (size_t)(away - x->away);
    return count;
}

/* One copy of the loop for each store that it knows, and each answer. */
#define DRAFT_RUN_IN(store, in) \
    (slots_on == SLOTS_FIRST ? run(x, from, most, ordinals, store, in, true) : run(x, from, most, ordinals, store, in, false))
#define DRAFT_RUN(store)                                          \
    (in == LOOK_UP_OWN      ? DRAFT_RUN_IN(store, LOOK_UP_OWN)    \
     : in == LOOK_UP_SHARED ? DRAFT_RUN_IN(store, LOOK_UP_SHARED) \
                            : DRAFT_RUN_IN(store, LOOK_UP_OWNERS))

size_t draft_run(struct stateful *x, size_t from, uint32_t ordinals)
{
    uint64_t left = x->s->job->deliveries_max - x->s->tally.deliveries; /* draft_move() makes the last one, and stops */
    if (x->big_steps || move_table.shared || x->s->coverage != NULL || left <= 1) {
        return 0;
    }
    size_t most = x->pending_count - from < left - 1 ? x->pending_count - from : left - 1, count;
    enum look_up in = x->sends_all ? LOOK_UP_OWNERS : x->visited.sharers != 0 ? LOOK_UP_SHARED : LOOK_UP_OWN;
    switch (x->visited.kind) {
    case STORE_EXACT: count = DRAFT_RUN(STORE_EXACT); break;
    case STORE_FINGERPRINT: count = DRAFT_RUN(STORE_FINGERPRINT); break;
    default: count = run(x, from, most, ordinals, STORE_COUNT, in, slots_on == SLOTS_FIRST); break;
    }
    x->s->tally.deliveries += count;
    return count;
}
