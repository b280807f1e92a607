#include "store/layout.h"

#include "base/debug.h"
#include "base/lock.h"
#include "base/pool.h"
#include "store/plan.h"

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

static size_t counters_bytes(const struct layout *l)
{
    return ((size_t)(l->words - l->actor_words) + 1) * sizeof *l->counters;
}

void layout_close(struct layout *l)
{
    if (l->fields != NULL) {
        struct pool p = { .base = (unsigned char *)l->fields - l->room, .reserved = 2 * l->room };
        pool_close(&p);
        table_free(l->counters, counters_bytes(l));
    }
    *l = (struct layout){ 0 };
}

static uint32_t numbers_of(uint32_t actor)
{
    return actor < component_lists.used / sizeof(struct component_list) ? component_list(actor)->count : 0;
}

bool layout_fits(struct layout *l)
{
    if (slot_count > l->slots || plan_newest() != l->plan) {
        return false;
    }
    uint32_t seen = components_count(); /* read once, because other workers may add some meanwhile */
    if (seen == l->seen) {
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
    l->seen = seen;
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

/* How many bits to use for values up to `largest`. There are few different widths, so that layouts seldom change. */
static uint32_t bits_for(uint64_t largest)
{
    uint32_t bits = 1;
    while (bits < 32 && largest >> bits != 0) {
        bits *= 2;
    }
    return bits;
}

static void add_field(struct layout *l, ptrdiff_t i, uint32_t width, uint32_t *bits)
{
    if (*bits % 64 + width > 64) {
        *bits += 64 - *bits % 64;
    }
    l->fields[i] = (struct layout_field){ .word = *bits / 64, .shift = *bits % 64, .mask = ((uint64_t)1 << width) - 1 };
    *bits += width;
}

static void index_slots(struct layout *l)
{
    l->counters = table_new(counters_bytes(l));
    for (ptrdiff_t k = -1; k >= -(ptrdiff_t)l->slots; k--) {
        struct layout_field f = l->fields[k];
        struct layout_counters *c = &l->counters[f.word - l->actor_words];
        c->single |= (uint64_t)(f.mask == 1) << f.shift;
        for (uint64_t b = 0; f.mask >> b != 0; b++) {
            c->slot[f.shift + b] = (uint32_t)~k;
        }
    }
}

void layout_build(struct layout *out, uint32_t actors, uint32_t slots, const unsigned char *widths)
{
    uint32_t bits = 0;
    *out = (struct layout){ .actors = actors, .slots = slots };
    out->fields = fields_new(&out->room);
    for (uint32_t a = 0; a < actors; a++) {
        add_field(out, a, *widths++, &bits);
    }
    out->actor_words = (bits + 63) / 64;
    bits = out->actor_words * 64;
    for (ptrdiff_t k = -1; k >= -(ptrdiff_t)slots; k--) {
        add_field(out, k, *widths++, &bits);
    }
    out->words = (bits + 63) / 64;
    index_slots(out);
}

/* No field becomes narrower than in the old layout, so that every record can be converted. */
static uint32_t at_least(const struct layout *old, ptrdiff_t i, uint64_t largest)
{
    bool known = i >= 0 ? i < (ptrdiff_t)old->actors : -i <= (ptrdiff_t)old->slots;
    return bits_for(known && old->fields[i].mask > largest ? old->fields[i].mask : largest);
}

static void widen(const struct layout *old, const uint32_t *state, struct layout *out)
{
    uint32_t actors = (uint32_t)state_actors(), slots = slot_count, bits = 0;
    if (locks_shared != NULL) {
        /* Records of other workers in the old layout may have counters of slots that this worker does not know yet. */
        actors = actors < old->actors ? old->actors : actors;
        slots = slots < old->slots ? old->slots : slots;
    }
    /* The first layout has no room for more actors and slots. If new ones have come since, more are likely to follow. */
    if (old->actors != 0 && actors > old->actors) {
        actors += actors / 4 + 1;
    }
    if (old->slots != 0 && slots > old->slots) {
        slots += slots / 4 + 1;
    }
    *out = (struct layout){ .actors = actors, .slots = slots, .seen = components_count() };
    out->fields = fields_new(&out->room);
    /* Room for twice as many local states as so far: breadth first meets some only at the very end. */
    for (uint32_t a = 0; a < actors; a++) {
        add_field(out, a, at_least(old, a, (uint64_t)numbers_of(a) * 2 + 1), &bits);
    }
    out->actor_words = (bits + 63) / 64;
    bits = out->actor_words * 64;
    for (ptrdiff_t k = -1; k >= -(ptrdiff_t)slots; k--) {
        add_field(out, k, at_least(old, k, state != NULL && state[k] > 1 ? state[k] : 1), &bits);
    }
    /* The last word is filled up with counters for future slots, which then need no new layout. */
    for (; bits % 64 != 0; out->slots++) {
        add_field(out, -(ptrdiff_t)out->slots - 1, 1, &bits);
    }
    out->words = bits / 64;
    index_slots(out);
}

/* With several workers: takes the newest plan if that fits, else makes a wider one, which becomes the newest. */
static void widen_together(const struct layout *old, const uint32_t *state, struct layout *out)
{
    lock_take(LOCK_TABLES);
    uint32_t newest = plan_newest();
    struct layout theirs = { 0 };
    if (newest != old->plan) {
        plan_layout(newest, &theirs);
    }
    if (newest != old->plan && layout_fits(&theirs) && (state == NULL || layout_fits_state(&theirs, state))) {
        *out = theirs;
    } else {
        widen(newest != old->plan ? &theirs : old, state, out);
        layout_close(&theirs);
        plan_add(out);
    }
    lock_give(LOCK_TABLES);
}

void layout_widen(const struct layout *old, const uint32_t *state, struct layout *out)
{
    if (locks_shared != NULL) {
        widen_together(old, state, out);
    } else {
        widen(old, state, out);
    }
}

/* Whether nothing of the state is lost: each field gives its entry back, and entries without a field are empty. */
static bool unpacks_to(const struct layout *l, const uint64_t *record, const uint32_t *state)
{
    for (ptrdiff_t i = -(ptrdiff_t)slot_count; i < (ptrdiff_t)state_actors(); i++) {
        bool has_field = i < (ptrdiff_t)l->actors && -i <= (ptrdiff_t)l->slots;
        uint32_t value = has_field ? layout_get(l, record, i) : 0;
        uint32_t entry = i < 0 || value == 0 ? value : component_list((uint32_t)i)->components[value];
        if (entry != state[i]) {
            return false;
        }
    }
    return true;
}

void layout_pack(const struct layout *l, const uint32_t *state, uint64_t *record)
{
    memset(record, 0, layout_bytes(l));
    for (ptrdiff_t i = -(ptrdiff_t)l->slots; i < (ptrdiff_t)l->actors; i++) {
        layout_put(l, record, i, layout_value(i, state[i]));
    }
    debug_assert(unpacks_to(l, record, state));
}

void layout_repack(const struct layout *from, const uint64_t *records, const struct layout *to, uint64_t *out, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        memset(out, 0, layout_bytes(to));
        for (ptrdiff_t i = -(ptrdiff_t)from->slots; i < (ptrdiff_t)from->actors; i++) {
            layout_put(to, out, i, layout_get(from, records, i));
        }
        debug_assert(layout_hash(to, out) == layout_hash(from, records));
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
    for (uint32_t w = l->actor_words; w < l->words; w++) {
        for (uint64_t bits = record[w]; bits != 0;) {
            uint32_t value, slot = layout_next_counter(l, &l->counters[w - l->actor_words], &bits, &value);
            h += value * slot_get(slot)->hash;
        }
    }
    return h;
}

void layout_copy(const struct layout *from, struct layout *out)
{
    *out = *from;
    out->fields = fields_new(&out->room);
    out->counters = table_new(counters_bytes(out));
    memcpy(out->fields - out->slots, from->fields - from->slots, (from->slots + from->actors) * sizeof *out->fields);
    memcpy(out->counters, from->counters, counters_bytes(from));
}
