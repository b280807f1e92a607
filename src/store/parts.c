#include "store/parts.h"

#include "base/pool.h"
#include "model/message.h"

/* Scratch memory for cutting; the arrays have an entry per actor. */
struct cut {
    uint32_t *order, *group, *bits;
    uint32_t count; /* entries in `order` */
    bool *met;
};

static bool known_slot(const struct layout *l, uint32_t k)
{
    return k < slot_count && k < l->slots && slot_get(k)->to < l->actors;
}

static uint32_t width(const struct layout *l, ptrdiff_t i)
{
    return (uint32_t)__builtin_popcountll(l->fields[i].mask);
}

/* Puts all actors that are connected to `first` by messages, in either direction, into `order`, depth first: so a ring or a pipeline
 * comes in its own order. The driver is left out, because it would connect all. */
static void visit(const struct layout *l, struct cut *c, uint32_t first)
{
    uint32_t *stack = c->group, depth = 0; /* `group` is not needed yet, so it serves as the stack */
    c->met[first] = true;
    c->order[c->count++] = stack[depth++] = first;
    while (depth > 0) {
        uint32_t actor = stack[depth - 1], next = UINT32_MAX;
        for (uint32_t k = 0; k < slot_count; k++) {
            if (known_slot(l, k)) {
                uint32_t to = slot_get(k)->to, from = message_get(slot_get(k)->message)->sender;
                uint32_t other = to == actor ? from : from == actor ? to : DRIVER;
                if (other != DRIVER && other < l->actors && !c->met[other] && other < next) {
                    next = other;
                }
            }
        }
        if (next == UINT32_MAX) {
            depth--;
        } else {
            c->met[next] = true;
            c->order[c->count++] = stack[depth++] = next;
        }
    }
}

/* Cuts the order into groups of about equally many bits. */
static void assign(const struct layout *l, struct cut *c, uint32_t groups)
{
    uint64_t total = 0, so_far = 0;
    for (uint32_t a = 0; a < l->actors; a++) {
        total += c->bits[a];
    }
    for (uint32_t i = 0; i < l->actors; i++) {
        uint32_t a = c->order[i];
        uint64_t group = total == 0 ? 0 : (so_far + c->bits[a] / 2) * groups / total;
        c->group[a] = group < groups ? (uint32_t)group : groups - 1;
        so_far += c->bits[a];
    }
}

static void add_field(const struct layout *l, struct part *of_group, ptrdiff_t i)
{
    struct layout_field f = l->fields[i];
    of_group[f.word].mask |= f.mask << f.shift;
}

/* Fills a table of parts by group and word; returns the largest number of words that a group has parts of. */
static uint32_t fill(const struct layout *l, const struct cut *c, uint32_t groups, struct part *square)
{
    memset(square, 0, (size_t)groups * l->words * sizeof *square);
    for (uint32_t a = 0; a < l->actors; a++) {
        add_field(l, square + (size_t)c->group[a] * l->words, a);
    }
    for (uint32_t k = 0; k < l->slots; k++) {
        uint32_t group = known_slot(l, k) ? c->group[slot_get(k)->to] : groups - 1;
        add_field(l, square + (size_t)group * l->words, ~(ptrdiff_t)k);
    }
    uint32_t most = 0;
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t used = 0;
        for (uint32_t w = 0; w < l->words; w++) {
            used += square[(size_t)g * l->words + w].mask != 0;
        }
        most = used > most ? used : most;
    }
    return most;
}

/* The next power of two, so that neighbouring groups form a subtree. */
static uint32_t rounded(uint32_t n)
{
    uint32_t size = 1;
    while (size < n) {
        size *= 2;
    }
    return size;
}

static void collect(const struct layout *l, uint32_t groups, uint32_t each, const struct part *square, struct parts *p)
{
    p->groups = groups;
    p->each = each;
    p->bytes = (size_t)groups * each * sizeof *p->list;
    p->list = table_new(p->bytes);
    for (uint32_t g = 0; g < groups; g++) {
        struct part *to = p->list + (size_t)g * each;
        for (uint32_t w = 0; w < l->words; w++) {
            uint64_t mask = square[(size_t)g * l->words + w].mask;
            if (mask != 0) {
                *to++ = (struct part){ .word = w, .mask = mask };
            }
        }
    }
}

static void whole_words(const struct layout *l, struct parts *p)
{
    p->groups = l->words;
    p->each = 1;
    p->bytes = l->words * sizeof *p->list;
    p->list = table_new(p->bytes);
    for (uint32_t w = 0; w < l->words; w++) {
        p->list[w] = (struct part){ .word = w, .mask = UINT64_MAX };
    }
}

void parts_init(struct parts *p, const struct layout *l)
{
    enum { PARTS_PER_WORD = 4, ACTORS_MAX = 1000 }; /* above these, cutting costs more than it saves */
    *p = (struct parts){ .slots = slot_count };
    if (l->words < 2 || l->actors > ACTORS_MAX) {
        whole_words(l, p);
        return;
    }
    size_t per_actor = l->actors * sizeof(uint32_t), square_bytes = (size_t)l->words * l->words * sizeof(struct part);
    size_t bytes = square_bytes + 4 * per_actor;
    struct part *square = table_new(bytes);
    struct cut c = { .order = (uint32_t *)(square + (size_t)l->words * l->words) };
    c.group = c.order + l->actors;
    c.bits = c.group + l->actors;
    c.met = (bool *)(c.bits + l->actors);
    for (uint32_t a = 0; a < l->actors; a++) {
        c.bits[a] = width(l, a);
        if (!c.met[a]) {
            visit(l, &c, a);
        }
    }
    for (uint32_t k = 0; k < l->slots; k++) {
        if (known_slot(l, k)) {
            c.bits[slot_get(k)->to] += width(l, ~(ptrdiff_t)k);
        }
    }
    uint32_t groups = rounded(l->words), each = 0;
    groups = groups > l->words ? groups / 2 : groups;
    for (; groups >= 2; groups /= 2) {
        assign(l, &c, groups);
        each = fill(l, &c, groups, square);
        if (groups * each <= PARTS_PER_WORD * l->words) {
            break;
        }
    }
    if (groups >= 2) {
        collect(l, groups, each, square, p);
    } else {
        whole_words(l, p);
    }
    table_free(square, bytes);
}

void parts_close(struct parts *p)
{
    table_free(p->list, p->bytes);
    *p = (struct parts){ 0 };
}
