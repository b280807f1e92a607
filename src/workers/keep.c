#include "workers/keep.h"

#include <string.h>
#include <sys/mman.h>

#include "explore/kept.h"
#include "model/ledger.h"
#include "model/replica.h"
#include "workers/keep_ranks.h"

/* ---- the log ---- */

static void note(struct keep *k, uint32_t op, const void *bytes, size_t size)
{
    struct link_entry *e = pool_take(&k->log, link_entry_bytes((uint32_t)size));
    *e = (struct link_entry){ .op = op, .size = (uint32_t)size };
    memcpy(e + 1, bytes, size);
}

/* Called with LOCK_TABLES held. */
static void append(void *workers, enum replica_op op, const void *bytes, size_t size)
{
    note(((struct workers *)workers)->keep, (uint32_t)op, bytes, size);
}

const char *keep_open(struct workers *w, struct search *s)
{
    const struct journal *j = kept_journal(s);
    if (j == NULL) {
        return NULL;
    }
    if (ledger_in_force != NULL && s->job->search == SEARCH_DFS) {
        return "what the causal channel, and the identities numbered and concrete, keep of messages is not in checkpoints of several workers: use "
               "--workers 1, or leave out --checkpoint and --resume";
    }
    w->keep = mmap(NULL, sizeof *w->keep, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (w->keep == MAP_FAILED) {
        w->keep = NULL;
        return "the system refuses memory that workers share: use --workers 1";
    }
    struct keep *k = w->keep;
    k->search = s;
    k->deliveries = j->resumed ? j->begin.tally.deliveries : 0;
    k->position = j->resumed ? j->end : 0; /* behind what was resumed */
    pool_init(&k->log, (size_t)1 << 36);
    pool_init(&k->text, (size_t)1 << 36);
    return NULL;
}

const char *keep_prepare(struct workers *w, struct search *s)
{
    const char *refused = keep_open(w, s);
    if (refused != NULL || w->keep == NULL || s->job->search != SEARCH_DFS) {
        return refused; /* only where states are stored do tables have to be the same again */
    }
    pool_init(&replica.paper, (size_t)1 << 34);
    if (!pool_share(&w->keep->log)) {
        return "the system refuses memory that workers share: use --workers 1";
    }
    replica.user = w;
    replica.append = append;
    return NULL;
}

bool keep_take(struct workers *w, uint32_t op, const void *bytes, uint32_t size)
{
    w->keep->known++;
    if (w->link == NULL || w->me == 0) { /* of a cluster, the first rank keeps it */
        note(w->keep, op, bytes, size);
    }
    return replica_apply((enum replica_op)op, bytes, size);
}

void keep_note(struct workers *w, const struct link_entry *e, const void *bytes)
{
    if (w->keep == NULL) {
        return;
    }
    w->keep->known++;
    if (w->me == 0) {
        note(w->keep, e->op, bytes, e->size);
    }
}

/* ---- writing ---- */

static void flush(struct keep *k)
{
    kept_write(k->search, &k->position, k->text.base, k->text.used);
    pool_empty(&k->text);
}

/* Of a cluster, what other ranks write may come next. */
static void cut(struct keep *k)
{
    flush(k);
    __atomic_store_n(&board_journal(k->search->board)->whole, k->position, __ATOMIC_RELEASE);
}

/* The difference of two numbers, of either sign: small ones are small numbers. */
static uint64_t folded(uint32_t to, uint32_t from)
{
    int64_t difference = (int64_t)to - from;
    return difference < 0 ? (uint64_t)(-difference) * 2 - 1 : (uint64_t)difference * 2;
}

static void write_list(struct keep *k, const struct trails *t, uint32_t list)
{
    enum { AT_ONCE = 1 << 16 }; /* states: less than the journal has room for, however they are written */
    uint64_t from = k->written[list], to = k->at[list].found;
    for (; from < to; from++) {
        if ((from - k->written[list]) % AT_ONCE == 0) {
            cut(k);
            kept_add_number(&k->text, JOURNAL_FOUND);
            kept_add_number(&k->text, list);
            kept_add_number(&k->text, to - from < AT_ONCE ? to - from : AT_ONCE);
        }
        const struct trail_link *l = trail_at(t, list, from);
        uint32_t *parent = &k->parents[list][l->worker];
        kept_add_number(&k->text, l->worker);
        kept_add_number(&k->text, folded(l->parent, *parent));
        kept_add_number(&k->text, l->ordinal);
        *parent = l->parent;
    }
    k->written[list] = to;
    kept_add_number(&k->text, JOURNAL_EXPANDED);
    kept_add_number(&k->text, list);
    kept_add_number(&k->text, k->at[list].expanded);
}

static void write_tables(struct workers *w, struct keep *k)
{
    if (!k->begun) {
        kept_add_number(&k->text, w->count);
        k->begun = true;
    }
    kept_add_number(&k->text, JOURNAL_TABLES);
    kept_add_number(&k->text, k->log.used - k->logged);
    flush(k);
    kept_write(k->search, &k->position, k->log.base + k->logged, k->log.used - k->logged);
    k->logged = k->log.used;
}

/* What was found, and what of it is expanded. */
static void write_states(struct workers *w, struct keep *k)
{
    if (w->link == NULL || w->me == 0) {
        write_tables(w, k);
    }
    for (uint32_t i = 0; i < w->count; i++) {
        if (w->link == NULL || i == w->me) {
            write_list(k, &w->trails, i);
        }
    }
    if (w->link !=
        NULL) { /* moves are counted in an order that depends on the tables: whoever reads this must have all that this rank had */
        kept_add_number(&k->text, JOURNAL_KNOWN);
        kept_add_number(&k->text, k->known);
    }
}

void keep_write(struct workers *w)
{
    struct keep *k = w->keep;
    if (w->write_open != NULL) {
        w->write_open(w->write_open_user, &k->text);
    } else {
        write_states(w, k);
    }
    cut(k);
    kept_mark(k->search, k->position, &(uint64_t){ UINT64_MAX });
    kept_ring();
}

/* ---- in the coordinator ---- */

bool keep_is_due(const struct search *s)
{
    const struct keep *k = workers_of(s)->keep;
    const struct journal *j = board_journal(s->board);
    return k != NULL && j->wanted && !k->vain && __atomic_load_n(&j->asked, __ATOMIC_ACQUIRE) > j->marked;
}

bool keep_is_enough(const struct search *s)
{
    const struct keep *k = workers_of(s)->keep;
    return k != NULL && __atomic_load_n(&k->deliveries, __ATOMIC_ACQUIRE) >= s->job->deliveries_max;
}

/* Asks all to pause, if they are not asked already. The coordinator does, or a worker. */
static void ask(struct keep *k, uint32_t number)
{
    uint32_t before = number - 1;
    __atomic_compare_exchange_n(&k->asked, &before, number, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

bool keep_pause(struct search *s)
{
    enum { TICK_MS = 1 };
    struct workers *w = workers_of(s);
    struct keep *k = w->keep;
    if (k == NULL || k->vain || !board_journal(s->board)->wanted ||
        (board_journal(s->board)->resumed && !board_journal(s->board)->rebuilt)) {
        return false;
    }
    uint32_t number = k->released + 1;
    ask(k, number);
    while (__atomic_load_n(&k->told, __ATOMIC_ACQUIRE) != number * w->count) {
        if (workers_running(s, TICK_MS) != w->count || s->crew->stopping(s->crew) != LIMIT_NONE) {
            k->vain = true; /* the search is over, or stopped by what somebody found */
            return false;
        }
    }
    workers_add_up(s);
    keep_write(w);
    return true;
}

void keep_release(struct search *s)
{
    struct keep *k = workers_of(s)->keep;
    __atomic_store_n(&k->released, k->asked, __ATOMIC_RELEASE);
}

/* ---- in a worker ---- */

void keep_count(struct workers *w, uint64_t deliveries)
{
    struct keep *k = w->keep;
    if (w->link != NULL) {
        keep_ranks_count(w, deliveries);
        return;
    }
    uint64_t all = __atomic_add_fetch(&k->deliveries, deliveries - w->counted, __ATOMIC_ACQ_REL);
    w->counted = deliveries;
    if (all >= w->deliveries_max) {
        ask(k, w->paused + 1);
    }
}

void keep_come(struct workers *w)
{
    w->paused++;
    __atomic_add_fetch(&w->keep->came, 1, __ATOMIC_ACQ_REL);
}

/* Each worker that has come counts as busy, and sends nothing: so if all have and nothing else is outstanding, it stays so. */
bool keep_settles(struct workers *w)
{
    struct keep *k = w->keep;
    if (w->link != NULL) {
        return keep_ranks_settle(w);
    }
    if (__atomic_load_n(&k->settled, __ATOMIC_ACQUIRE) == w->paused) {
        return true;
    }
    bool all = __atomic_load_n(&k->came, __ATOMIC_ACQUIRE) == w->paused * w->count;
    if (all && __atomic_load_n(w->exchange.transport.outstanding, __ATOMIC_ACQUIRE) == w->count) {
        __atomic_store_n(&k->settled, w->paused, __ATOMIC_RELEASE);
        return true;
    }
    return false;
}

void keep_tell(struct workers *w, uint64_t found, uint64_t expanded)
{
    struct keep *k = w->keep;
    k->at[w->me].found = found;
    k->at[w->me].expanded = expanded;
    if (w->link != NULL) {
        keep_ranks_tell(w);
        return;
    }
    __atomic_add_fetch(&k->told, 1, __ATOMIC_ACQ_REL);
}

bool keep_holds(const struct workers *w)
{
    return w->link == NULL && __atomic_load_n(&w->keep->released, __ATOMIC_ACQUIRE) != w->paused && !w->keep->vain;
}
