#include "sample/shares.h"

#include "explore/kept.h"

enum { SHARE_RUN, SHARE_MADE };

struct layer {
    uint64_t ranks;
    uint64_t made[];
};

void shares_init(struct shares *h, const struct job *job)
{
    *h = (struct shares){ .ranks = job->ranks == 0 ? 1 : job->ranks, .rank = job->rank };
    pool_init(&h->layers, (size_t)1 << 30);
    pool_init(&h->text, (size_t)1 << 30);
}

static size_t layer_bytes(uint64_t ranks)
{
    return sizeof(struct layer) + ranks * sizeof(uint64_t);
}

static const struct layer *layer_at(const struct shares *h, size_t at)
{
    return (const struct layer *)(h->layers.base + at);
}

/* ---- numbers ---- */

/* How many numbers below `x` a layer left for later. */
static uint64_t left_below(const struct layer *l, uint64_t x)
{
    uint64_t left = 0;
    for (uint64_t r = 0; r < l->ranks; r++) {
        uint64_t its = x / l->ranks + (x % l->ranks > r); /* of this rank, below x */
        left += its > l->made[r] ? its - l->made[r] : 0;
    }
    return left;
}

/* The i-th number that a layer left. */
static uint64_t left_over(const struct layer *l, uint64_t i)
{
    uint64_t low = i, made = 0;
    for (uint64_t r = 0; r < l->ranks; r++) {
        made += l->made[r];
    }
    for (uint64_t high = i + made; low < high;) { /* the largest x below which i are left is the number: it is left itself */
        uint64_t middle = low + (high - low + 1) / 2;
        if (left_below(l, middle) <= i) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* From the last layer, whose numbers count what the one before left, to the first. */
static uint64_t through(const struct shares *h, size_t at, uint64_t number)
{
    if (at == h->layers.used) {
        return number;
    }
    const struct layer *l = layer_at(h, at);
    return left_over(l, through(h, at + layer_bytes(l->ranks), number));
}

uint64_t shares_number(const struct shares *h, uint64_t i)
{
    return through(h, 0, i * h->ranks + h->rank);
}

/* ---- checkpoints ---- */

static void damaged(void) __attribute__((noreturn));
static void damaged(void)
{
    guard_unusable("the checkpoint makes no sense: it is damaged; start anew without --resume");
}

static struct layer *add_layer(struct shares *h, uint64_t ranks)
{
    struct layer *l = pool_take(&h->layers, layer_bytes(ranks));
    l->ranks = ranks;
    return l;
}

static uint64_t made_in_all(const struct shares *h)
{
    uint64_t made = 0;
    for (size_t at = 0; at < h->layers.used; at += layer_bytes(layer_at(h, at)->ranks)) {
        for (uint64_t r = 0; r < layer_at(h, at)->ranks; r++) {
            made += layer_at(h, at)->made[r];
        }
    }
    return made;
}

bool shares_resume(struct shares *h, struct search *s)
{
    enum { RANKS_MOST = 1024 };
    const struct journal *j = board_journal(s->board);
    struct layer *last = NULL;
    uint64_t position = 0;
    bool over = false;
    while (position < j->end && !over) {
        uint64_t kind = kept_read_number(s, &position, &over), number = over ? 0 : kept_read_number(s, &position, &over);
        if (!over && kind == SHARE_RUN && number != 0 && number <= RANKS_MOST) {
            last = add_layer(h, number);
        } else if (!over && kind == SHARE_MADE && last != NULL && number < last->ranks) {
            last->made[number] = kept_read_number(s, &position, &over);
        } else if (!over) {
            damaged();
        }
    }
    uint64_t made = made_in_all(h);
    if (!s->stopped && (over || made > j->made)) {
        damaged();
    }
    if (made < j->made) {
        add_layer(h, 1)->made[0] = j->made - made;
    }
    return !s->stopped;
}

static void say_made(struct shares *h, uint64_t rank, uint64_t made)
{
    kept_add_number(&h->text, SHARE_MADE);
    kept_add_number(&h->text, rank);
    kept_add_number(&h->text, made);
}

/* The first rank, whose text is the first, also says what was before. */
const struct pool *shares_text(struct shares *h, uint64_t made)
{
    pool_empty(&h->text);
    for (size_t at = 0; h->rank == 0 && !h->told && at < h->layers.used; at += layer_bytes(layer_at(h, at)->ranks)) {
        const struct layer *l = layer_at(h, at);
        kept_add_number(&h->text, SHARE_RUN);
        kept_add_number(&h->text, l->ranks);
        for (uint64_t r = 0; r < l->ranks; r++) {
            say_made(h, r, l->made[r]);
        }
    }
    if (h->rank == 0 && !h->told) {
        kept_add_number(&h->text, SHARE_RUN);
        kept_add_number(&h->text, h->ranks);
    }
    h->told = true;
    say_made(h, h->rank, made);
    return &h->text;
}
