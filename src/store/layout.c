#include "store/layout.h"

#include "base/pool.h"

/* Room for the fields on both sides, as for a state. */
static const size_t room = (size_t)1 << 30;

static struct layout_field *fields_new(size_t *got)
{
    struct pool p;
    pool_init(&p, 2 * room);
    *got = p.reserved / 2; /* less where address space is limited */
    return (struct layout_field *)(p.base + *got);
}

void layout_init(struct layout *l)
{
    struct layout none = { 0 };
    layout_widen(&none, NULL, l);
}

static size_t slot_table_bytes(const struct layout *l)
{
    return ((size_t)(l->words - l->actor_words) * 64 + 1) * sizeof *l->slot_at;
}

void layout_close(struct layout *l)
{
    if (l->fields != NULL) {
        struct pool p = { .base = (unsigned char *)l->fields - l->room, .reserved = 2 * l->room };
        pool_close(&p);
        table_free(l->slot_at, slot_table_bytes(l));
    }
    *l = (struct layout){ 0 };
}

static uint32_t numbers_of(uint32_t actor)
{
    return actor < component_lists.used / sizeof(struct component_list) ? component_list(actor)->count : 0;
}

bool layout_fits(struct layout *l)
{
    if (slot_count > l->slots) {
        return false;
    }
    if (components_count() == l->seen) {
        return true;
    }
    if (state_actors() > l->actors) {
        return false;
    }
    for (uint32_t a = 0; a < l->actors; a++) {
        if (numbers_of(a) > l->fields[a].mask) {
            return false;
        }
    }
    l->seen = components_count();
    return true;
}

bool layout_fits_state(const struct layout *l, const uint32_t *state)
{
    for (ptrdiff_t k = -(ptrdiff_t)l->slots; k < 0; k++) {
        if (state[k] > l->fields[k].mask) {
            return false;
        }
    }
    return true;
}

/* Bits for values up to `largest`: few different widths, so that growing happens seldom. */
static uint32_t bits_for(uint64_t largest)
{
    uint32_t bits = 1;
    while (bits < 32 && largest >> bits != 0) {
        bits *= 2;
    }
    return bits;
}

static void add_field(struct layout *l, ptrdiff_t i, uint64_t largest, uint32_t *bits)
{
    uint32_t width = bits_for(largest);
    if (*bits % 64 + width > 64) {
        *bits += 64 - *bits % 64;
    }
    l->fields[i] = (struct layout_field){ .word = *bits / 64, .shift = *bits % 64, .mask = ((uint64_t)1 << width) - 1 };
    *bits += width;
}

void layout_widen(const struct layout *old, const uint32_t *state, struct layout *out)
{
    uint32_t actors = (uint32_t)state_actors(), slots = slot_count, bits = 0;
    /* The first layout is exact. Where actors and messages are born on the way, more are likely to follow. */
    if (old->actors != 0 && actors > old->actors) {
        actors += actors / 4 + 1;
    }
    if (old->slots != 0 && slots > old->slots) {
        slots += slots / 4 + 1;
    }
    *out = (struct layout){ .actors = actors, .slots = slots, .seen = components_count() };
    out->fields = fields_new(&out->room);
    /* Twice as many local states as so far: breadth first meets some only at the very end. */
    for (uint32_t a = 0; a < actors; a++) {
        add_field(out, a, (uint64_t)numbers_of(a) * 2 + 1, &bits);
    }
    out->actor_words = (bits + 63) / 64;
    bits = out->actor_words * 64;
    for (ptrdiff_t k = -1; k >= -(ptrdiff_t)slots; k--) {
        uint64_t largest = -k <= (ptrdiff_t)old->slots ? old->fields[k].mask : 1;
        add_field(out, k, state != NULL && state[k] > largest ? state[k] : largest, &bits);
    }
    /* The last word is filled up with counters for slots to come: they will need no new layout. */
    for (; bits % 64 != 0; out->slots++) {
        add_field(out, -(ptrdiff_t)out->slots - 1, 1, &bits);
    }
    slots = out->slots;
    out->words = bits / 64;
    out->slot_at = table_new(slot_table_bytes(out));
    for (ptrdiff_t k = -1; k >= -(ptrdiff_t)slots; k--) {
        struct layout_field f = out->fields[k];
        for (uint64_t b = 0; f.mask >> b != 0; b++) {
            out->slot_at[(f.word - out->actor_words) * 64 + f.shift + b] = (uint32_t)~k;
        }
    }
}

void layout_pack(const struct layout *l, const uint32_t *state, uint64_t *record)
{
    memset(record, 0, layout_bytes(l));
    for (ptrdiff_t i = -(ptrdiff_t)l->slots; i < (ptrdiff_t)l->actors; i++) {
        layout_put(l, record, i, layout_value(i, state[i]));
    }
}

void layout_repack(const struct layout *from, const uint64_t *records, const struct layout *to, uint64_t *out, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        memset(out, 0, layout_bytes(to));
        for (ptrdiff_t i = -(ptrdiff_t)from->slots; i < (ptrdiff_t)from->actors; i++) {
            layout_put(to, out, i, layout_get(from, records, i));
        }
        records += from->words;
        out += to->words;
    }
}

uint64_t layout_hash(const struct layout *l, const uint64_t *record)
{
    uint64_t h = 0;
    for (uint32_t a = 0; a < l->actors; a++) {
        uint32_t number = layout_get(l, record, a);
        h += number == 0 ? component_get(0)->hash : component_get(component_list(a)->components[number])->hash;
    }
    const uint32_t *slot_at = l->slot_at;
    for (uint32_t w = l->actor_words; w < l->words; w++, slot_at += 64) {
        for (uint64_t bits = record[w]; bits != 0;) {
            uint32_t slot = slot_at[__builtin_ctzll(bits)];
            struct layout_field f = l->fields[~(ptrdiff_t)slot];
            h += (bits >> f.shift & f.mask) * slot_get(slot)->hash;
            bits &= ~(f.mask << f.shift);
        }
    }
    return h;
}

void layout_copy(const struct layout *from, struct layout *out)
{
    *out = *from;
    out->fields = fields_new(&out->room);
    out->slot_at = table_new(slot_table_bytes(out));
    memcpy(out->fields - out->slots, from->fields - from->slots, (from->slots + from->actors) * sizeof *out->fields);
    memcpy(out->slot_at, from->slot_at, slot_table_bytes(from));
}
