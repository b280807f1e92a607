#include "dwarf/outline.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_HERE = 1, TEXT_HERE = 2, TEXT_BEGINS = 4 };
enum { LONG_DOUBLE_BYTES = 10 }; /* x86: the rest of its 16 is padding */

/* What is known of one byte. */
struct byte {
    unsigned char any; /* bits that are data in some member of a union, or of what is no union */
    unsigned char all; /* ... in every member */
    unsigned char flags;
};

struct drawing {
    const struct value_context *context;
    struct byte *bytes;
    const unsigned char *blank; /* as many bytes, for those who want a value where there is only a type */
};

/* A type at some place of the whole. */
struct spot {
    struct type type;
    size_t at, size;
};

static bool mark(const struct drawing *d, const struct spot *s);

static void mark_data(const struct drawing *d, size_t at, size_t size)
{
    for (size_t i = at; i < at + size; i++) {
        d->bytes[i].any = d->bytes[i].all = 0xff;
    }
}

static bool mark_address(const struct drawing *d, const struct spot *s)
{
    mark_data(d, s->at, s->size);
    if (s->size == sizeof(void *)) {
        d->bytes[s->at].flags |= ADDRESS_HERE;
    }
    return s->size != 0;
}

static bool mark_number(const struct drawing *d, const struct spot *s)
{
    uint64_t encoding = 0;
    const char *name = dwarf_diename(type_die(&s->type));
    if (!die_number(type_die(&s->type), DW_AT_encoding, &encoding) || s->size == 0) {
        return false;
    }
    if (name != NULL && strstr(name, "long double") != NULL && s->size % sizeof(long double) == 0) {
        for (size_t i = 0; i < s->size; i += sizeof(long double)) {
            mark_data(d, s->at + i, LONG_DOUBLE_BYTES);
        }
        return true;
    }
    bool is_integer = encoding == DW_ATE_signed || encoding == DW_ATE_unsigned || encoding == DW_ATE_address;
    if (is_integer && !s->type.is_reference) {
        return mark_address(d, s);
    }
    mark_data(d, s->at, s->size);
    return true;
}

static bool mark_array(const struct drawing *d, const struct spot *s)
{
    struct type element = type_element(d->context, &s->type);
    if (s->type.size == 0) { /* a flexible array: it may use the padding at the end */
        for (size_t i = s->at; i < s->at + s->size; i++) {
            d->bytes[i].any = 0xff;
        }
        return true;
    }
    if (element.size == 0 || s->size % element.size != 0 || !mark(d, &(struct spot){ element, s->at, element.size })) {
        return false;
    }
    struct byte *first = d->bytes + s->at;
    for (size_t i = element.size; i < s->size; i += element.size) {
        memcpy(first + i, first, element.size * sizeof *first);
    }
    for (size_t i = 0; i < s->size && type_is_char(&element); i++) {
        first[i].flags |= (unsigned char)(i == 0 ? TEXT_HERE | TEXT_BEGINS : TEXT_HERE);
    }
    return true;
}

/* ---- structs and unions ---- */

/* Data members and base classes; the rest of what a struct declares has no place in it. */
static bool is_inside(Dwarf_Die *member)
{
    int tag = dwarf_tag(member);
    return (tag == DW_TAG_member && !dwarf_hasattr(member, DW_AT_external) && !dwarf_hasattr(member, DW_AT_declaration)) ||
           tag == DW_TAG_inheritance;
}

/* Where a member lies; false when that is not known before the program runs. */
static bool find_member(const struct drawing *d, const struct spot *parent, Dwarf_Die *member, struct node *n)
{
    if (dwarf_tag(member) == DW_TAG_member) {
        return node_member(d->context, &(struct node){ .type = parent->type, .bytes = d->blank + parent->at, .size = parent->size }, member,
                           n);
    }
    uint64_t offset;
    *n = (struct node){ .type = type_target(d->context, member) };
    n->size = n->type.size;
    if (dwarf_hasattr(member, DW_AT_virtuality) || !die_number(member, DW_AT_data_member_location, &offset) || offset > parent->size ||
        n->size > parent->size - offset) {
        return false;
    }
    n->bytes = d->blank + parent->at + offset;
    return true;
}

