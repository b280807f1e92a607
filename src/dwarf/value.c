#include "dwarf/value_node.h"

#include <dwarf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"

enum {
    ELEMENTS_SHOWN = 8,
    CARRIED_SHOWN = 100, /* elements of an array that a message carries: mostly it is what the message is about */
    BYTES_SHOWN = 16,
};

static void print_integer(struct text *out, wide value, bool is_signed)
{
    char digits[44], *at = digits + sizeof digits;
    bool is_negative = is_signed && (value >> 127) != 0;
    wide rest = is_negative ? -value : value;
    *--at = '\0';
    do {
        *--at = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest != 0);
    text_add(out, is_negative ? "-" : "");
    text_add(out, at);
}

/* The shortest decimal that reads back as the same number. */
static void print_float(struct text *out, const struct node *n)
{
    char number[64] = "nan";
    float f = 0;
    double d = 0;
    long double l = 0;
    const char *name = dwarf_diename(type_die(&n->type));
    bool is_long = n->size == sizeof l && name != NULL && strcmp(name, "long double") == 0;
    if (n->size == sizeof f) {
        memcpy(&f, n->bytes, sizeof f);
        l = f;
    } else if (n->size == sizeof d) {
        memcpy(&d, n->bytes, sizeof d);
        l = d;
    } else if (is_long) {
        memcpy(&l, n->bytes, sizeof l);
    } else {
        text_printf(out, "(%zu bytes)", n->size);
        return;
    }
    for (int precision = 1; precision <= 36 && !isnan(l); precision++) {
        snprintf(number, sizeof number, "%.*Lg", precision, l);
        if (n->size == sizeof f   ? strtof(number, NULL) == f
            : n->size == sizeof d ? strtod(number, NULL) == d
                                  : strtold(number, NULL) == l) {
            break;
        }
    }
    text_add(out, number);
}

static void print_enum(struct text *out, const struct node *n)
{
    wide value = node_bits(n);
    Dwarf_Die child;
    bool is_signed = false;
    for (int more = dwarf_child(type_die(&n->type), &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        uint64_t number;
        const char *name = dwarf_diename(&child);
        if (dwarf_tag(&child) != DW_TAG_enumerator || name == NULL || !die_number(&child, DW_AT_const_value, &number)) {
            continue;
        }
        is_signed = is_signed || (int64_t)number < 0;
        size_t bits = n->bit_size != 0 ? n->bit_size : n->type.size * 8;
        wide mask = bits < 128 ? ((wide)1 << bits) - 1 : ~(wide)0;
        if (((wide)(int64_t)number & mask) == value) {
            text_add(out, name);
            return;
        }
    }
    print_integer(out, is_signed ? node_sign_extend(n, value) : value, is_signed);
}

static void print_reference(struct printer *p, const struct node *n)
{
    char name[128];
    uint64_t reference = (uint64_t)node_bits(n);
    const struct value_context *c = p->context;
    if (reference == 0) {
        text_add(p->out, "nobody");
    } else if (c->actor_name != NULL && c->actor_name(c->user, reference, name, sizeof name)) {
        text_add(p->out, name);
    } else {
        text_printf(p->out, "actor %llu", (unsigned long long)reference);
    }
}

static void print_base(struct printer *p, const struct node *n)
{
    uint64_t encoding = 0;
    die_number(type_die(&n->type), DW_AT_encoding, &encoding);
    switch (encoding) {
    case DW_ATE_boolean: text_add(p->out, node_bits(n) != 0 ? "true" : "false"); break;
    case DW_ATE_signed:
    case DW_ATE_signed_char: print_integer(p->out, node_sign_extend(n, node_bits(n)), true); break;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF: print_integer(p->out, node_bits(n), false); break;
    case DW_ATE_float: print_float(p->out, n); break;
    default: text_printf(p->out, "(%zu bytes)", n->size);
    }
}

void value_print_span(struct text *out, struct span s, size_t start, size_t most)
{
    text_add(out, start > 0 ? "...\"" : "\"");
    size_t end = s.length - start > most ? start + most : s.length;
    for (size_t i = start; i < end; i++) {
        if (s.at[i] < 0x20 || s.at[i] >= 0x7f || s.at[i] == '"' || s.at[i] == '\\') {
            visible_escape(out, s.at[i]);
        } else {
            text_char(out, (char)s.at[i]);
        }
    }
    text_add(out, end < s.length ? "\"..." : "\"");
}

static void print_symbol(struct printer *p, const struct node *n, uint64_t address)
{
    char name[128];
    uint64_t offset;
    struct source_place place;
    struct debuginfo *d = p->context->debug;
    if (type_target(p->context, type_die(&n->type)).tag == DW_TAG_subroutine_type) {
        debuginfo_function(d, address, &place);
        if (place.function[0] != '\0') {
            text_printf(p->out, "&%s", place.function);
            return;
        }
    } else if (debuginfo_object(d, address, name, sizeof name, &offset, NULL)) {
        text_printf(p->out, "&%s", name);
        if (offset != 0) {
            text_printf(p->out, "+%llu", (unsigned long long)offset);
        }
        return;
    }
    text_add(p->out, "(pointer)");
}

/* The elements of an array that a pointer leads to. */
static void print_carried(struct printer *p, struct node element, size_t count)
{
    size_t shown = p->context->whole || count < CARRIED_SHOWN ? count : CARRIED_SHOWN;
    p->depth++;
    text_char(p->out, '[');
    for (size_t i = 0; i < shown && !p->out->cut; i++, element.bytes += element.type.size) {
        text_add(p->out, i > 0 ? ", " : "");
        value_print_node(p, &element);
    }
    if (count > shown) {
        text_printf(p->out, ", ... %zu in all", count);
    }
    text_char(p->out, ']');
    p->depth--;
}

static void print_pointer(struct printer *p, const struct node *n)
{
    struct node target;
    uint64_t address;
    bool is_inside = node_follow(p->context, n, &address, &target);
    if (address == 0) {
        text_add(p->out, "NULL");
        return;
    }
    struct node element;
    size_t count;
    if (p->depth < (p->context->whole ? DEPTH_WHOLE : DEPTH_SHOWN) && node_array(p->context, n, &element, &count)) {
        print_carried(p, element, count);
        return;
    }
    if (!is_inside) {
        print_symbol(p, n, address);
        return;
    }
    struct place_followed here = { address, target.size, p->innermost != NULL ? p->innermost : &p->root };
    unsigned back = 0; /* how many structs further out this very one is; 0: it is none of them */
    unsigned steps = 1;
    for (const struct place_followed *at = here.outer; at != NULL && back == 0; at = at->outer, steps++) {
        back = at->address == address && at->size == target.size ? steps : 0;
    }
    text_add(p->out, "->");
    if (back != 0 || p->depth == (p->context->whole ? DEPTH_WHOLE : DEPTH_SHOWN)) {
        text_add(p->out, "...");
        if (p->context->whole && back != 0) {
            text_printf(p->out, "%u", back);
        }
        return;
    }
    const struct place_followed *outer = p->innermost;
    p->innermost = &here;
    p->depth++;
    value_print_node(p, &target);
    p->depth--;
    p->innermost = outer;
}

/* The members with their separators; those of nameless members as if they were its own. `printed` counts those before
 * it in the same braces; returns it with its own. */
static size_t print_members(struct printer *p, const struct node *n, size_t printed)
{
    Dwarf_Die member;
    bool is_union = n->type.tag == DW_TAG_union_type;
    size_t before = printed;
    for (int more = dwarf_child(type_die(&n->type), &member); more == 0; more = dwarf_siblingof(&member, &member)) {
        struct node value;
        const char *name = dwarf_diename(&member);
        if (!node_member(p->context, n, &member, &value) || (name == NULL && !type_is_struct(&value.type))) {
            continue;
        }
        if (is_union && printed > before && !p->context->whole) {
            text_add(p->out, " | ...");
            break;
        }
        if (name == NULL) {
            printed = print_members(p, &value, printed);
            continue;
        }
        text_printf(p->out, "%s%s=", printed == 0 ? "" : is_union && printed > before ? " | " : ", ", name);
        value_print_node(p, &value);
        printed++;
    }
    return printed;
}

static void print_array(struct printer *p, const struct node *n)
{
    struct type element = type_element(p->context, &n->type);
    size_t count = node_element_count(n, &element);
    text_char(p->out, '[');
    size_t shown = p->context->whole || count < ELEMENTS_SHOWN ? count : ELEMENTS_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        struct node value = node_element(n, &element, i);
        text_add(p->out, i > 0 ? ", " : "");
        value_print_node(p, &value);
    }
    if (count > shown) {
        text_add(p->out, ", ...");
    } else if (count == 0) {
        text_add(p->out, "..."); /* a flexible array: nothing says how long it is */
    }
    text_char(p->out, ']');
}

