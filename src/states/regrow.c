/* Builds the states of a checkpoint of several workers again (workers/lineage.h), by as many as there are now. Whoever owns a state, by its hash,
 * makes the moves that led from it to states that were new then, and sends these to whoever owns them. With each goes its number in the
 * checkpoint, as one more word behind its record.
 *
 * States that were still open are put aside until all others are there: expanded before, they would lead to states that seem new. */
#include "explore/kept.h"
#include "states/stateful.h"
#include "workers/keep_ranks.h"
#include "workers/lineage.h"

struct regrowth {
    const struct lineage *lineage;
    struct pool numbers; /* uint64_t: which state of the checkpoint each of this worker's states is */
    struct pool aside;   /* states that were open: a struct parcel each, and who found it */
    struct pool chosen;  /* scratch: struct chosen, the moves of one state */
    struct pool ordinals;
};

struct chosen {
    uint32_t ordinal;
    uint64_t state;
};

struct put_aside {
    uint32_t from;
    struct parcel parcel;
};

static size_t aside_bytes(uint32_t words)
{
    return sizeof(struct put_aside) + words * sizeof(uint64_t);
}

/* The number is no part of what is stored. */
void regrow_take_in(struct stateful *x, const struct parcel *p, uint32_t from)
{
    struct regrowth *r = x->regrowth;
    uint64_t state = p->words[p->length - 1];
    if (state >= r->lineage->count) {
        kept_refuse();
    }
    if (lineage_is_open(r->lineage, state)) {
        struct put_aside *a = pool_take(&r->aside, aside_bytes(p->length));
        a->from = from;
        memcpy(&a->parcel, p, parcel_bytes(p->length));
        a->parcel.length--;
        return;
    }
    struct parcel *shorter = (struct parcel *)p;
    shorter->length--;
    bool fresh = lineage_knows(r->lineage, state) && parallel_take_in(x, p, from, true);
    shorter->length++; /* it says how far the next one is */
    if (!fresh) {
        kept_refuse();
    }
    *(uint64_t *)pool_take(&r->numbers, sizeof state) = state;
}

static void hand_on(struct stateful *x, const struct draft *d, uint64_t state)
{
    parallel_put(x, d);
    uint32_t length = sheet_pack(&x->here, x->packed.words);
    sheet_undo(&x->here);
    x->packed.words[length] = state;
    struct parcel head = parallel_parcel(x, d, length + 1);
    if (!exchange_is_mine(x->exchange, d->territory)) {
        parallel_send(x, &head, x->packed.words);
        return;
    }
    size_t size = parcel_bytes(head.length);
    struct parcel *mine = pool_take(&x->regrowth->chosen, size);
    *mine = head;
    memcpy(mine->words, x->packed.words, head.length * sizeof *mine->words);
    regrow_take_in(x, mine, x->exchange->transport.me);
    pool_give_back(&x->regrowth->chosen, (size + 7) & ~(size_t)7);
}

static int by_ordinal(const struct chosen *a, const struct chosen *b)
{
    return (a->ordinal > b->ordinal) - (a->ordinal < b->ordinal);
}

/* Makes the moves from the current state that led to new ones, in their order. */
static void expand(struct stateful *x)
{
    struct regrowth *r = x->regrowth;
    size_t count;
    const struct lineage_child *children = lineage_children(r->lineage, ((const uint64_t *)r->numbers.base)[x->open.current], &count);
    if (count == 0) {
        return;
    }
    struct chosen *chosen = pool_take(&r->chosen, count * sizeof *chosen);
    uint32_t *ordinals = pool_take(&r->ordinals, count * sizeof *ordinals);
    for (size_t i = 0; i < count; i++) {
        struct chosen next = { .ordinal = children[i].ordinal, .state = children[i].state };
        size_t at = i;
        for (; at > 0 && by_ordinal(&next, &chosen[at - 1]) < 0; at--) {
            chosen[at] = chosen[at - 1];
        }
        chosen[at] = next;
    }
    for (size_t i = 0; i < count; i++) {
        ordinals[i] = chosen[i].ordinal;
    }
    x->draft_count = 0;
    if (!draft_again(x, ordinals, count, false) || x->draft_count != count) {
        kept_refuse();
    }
    for (size_t i = 0; i < count && !x->s->stopped; i++) {
        hand_on(x, &x->drafts[i], chosen[i].state);
    }
    x->draft_count = 0;
    pool_give_back(&r->ordinals, (count * sizeof *ordinals + 7) & ~(size_t)7);
    pool_give_back(&r->chosen, (count * sizeof *chosen + 7) & ~(size_t)7);
}