static bool mark_member(const struct drawing *d, const struct spot *parent, Dwarf_Die *member)
{
    struct node n;
    if (!find_member(d, parent, member, &n)) {
        return false;
    }
    size_t at = (size_t)(n.bytes - d->blank);
    for (size_t i = n.bit_offset; i < (size_t)n.bit_offset + n.bit_size; i++) {
        d->bytes[at + i / 8].any |= (unsigned char)(1 << i % 8);
        d->bytes[at + i / 8].all |= (unsigned char)(1 << i % 8);
    }
    return n.bit_size != 0 || mark(d, &(struct spot){ n.type, at, n.size });
}

/* Alternatives for the same bytes count together. */
static void merge(struct byte *into, const struct byte *other, size_t size, bool first)
{
    for (size_t i = 0; i < size; i++) {
        into[i].any |= other[i].any;
        into[i].all = first ? other[i].all : into[i].all & other[i].all;
        into[i].flags |= other[i].flags;
    }
}

/* One alternative, drawn on paper of its own. */
static bool mark_alternative(const struct drawing *d, const struct spot *whole, Dwarf_Die *member, bool first)
{
    struct byte *own = calloc(whole->size, sizeof *own);
    if (own == NULL) {
        return false;
    }
    struct drawing apart = { d->context, own, d->blank };
    struct spot here = { whole->type, 0, whole->size };
    bool known = member != NULL ? mark_member(&apart, &here, member) : mark(&apart, &here);
    merge(d->bytes + whole->at, own, whole->size, first);
    free(own);
    return known;
}

static bool mark_members(const struct drawing *d, const struct spot *s)
{
    Dwarf_Die member;
    bool is_union = s->type.tag == DW_TAG_union_type, first = true;
    if (dwarf_hasattr(type_die(&s->type), DW_AT_declaration) || s->type.size == 0) {
        return s->size == 0;
    }
    for (int more = dwarf_child(type_die(&s->type), &member); more == 0; more = dwarf_siblingof(&member, &member)) {
        if (!is_inside(&member)) {
            continue;
        }
        if (!(is_union ? mark_alternative(d, s, &member, first) : mark_member(d, s, &member))) {
            return false;
        }
        first = false;
    }
    return true;
}

/* False when the type is not understood: nothing is said then rather than something wrong. */
static bool mark(const struct drawing *d, const struct spot *s)
{
    switch (s->type.tag) {
    case DW_TAG_base_type: return mark_number(d, s);
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: return mark_address(d, s);
    case DW_TAG_enumeration_type: mark_data(d, s->at, s->size); return s->size != 0;
    case DW_TAG_array_type: return mark_array(d, s);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: return mark_members(d, s);
    default: return false;
    }
}

/* ---- runs ---- */

/* What a byte is, as a run of this kind would say it; 0: nothing. */
static unsigned aspect(const struct byte *b, enum run_kind kind)
{
    switch (kind) {
    case RUN_POINTERS: return b->flags & ADDRESS_HERE;
    case RUN_PADDING: return b->any != 0xff ? 0x100u | b->any : 0;
    case RUN_LOOSE: return (b->any & ~b->all & 0xff) != 0;
    default: return b->flags & TEXT_HERE;
    }
}

