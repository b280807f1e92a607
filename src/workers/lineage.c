#include "workers/lineage.h"

#include "base/link.h"
#include "explore/kept.h"
#include "workers/keep.h"

/* A state as it is read: its list and its number there, which worker's state it was found from, the number of that, and the move. */
struct read_link {
    uint32_t number, parent, ordinal;
    uint16_t list, worker;
};

struct reading {
    struct lineage *l;
    struct workers *w;
    struct search *s;
    uint64_t position;
    bool over;                    /* the journal ends, or the user interrupts */
    uint64_t counts[WORKERS_MAX]; /* states of each list */
    uint32_t first, last;         /* the lists whose states may belong to this process now */
    struct pool links;            /* struct read_link: what was found from these */
    uint64_t entries, known;      /* of the tables: how many were read, and how many a rank had */
    bool rooted;
    uint32_t root_list, root_number;
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
        r->entries++;
    }
}

static void note(struct reading *r, struct read_link link)
{
    if (link.list == link.worker && link.number == link.parent) { /* the first state is its own parent */
        r->rooted = true;
        r->root_list = link.list;
        r->root_number = link.number;
    } else if (link.worker >= r->first && link.worker <= r->last) {
        *(struct read_link *)(r->links.base + r->links.used) = link;
        pool_account(&r->links, sizeof link);
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
            uint32_t number = (uint32_t)r->counts[list]++;
            note(r, (struct read_link){
                        .number = number, .parent = *parent, .ordinal = ordinal, .list = (uint16_t)list, .worker = (uint16_t)worker });
        }
    }
}

static void read_expanded(struct reading *r)
{
    uint32_t list = below(r, r->l->lists);
    r->l->expanded[list] = number(r);
    if (r->l->expanded[list] > r->counts[list]) {
        damaged();
    }
}

static void read_known(struct reading *r)
{
    uint64_t known = number(r);
    r->known = known > r->known ? known : r->known;
}

/* Workers share what is read. A rank of a cluster needs what was found from states that are its own now. Who owns a state is a matter of the interval that
 * a part of its hash is in (exchange_owner()), as it was then: so these are in the lists whose intervals overlap. */
static void choose_lists(struct reading *r)
{
    uint32_t lists = r->l->lists;
    uint64_t me = r->w->me, ranks = r->w->count;
    r->first = 0;
    r->last = lists - 1;
    while (r->w->link != NULL && r->first < r->last && me * lists >= (r->first + (uint64_t)1) * ranks) {
        r->first++;
    }
    while (r->w->link != NULL && r->first < r->last && r->last * ranks >= (me + 1) * lists) {
        r->last--;
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
    if (!r->over) {
        choose_lists(r);
    }
    while (r->position < j->end && !r->over) {
        switch (number(r)) {
        case JOURNAL_TABLES: read_tables(r); break;
        case JOURNAL_FOUND: read_found(r); break;
        case JOURNAL_EXPANDED: read_expanded(r); break;
        case JOURNAL_KNOWN: read_known(r); break;
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
        l->count += r->counts[i];
    }
    l->first[l->lists] = l->count;
    if (!r->rooted || r->known > r->entries) {
        damaged();
    }
    l->root = l->first[r->root_list] + r->root_number;
    l->from = l->first[r->first];
    l->to = l->first[r->last + 1];
}

/* Sorts what was found by that from which it was. */
static void sort_children(struct reading *r)
{
    struct lineage *l = r->l;
    const struct read_link *links = (const struct read_link *)r->links.base;
    uint64_t count = r->links.used / sizeof *links, before = 0;
    uint64_t *begins = pool_take(&l->begins, (l->to - l->from + 1) * sizeof *begins);
    struct lineage_child *children = pool_take(&l->children, count * sizeof *children);
    for (uint64_t i = 0; i < count; i++) {
        if (links[i].parent >= r->counts[links[i].worker]) {
            damaged();
        }
        begins[l->first[links[i].worker] + links[i].parent - l->from]++;
    }
    for (uint64_t i = 0; i <= l->to - l->from; i++) { /* from how many to where they end */
        before += begins[i];
        begins[i] = before;
    }
    for (uint64_t i = count; i-- > 0;) { /* which becomes where they begin */
        const struct read_link *k = &links[i];
        children[--begins[l->first[k->worker] + k->parent - l->from]] =
            (struct lineage_child){ .state = l->first[k->list] + k->number, .ordinal = k->ordinal };
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
    pool_init(&r->links, (size_t)1 << 38);
    pool_init(&l->begins, (size_t)1 << 37);
    pool_init(&l->children, (size_t)1 << 38);
    if (kept_confirmed(s)) {
        read_all(r);
    }
    bool whole = !r->over && !s->stopped;
    if (whole) {
        join(r);
        sort_children(r);
    }
    pool_close(&r->links);
    pool_close(&r->entry);
    pool_close(&paper);
    return whole;
}

uint64_t lineage_close(struct lineage *l)
{
    uint64_t bytes = l->begins.used + l->children.used;
    pool_close(&l->begins);
    pool_close(&l->children);
    return bytes;
}
