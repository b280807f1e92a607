#include "dwarf/value_node.h"

#include <dwarf.h>
#include <string.h>

Dwarf_Die *type_die(const struct type *t)
{
    return (Dwarf_Die *)&t->die;
}

bool die_number(Dwarf_Die *die, unsigned name, uint64_t *out)
{
    Dwarf_Attribute a;
    Dwarf_Word number;
    if (dwarf_attr_integrate(die, name, &a) == NULL || dwarf_formudata(&a, &number) != 0) {
        return false;
    }
    *out = number;
    return true;
}

/* Number of elements of one dimension; 0 for a flexible array. */
static size_t dimension_count(Dwarf_Die *array, unsigned dimension)
{
    Dwarf_Die range;
    for (int more = dwarf_child(array, &range); more == 0; more = dwarf_siblingof(&range, &range)) {
        uint64_t number;
        if (dwarf_tag(&range) != DW_TAG_subrange_type || dimension-- != 0) {
            continue;
        }
        if (die_number(&range, DW_AT_count, &number)) {
            return number;
        }
        return die_number(&range, DW_AT_upper_bound, &number) ? number + 1 : 0;
    }
    return 0;
}

static unsigned dimensions(Dwarf_Die *array)
{
    Dwarf_Die range;
    unsigned count = 0;
    for (int more = dwarf_child(array, &range); more == 0; more = dwarf_siblingof(&range, &range)) {
        count += dwarf_tag(&range) == DW_TAG_subrange_type;
    }
    return count;
}

static size_t type_size(const struct value_context *c, struct type *t)
{
    if (t->tag != DW_TAG_array_type) {
        int size = dwarf_bytesize(&t->die);
        return size > 0 ? (size_t)size : t->tag == DW_TAG_pointer_type ? sizeof(void *) : 0;
    }
    size_t size = type_target(c, &t->die).size;
    for (unsigned i = t->dimension; i < dimensions(&t->die); i++) {
        size *= dimension_count(&t->die, i);
    }
    return size;
}

/* A struct that is only declared here may be complete in another compilation unit. */
struct type type_peel(const struct value_context *c, Dwarf_Die *any)
{
    struct type t = { .die = *any };
    Dwarf_Attribute a;
    for (;;) {
        t.tag = dwarf_tag(&t.die);
        const char *name = dwarf_diename(&t.die);
        if (dwarf_attr(&t.die, DW_AT_signature, &a) != NULL && dwarf_formref_die(&a, &t.die) != NULL) {
            continue; /* the definition is in a type unit */
        }
        if (t.tag == DW_TAG_typedef) {
            t.is_reference = t.is_reference || (name != NULL && strcmp(name, "hr_ref") == 0);
        } else if ((t.tag == DW_TAG_structure_type || t.tag == DW_TAG_class_type || t.tag == DW_TAG_union_type) &&
                   dwarf_hasattr(&t.die, DW_AT_declaration)) {
            const Dwarf_Die *whole = name != NULL ? debuginfo_struct(c->debug, name, DEBUGINFO_ANY_SIZE) : NULL;
            t.die = whole != NULL ? *whole : t.die;
            break;
        } else if (t.tag != DW_TAG_const_type && t.tag != DW_TAG_volatile_type && t.tag != DW_TAG_restrict_type &&
                   t.tag != DW_TAG_atomic_type) {
            break;
        }
        if (dwarf_formref_die(dwarf_attr_integrate(&t.die, DW_AT_type, &a), &t.die) == NULL) {
            t.tag = DW_TAG_unspecified_type;
            return t;
        }
    }
    t.size = type_size(c, &t);
    return t;
}

struct type type_target(const struct value_context *c, Dwarf_Die *die)
{
    Dwarf_Attribute a;
    Dwarf_Die target;
    if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &a), &target) == NULL) {
        return (struct type){ .tag = DW_TAG_unspecified_type };
    }
    return type_peel(c, &target);
}

bool type_is_struct(const struct type *t)
{
    return t->tag == DW_TAG_structure_type || t->tag == DW_TAG_union_type;
}

bool type_is_char(const struct type *t)
{
    const char *name = t->tag == DW_TAG_base_type ? dwarf_diename(type_die(t)) : NULL;
    return name != NULL && strcmp(name, "char") == 0;
}

struct type type_element(const struct value_context *c, const struct type *array)
{
    struct type t = *array;
    t.dimension++;
    if (t.dimension < dimensions(&t.die)) {
        t.size = type_size(c, &t);
        return t;
    }
    return type_target(c, &t.die);
}

size_t node_element_count(const struct node *n, const struct type *element)
{
    size_t count = dimension_count(type_die(&n->type), n->type.dimension);
    size_t room = element->size != 0 ? n->size / element->size : 0;
    return count == 0 || count > room ? room : count;
}

struct node node_element(const struct node *array, const struct type *element, size_t index)
{
    return (struct node){ .type = *element, .bytes = array->bytes + index * element->size, .size = element->size };
}

