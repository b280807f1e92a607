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

static bool is_print(const void *print, uint64_t stored)
{
    return stored == *(const uint64_t *)print;
}

static uint64_t itself(void *print)
{
    return *(const uint64_t *)print;
}

/* Apart, so that what is done for most successors is short. */
static __attribute__((noinline)) bool add_new(struct fingerprint_store *s, uint64_t print)
{
    const struct shared_ask ask = { is_print, itself, NULL };
    bool fresh;
    shared_set_add(&s->shared, print, &ask, &print, &fresh);
    s->set.count += fresh;
    return fresh;
}

bool fingerprint_add_shared(struct fingerprint_store *s, uint64_t print)
{
    print -= print == SHARED_EMPTY; /* no word */
    return shared_set_find(&s->shared, print, is_print, &print) == 0 && add_new(s, print);
}
