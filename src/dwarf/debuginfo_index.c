#include "dwarf/debuginfo_object.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The array with room for one more element; NULL, and the array untouched, when memory is out. */
static void *grow(void *at, size_t count, size_t element)
{
    bool is_full = (count & (count - 1)) == 0; /* it doubles at powers of two */
    return is_full ? reallocarray(at, count != 0 ? count * 2 : 1, element) : at;
}

static void index_type(struct debuginfo_object *o, Dwarf_Die *die, bool inner)
{
    Dwarf_Attribute a;
    Dwarf_Die target = *die;
    const char *name = dwarf_diename(die);
    bool is_typedef = dwarf_tag(die) == DW_TAG_typedef;
    if (is_typedef) {
        if (dwarf_formref_die(dwarf_attr(die, DW_AT_type, &a), &target) == NULL || dwarf_tag(&target) != DW_TAG_structure_type ||
            dwarf_hasattr(&target, DW_AT_name)) {
            return;
        }
    }
    if (name == NULL || dwarf_hasattr(&target, DW_AT_declaration)) {
        return;
    }
    struct type_entry *more = grow(o->types, o->type_count, sizeof *o->types);
    if (more != NULL) {
        o->types = more;
        o->types[o->type_count++] = (struct type_entry){ name, is_typedef, inner, target };
    }
}

static void index_variable(struct debuginfo_object *o, Dwarf_Die *die, const char *function)
{
    Dwarf_Attribute location, operand;
    Dwarf_Op *ops;
    size_t count;
    Dwarf_Addr address;
    if (dwarf_attr(die, DW_AT_location, &location) == NULL || dwarf_getlocation(&location, &ops, &count) != 0 || count != 1) {
        return;
    }
    if (ops[0].atom == DW_OP_addr) {
        address = ops[0].number;
    } else if ((ops[0].atom != DW_OP_addrx && ops[0].atom != DW_OP_GNU_addr_index) ||
               dwarf_getlocation_attr(&location, ops, &operand) != 0 || dwarf_formaddr(&operand, &address) != 0) {
        return;
    }
    struct variable *more = grow(o->variables, o->variable_count, sizeof *o->variables);
    if (more != NULL) {
        o->variables = more;
        o->variables[o->variable_count++] = (struct variable){ address, function, *die };
    }
}

/* `inner`: inside a namespace or a class. */
static void index_children(struct debuginfo_object *o, Dwarf_Die *parent, const char *function, bool inner)
{
    Dwarf_Die die;
    for (int more = dwarf_child(parent, &die); more == 0; more = dwarf_siblingof(&die, &die)) {
        switch (dwarf_tag(&die)) {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            index_type(o, &die, inner);
            index_children(o, &die, function, true);
            break;
        case DW_TAG_typedef: index_type(o, &die, inner); break;
        case DW_TAG_namespace: index_children(o, &die, function, true); break;
        case DW_TAG_variable: index_variable(o, &die, function); break;
        case DW_TAG_subprogram: index_children(o, &die, dwarf_diename(&die), inner); break;
        case DW_TAG_lexical_block: index_children(o, &die, function, inner); break;
        default: break;
        }
    }
}

static int compare_types(const void *left, const void *right)
{
    const struct type_entry *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    if (order == 0 && a->is_typedef != b->is_typedef) {
        return a->is_typedef ? 1 : -1;
    }
    if (order == 0 && a->inner != b->inner) {
        return a->inner ? 1 : -1;
    }
    /* The order of the file, so that the choice among equals does not depend on qsort. */
    return order != 0 ? order : (a->die.addr > b->die.addr) - (a->die.addr < b->die.addr);
}

/* One walk over all units, at first use; lookups are cheap from then on. */
static void ensure_index(struct debuginfo_object *o)
{
    if (o->indexed || o->dwarf == NULL) {
        return;
    }
    o->indexed = true;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit, body;
    while (dwarf_get_units(o->dwarf, cu, &cu, NULL, NULL, &unit, &body) == 0) {
        bool is_split = dwarf_tag(&body) == DW_TAG_compile_unit; /* for type units the body is the type */
        index_children(o, is_split ? &body : &unit, NULL, false);
    }
    if (o->type_count > 0) {
        qsort(o->types, o->type_count, sizeof *o->types, compare_types);
    }
}

