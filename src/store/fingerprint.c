/* Hash compaction (Wolper and Leroy): only 64 bits of a state are kept. */
#include "store/store.h"

static uint64_t itself(uint64_t word)
{
    return word;
}

void fingerprint_init(struct fingerprint_store *s, uint64_t count)
{
    word_set_init(&s->set, count);
}

bool fingerprint_add(struct fingerprint_store *s, uint64_t hash)
{
    struct word_set *t = &s->set;
    uint64_t print = fingerprint_of(hash);
    uint64_t at = word_set_place(t, print);
    for (; t->slots[at] != 0; at = word_set_next(t, at)) {
        if (t->slots[at] == print) {
            return false;
        }
    }
    word_set_put(t, at, print, itself);
    return true;
}

void fingerprint_take_over(struct fingerprint_store *s, struct word_set *from)
{
    word_set_reorder(from, itself);
    s->set = *from;
    *from = (struct word_set){ 0 };
}