bool node_member(const struct value_context *c, const struct node *parent, Dwarf_Die *member, struct node *out)
{
    uint64_t offset = 0, bits = 0, position, storage;
    if (dwarf_tag(member) != DW_TAG_member) {
        return false;
    }
    *out = (struct node){ .type = type_target(c, member) };
    die_number(member, DW_AT_data_member_location, &offset);
    if (die_number(member, DW_AT_bit_size, &bits)) {
        if (die_number(member, DW_AT_data_bit_offset, &position)) {
            position += offset * 8;
        } else if (die_number(member, DW_AT_bit_offset, &position)) {
            /* DWARF 3: counted from the most significant bit of the storage unit. */
            storage = out->type.size;
            die_number(member, DW_AT_byte_size, &storage);
            position = offset * 8 + storage * 8 - position - bits;
        } else {
            position = offset * 8;
        }
        out->bit_offset = position % 8;
        out->bit_size = (unsigned)bits;
        offset = position / 8;
    }
    size_t needed = bits != 0 ? (out->bit_offset + bits + 7) / 8 : out->type.size;
    if (offset > parent->size || needed > parent->size - offset) {
        return false;
    }
    out->bytes = parent->bytes + offset;
    bool is_open = out->type.tag == DW_TAG_array_type && needed == 0;
    out->size = is_open ? parent->size - offset : needed;
    return true;
}

bool node_root(const struct value_context *c, const char *name, const void *bytes, size_t size, struct node *out)
{
    const Dwarf_Die *found = c->debug != NULL ? debuginfo_struct(c->debug, name, size) : NULL;
    if (found == NULL) {
        return false;
    }
    Dwarf_Die die = *found;
    *out = (struct node){ .type = type_peel(c, &die), .bytes = bytes, .size = size };
    return true;
}

wide node_bits(const struct node *n)
{
    size_t bits = n->bit_size != 0 ? n->bit_size : n->type.size * 8;
    wide value = 0;
    for (size_t i = 0; i < bits && i < 128; i++) {
        size_t at = n->bit_offset + i;
        value |= (wide)(n->bytes[at / 8] >> (at % 8) & 1) << i;
    }
    return value;
}

wide node_sign_extend(const struct node *n, wide value)
{
    size_t bits = n->bit_size != 0 ? n->bit_size : n->type.size * 8;
    bool is_negative = bits > 0 && bits < 128 && (value >> (bits - 1) & 1) != 0;
    return is_negative ? value | ~(wide)0 << bits : value;
}

const unsigned char *node_bytes(const struct value_context *c, uint64_t address, size_t needed, size_t *size)
{
    for (size_t i = 0; i < c->memory_count; i++) {
        const struct value_memory *m = &c->memory[i];
        if (address >= m->address && address - m->address < m->size && m->size - (address - m->address) >= needed) {
            *size = m->size - (address - m->address);
            return m->bytes + (address - m->address);
        }
    }
    return NULL;
}

bool node_string(const struct value_context *c, const struct node *n, struct span *out)
{
    size_t size = n->size;
    const unsigned char *at = n->bytes;
    if (n->type.tag == DW_TAG_array_type) {
        struct type element = type_element(c, &n->type);
        if (!type_is_char(&element)) {
            return false;
        }
    } else {
        struct type target = { .tag = DW_TAG_unspecified_type };
        if (n->type.tag == DW_TAG_pointer_type) {
            target = type_target(c, type_die(&n->type));
        }
        uint64_t address = type_is_char(&target) ? (uint64_t)node_bits(n) : 0;
        if (address == 0) {
            return false;
        }
        at = node_bytes(c, address, 1, &size);
        at = at != NULL ? at : debuginfo_constant(c->debug, address, &size);
    }
    if (at != NULL) {
        *out = (struct span){ at, strnlen((const char *)at, size) };
    }
    return at != NULL;
}

bool node_follow(const struct value_context *c, const struct node *n, uint64_t *address, struct node *out)
{
    struct type target = type_target(c, type_die(&n->type));
    size_t size;
    *address = (uint64_t)node_bits(n);
    if (*address == 0 || target.size == 0) {
        return false;
    }
    *out = (struct node){ .type = target, .size = target.size, .bytes = node_bytes(c, *address, target.size, &size) };
    return out->bytes != NULL;
}

/* The size of the array behind a pointer; SIZE_MAX: not known. */
static size_t array_size(const struct value_context *c, const struct node *n)
{
    for (size_t i = 0; c->array_count != 0 && i < c->memory_count; i++) {
        const struct value_memory *m = &c->memory[i];
        uintptr_t from = (uintptr_t)m->bytes, at = (uintptr_t)n->bytes;
        for (size_t k = 0; at >= from && at - from < m->size && k < c->array_count; k++) {
            if (c->arrays[k].pointer == m->address + (at - from)) {
                return c->arrays[k].size;
            }
        }
    }
    return SIZE_MAX;
}

bool node_array(const struct value_context *c, const struct node *n, struct node *first, size_t *count)
{
    struct type target = type_target(c, type_die(&n->type));
    size_t size = target.size != 0 ? array_size(c, n) : SIZE_MAX, follow;
    *count = target.size != 0 && size != SIZE_MAX ? size / target.size : 0;
    *first = (struct node){ .type = target, .size = target.size };
    if (*count != 0) {
        first->bytes = node_bytes(c, (uint64_t)node_bits(n), size, &follow);
    }
    return size != SIZE_MAX && (*count == 0 || first->bytes != NULL);
}