static bool add_runs(const struct byte *b, size_t size, enum run_kind kind, struct outline_run *runs, uint32_t *count)
{
    size_t unit = kind == RUN_POINTERS ? sizeof(void *) : 1;
    for (size_t i = 0; i < size;) {
        unsigned what = aspect(&b[i], kind);
        if (what == 0) {
            i++;
            continue;
        }
        size_t end = i + unit;
        while (end < size && aspect(&b[end], kind) == what && !(kind == RUN_TEXT && b[end].flags & TEXT_BEGINS)) {
            end += unit;
        }
        if (*count == OUTLINE_RUNS_MAX || end > size) {
            return false;
        }
        runs[(*count)++] =
            (struct outline_run){ .at = (uint32_t)i, .size = (uint32_t)(end - i), .kind = (uint16_t)kind, .mask = what & 0xff };
        i = end;
    }
    return true;
}

static bool draw(const struct drawing *d, const struct type *types, size_t definitions, size_t size)
{
    for (size_t i = 0; i < definitions; i++) {
        if (!mark_alternative(d, &(struct spot){ types[i], 0, size }, NULL, i == 0)) {
            return false;
        }
    }
    return true;
}

bool outline_runs(struct debuginfo *debug, const struct type *types, size_t definitions, size_t size,
                  struct outline_run runs[OUTLINE_RUNS_MAX], uint32_t *count)
{
    *count = 0;
    if (size > OUTLINE_BYTES_MAX) {
        return false;
    }
    struct value_context c = { .debug = debug };
    struct byte *bytes = calloc(size + 1, sizeof *bytes);
    unsigned char *blank = calloc(size + 1, 1);
    bool known = bytes != NULL && blank != NULL && draw(&(struct drawing){ &c, bytes, blank }, types, definitions, size);
    for (int kind = RUN_POINTERS; kind <= RUN_TEXT && known; kind++) {
        known = add_runs(bytes, size, (enum run_kind)kind, runs, count);
    }
    free(bytes);
    free(blank);
    return known;
}

/* ---- one place of a type ---- */

/* Goes down to what lies at `offset`, one member or element at a time. */
static bool descend(const struct value_context *c, struct type *t, size_t *offset, struct text *name)
{
    if (t->tag == DW_TAG_array_type) {
        struct type element = type_element(c, t);
        if (element.size == 0) {
            return false;
        }
        text_printf(name, "[%zu]", *offset / element.size);
        *offset %= element.size;
        *t = element;
        return true;
    }
    Dwarf_Die member;
    bool has_members = type_is_struct(t) || t->tag == DW_TAG_class_type;
    unsigned char *blank = has_members && t->size != 0 ? calloc(t->size, 1) : NULL;
    struct drawing d = { c, NULL, blank };
    struct spot whole = { *t, 0, t->size };
    bool found = false;
    for (int more = blank != NULL ? dwarf_child(type_die(t), &member) : 1; more == 0 && !found; more = dwarf_siblingof(&member, &member)) {
        struct node n;
        if (!is_inside(&member) || !find_member(&d, &whole, &member, &n)) {
            continue;
        }
        size_t at = (size_t)(n.bytes - blank);
        size_t size = n.bit_size != 0 ? (n.bit_offset + n.bit_size + 7) / 8 : n.size;
        found = *offset >= at && *offset - at < size;
        if (found) {
            const char *called = dwarf_diename(&member);
            text_printf(name, "%s%s", called != NULL && name->length != 0 ? "." : "", called != NULL ? called : "");
            *offset -= at;
            *t = n.type;
        }
    }
    free(blank);
    return found;
}

bool outline_target(struct debuginfo *debug, const struct type *t, size_t offset, struct type *out)
{
    struct value_context c = { .debug = debug };
    struct type at = *t;
    char unused[8];
    struct text name = text_in(unused, sizeof unused);
    while (at.tag != DW_TAG_pointer_type) {
        if (!descend(&c, &at, &offset, &name)) {
            return false;
        }
    }
    *out = type_target(&c, type_die(&at));
    return offset == 0;
}

void outline_field(struct debuginfo *debug, const struct type *t, size_t offset, struct text *out)
{
    struct value_context c = { .debug = debug };
    struct type at = *t;
    while (descend(&c, &at, &offset, out)) {}
}
