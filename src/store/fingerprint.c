/* Hash compaction (Wolper and Leroy): only 64 bits of a state are kept. */
#include "store/store.h"

uint64_t fingerprint_spread(uint64_t print)
{
    return print;
}

void fingerprint_init(struct fingerprint_store *s, uint64_t count)
{
    *s = (struct fingerprint_store){ 0 };
    word_set_init(&s->set, count);
}

bool fingerprint_share(struct fingerprint_store *s)
{
    return shared_set_init(&s->shared, fingerprint_spread);
}

static uint64_t itself(void *print)
{
    return *(const uint64_t *)print;
}

bool fingerprint_add_shared(struct fingerprint_store *s, uint64_t print)
{
    const struct shared_ask ask = { fingerprint_is, itself, NULL };
    bool fresh;
    shared_set_add(&s->shared, print, &ask, &print, &fresh);
    s->set.count += fresh;
    return fresh;
}
