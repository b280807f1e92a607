#include "workers/lineage.h"

#include "base/link.h"
#include "explore/kept.h"
#include "workers/keep.h"

/* A list as it is read: which worker's state each was found from, its number there, and the move. */
struct read_link {
    uint32_t parent, ordinal, worker;
};

struct reading {
    struct lineage *l;
    struct workers *w;
    struct search *s;
    uint64_t position;
    bool over; /* the journal ends, or the user interrupts */
    struct pool lists[WORKERS_MAX];
    uint32_t parents[WORKERS_MAX][WORKERS_MAX];
    struct pool entry;
};

static void damaged(void) __attribute__((noreturn));
static void damaged(void)
{
    guard_unusable("the checkpoint makes no sense: it is damaged; start anew without --resume");
}

static uint64_t number(struct reading *r)
{
    return kept_read_number(r->s, &r->position, &r->over);
}

static uint32_t below(struct reading *r, uint32_t limit)
{
    uint64_t n = number(r);
    if (n >= limit && !r->over) {
        damaged();
    }
    return r->over ? 0 : (uint32_t)n;
}

static void read_tables(struct reading *r)
{
    uint64_t size = number(r);
    while (size != 0 && !r->over) {
        struct link_entry e;
        if (size < sizeof e) {
            damaged();
        }
        r->over = !kept_read(r->s, &r->position, &e, sizeof e);
        uint64_t bytes = r->over ? 0 : link_entry_bytes(e.size) - sizeof e;
        if (bytes > size - sizeof e || bytes > r->entry.reserved) {
            damaged();
        }
        r->over = r->over || !kept_read(r->s, &r->position, r->entry.base, bytes);
        if (!r->over && !keep_take(r->w, e.op, r->entry.base, e.size)) {
            damaged();
        }
        size -= sizeof e + bytes;
    }
}

static void read_found(struct reading *r)
{
    uint32_t list = below(r, r->l->lists);
    for (uint64_t count = number(r); count != 0 && !r->over; count--) {
        uint32_t worker = below(r, r->l->lists), *parent = &r->parents[list][worker];
        uint64_t folded = number(r);
        *parent += folded % 2 != 0 ? (uint32_t)(0 - (folded + 1) / 2) : (uint32_t)(folded / 2);
        uint32_t ordinal = (uint32_t)number(r);
        if (!r->over) {
            struct read_link *link = (struct read_link *)(r->lists[list].base + r->lists[list].used);
            pool_account(&r->lists[list], sizeof *link);
            *link = (struct read_link){ .parent = *parent, .ordinal = ordinal, .worker = worker };
        }
    }
}

static uint64_t count_of(const struct reading *r, uint32_t list)
{
    return r->lists[list].used / sizeof(struct read_link);
}

static void read_expanded(struct reading *r)
{
    uint32_t list = below(r, r->l->lists);
    r->l->expanded[list] = number(r);
    if (r->l->expanded[list] > count_of(r, list)) {
        damaged();
    }
}

static void read_all(struct reading *r)
{
    const struct journal *j = board_journal(r->s->board);
    uint64_t lists = number(r);
    if (!r->over && (lists == 0 || lists > WORKERS_MAX)) {
        damaged();
    }
    r->l->lists = r->over ? 0 : (uint32_t)lists;
    for (uint32_t i = 0; i < r->l->lists; i++) {
        pool_init(&r->lists[i], (size_t)1 << 36);
    }
    while (r->position < j->end && !r->over) {
        switch (number(r)) {
        case JOURNAL_TABLES: read_tables(r); break;
        case JOURNAL_FOUND: read_found(r); break;
        case JOURNAL_EXPANDED: read_expanded(r); break;
        default: damaged();
        }
        r->s->started = 0; /* what is resumed takes no time of what --time allows */
    }
}

/* Puts the lists behind each other. */
static void join(struct reading *r)
{
    struct lineage *l = r->l;
    for (uint32_t i = 0; i < l->lists; i++) {
        l->first[i] = l->count;
        l->count += count_of(r, i);
    }
    l->first[l->lists] = l->count;
    l->root = UINT64_MAX;
    for (uint32_t i = 0; i < l->lists; i++) {
        const struct read_link *from = (const struct read_link *)r->lists[i].base;
        for (uint64_t n = l->first[i]; n < l->first[i + 1]; n++, from++) {
            uint64_t parent = l->first[from->worker] + from->parent;
            if (parent >= l->first[from->worker + 1]) {
                damaged();
            }
            if (parent == n) {
                l->root = parent;
            }
            *(struct lineage_link *)pool_take(&l->links, sizeof(struct lineage_link)) =
                (struct lineage_link){ .parent = parent, .ordinal = from->ordinal, .list = i };
        }
        pool_close(&r->lists[i]);
    }
    if (l->root == UINT64_MAX) {
        damaged();
    }
}

/* Sorts all states by that from which they were found. */
static void sort_children(struct lineage *l)
{
    uint64_t *begins = pool_take(&l->begins, (l->count + 1) * sizeof *begins),
             *children = pool_take(&l->children, l->count * sizeof *children);
    uint64_t before = 0;
    for (uint64_t i = 0; i < l->count; i++) {
        begins[lineage_at(l, i)->parent] += i != l->root;
    }
    for (uint64_t i = 0; i <= l->count; i++) { /* from how many to where they end */
        before += begins[i];
        begins[i] = before;
    }
    for (uint64_t i = l->count; i-- > 0;) { /* which becomes where they begin */
        if (i != l->root) {
            children[--begins[lineage_at(l, i)->parent]] = i;
        }
    }
}

bool lineage_read(struct lineage *l, struct workers *w, struct search *s)
{
    struct pool paper;
    pool_init(&paper, sizeof(struct reading));
    struct reading *r = pool_take(&paper, sizeof *r);
    *l = (struct lineage){ 0 };
    *r = (struct reading){ .l = l, .w = w, .s = s };
    pool_init(&r->entry, (size_t)1 << 32);
    pool_init(&l->links, (size_t)1 << 38);
    pool_init(&l->begins, (size_t)1 << 37);
    pool_init(&l->children, (size_t)1 << 37);
    if (kept_confirmed(s)) {
        read_all(r);
    }
    bool whole = !r->over && !s->stopped;
    if (whole) {
        join(r);
        sort_children(l);
    }
    pool_close(&r->entry);
    pool_close(&paper);
    return whole;
}

uint64_t lineage_close(struct lineage *l)
{
    uint64_t bytes = l->links.used + l->begins.used + l->children.used;
    pool_close(&l->links);
    pool_close(&l->begins);
    pool_close(&l->children);
    return bytes;
}