/* Opens what was put aside. */
static void open_rest(struct stateful *x)
{
    const struct pool *aside = &x->regrowth->aside;
    for (size_t at = 0; at < aside->used;) {
        const struct put_aside *a = (const struct put_aside *)(aside->base + at);
        if (!parallel_take_in(x, &a->parcel, a->from, true)) {
            kept_refuse();
        }
        at += (aside_bytes(a->parcel.length + 1) + 7) & ~(size_t)7;
    }
}

/* Waits until all workers have come here. */
static void await_all(struct stateful *x, uint32_t *counter)
{
    struct workers *w = workers_of(x->s);
    if (w->link != NULL) {
        w->over = false; /* all that is resumed is there, which is not the end */
        if (!x->s->stopped) {
            keep_ranks_meet(w);
        }
        workers_stopped(x->s);
        return;
    }
    __atomic_add_fetch(counter, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) != w->count && !workers_stopped(x->s)) {
        transport_pause();
    }
}

/* What was counted until the checkpoint is the first worker's, but for states: each has its own. */
static void take_over_counts(struct stateful *x)
{
    const struct journal *j = board_journal(x->s->board);
    struct tally now = { .states = open_found(&x->open) };
    if (workers_of(x->s)->me == 0) {
        now = j->begin.tally;
        now.states += open_found(&x->open) - x->regrowth->lineage->count; /* some are of ends, which are in no list */
    }
    x->s->tally = now;
    workers_of(x->s)->counted = workers_of(x->s)->link != NULL ? 0 : now.deliveries; /* counted already, but not by other ranks */
}

void regrow_all(struct stateful *x)
{
    struct workers *w = workers_of(x->s);
    struct regrowth r = { .lineage = w->lineage };
    x->s->started = 0; /* takes no time of what --time allows */
    pool_init(&r.numbers, (size_t)1 << 37);
    pool_init(&r.aside, (size_t)1 << 40);
    pool_init(&r.chosen, (size_t)1 << 36);
    pool_init(&r.ordinals, (size_t)1 << 36);
    x->regrowth = &r;
    if (open_found(&x->open) != 0) { /* the owner of the first state */
        *(uint64_t *)pool_take(&r.numbers, sizeof(uint64_t)) = r.lineage->root;
    }
    if (!lineage_is_open(r.lineage, r.lineage->root)) {
        parallel_exhaust(x, expand);
    }
    await_all(x, &w->keep->regrown);
    if (w->me == 0 && w->link == NULL) {
        transport_begin_anew(&x->exchange->transport);
    }
    open_rest(x);
    take_over_counts(x);
    x->regrowth = NULL;
    lineage_close(w->lineage);
    w->lineage = NULL;
    pool_close(&r.numbers);
    pool_close(&r.aside);
    pool_close(&r.chosen);
    pool_close(&r.ordinals);
    search_start_clock(x->s);
    search_publish(x->s);
    await_all(x, &w->keep->parted);
    if ((w->me == 0 || w->link != NULL) && !x->s->stopped) {
        __atomic_store_n(&board_journal(x->s->board)->rebuilt, 1, __ATOMIC_RELEASE);
    }
}