static bool ends_in_flexible_array(Dwarf_Die *die)
{
    Dwarf_Die member, last, type;
    Dwarf_Attribute a;
    bool any = false;
    for (int more = dwarf_child(die, &member); more == 0; more = dwarf_siblingof(&member, &member)) {
        if (dwarf_tag(&member) == DW_TAG_member) {
            last = member;
            any = true;
        }
    }
    Dwarf_Word size;
    return any && dwarf_formref_die(dwarf_attr(&last, DW_AT_type, &a), &type) != NULL && dwarf_tag(&type) == DW_TAG_array_type &&
           (dwarf_aggregate_size(&type, &size) != 0 || size == 0);
}

/* How well a definition fits: 2 exactly, 1 by its flexible array, 0 not at all. */
static int fit(Dwarf_Die *die, size_t size)
{
    int bytes = dwarf_bytesize(die);
    if (size == DEBUGINFO_ANY_SIZE || (bytes >= 0 && (size_t)bytes == size)) {
        return 2;
    }
    return bytes >= 0 && (size_t)bytes < size && ends_in_flexible_array(die);
}

/* The first entry with this name, or behind where it would be. */
static size_t first_named(const struct debuginfo_object *o, const char *name)
{
    size_t low = 0;
    for (size_t high = o->type_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(o->types[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

size_t debuginfo_structs(struct debuginfo *d, const char *name, size_t size, const void **out, size_t most)
{
    struct debuginfo_object *o = &d->main;
    size_t count = 0;
    ensure_index(o);
    for (size_t i = first_named(o, name); count < most && i < o->type_count && strcmp(o->types[i].name, name) == 0; i++) {
        int bytes = dwarf_bytesize(&o->types[i].die);
        if (bytes >= 0 && (size_t)bytes == size) {
            out[count++] = &o->types[i].die;
        }
    }
    return count;
}

const void *debuginfo_struct(struct debuginfo *d, const char *name, size_t size)
{
    Dwarf_Die *best = NULL;
    int best_fit = 0;
    for (struct debuginfo_object *o = &d->main; o != NULL; o = o->next) {
        ensure_index(o);
        for (size_t low = first_named(o, name); best_fit < 2 && low < o->type_count && strcmp(o->types[low].name, name) == 0; low++) {
            int f = fit(&o->types[low].die, size);
            if (f > best_fit) {
                best_fit = f;
                best = &o->types[low].die;
            }
        }
        if (best_fit == 2) {
            break;
        }
    }
    return best;
}

void object_describe(struct debuginfo_object *o, uint64_t link, char *name, size_t size, struct source_place *decl)
{
    ensure_index(o);
    for (size_t i = 0; i < o->variable_count; i++) {
        struct variable *v = &o->variables[i];
        const char *written = dwarf_diename(&v->die);
        if (v->address != link + o->elf_shift - o->dwarf_shift || written == NULL) {
            continue;
        }
        snprintf(name, size, "%s", written);
        if (decl != NULL && place_declaration(decl, &v->die) && v->function != NULL) {
            snprintf(decl->function, sizeof decl->function, "%s", v->function);
        }
        return;
    }
}

bool debuginfo_static_between(struct debuginfo *d, const char *name, const char *file, int after, int last)
{
    for (struct debuginfo_object *o = &d->main; o != NULL; o = o->next) {
        ensure_index(o);
        for (size_t i = 0; i < o->variable_count; i++) {
            struct source_place at;
            const char *written = dwarf_diename(&o->variables[i].die);
            if (written != NULL && strcmp(written, name) == 0 && place_declaration(&at, &o->variables[i].die) && at.line > after &&
                at.line <= last && strcmp(at.file, file) == 0) {
                return true;
            }
        }
    }
    return false;
}