void value_print_node(struct printer *p, const struct node *n)
{
    struct span string;
    if (p->out->cut) {
        return; /* nothing more fits: pointers to the same things by many ways would be followed for ever */
    }
    if (n->type.is_reference) {
        print_reference(p, n);
        return;
    }
    if (node_string(p->context, n, &string)) {
        value_print_span(p->out, string, 0, p->context->whole ? SIZE_MAX : CHARS_SHOWN);
        return;
    }
    switch (n->type.tag) {
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
        if (value_print_received(p, n)) {
            break;
        }
        text_char(p->out, '{');
        print_members(p, n, 0);
        text_char(p->out, '}');
        break;
    case DW_TAG_array_type: print_array(p, n); break;
    case DW_TAG_pointer_type: print_pointer(p, n); break;
    case DW_TAG_enumeration_type: print_enum(p->out, n); break;
    case DW_TAG_base_type: print_base(p, n); break;
    default: text_printf(p->out, "(%zu bytes)", n->size);
    }
}

struct printer value_printer(const struct value_context *c, const struct node *root, struct text *out)
{
    struct printer p = { .context = c, .out = out };
    uintptr_t at = (uintptr_t)root->bytes;
    for (size_t i = 0; i < c->memory_count; i++) {
        const struct value_memory *m = &c->memory[i];
        if (at >= (uintptr_t)m->bytes && at - (uintptr_t)m->bytes < m->size) {
            p.root = (struct place_followed){ m->address + (at - (uintptr_t)m->bytes), root->type.size, NULL };
        }
    }
    return p;
}

void value_print_struct(const struct value_context *c, const char *struct_name, const void *bytes, size_t size, struct text *out)
{
    struct node root;
    const unsigned char *raw = bytes;
    if (size == 0) {
        return;
    }
    if (node_root(c, struct_name, bytes, size, &root)) {
        struct printer p = value_printer(c, &root, out);
        value_print_node(&p, &root);
        return;
    }
    text_printf(out, "{%zu byte%s:", size, size == 1 ? "" : "s");
    size_t shown = c->whole || size < BYTES_SHOWN ? size : BYTES_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        text_printf(out, " %02x", raw[i]);
    }
    text_add(out, size > shown ? " ...}" : "}");
}
