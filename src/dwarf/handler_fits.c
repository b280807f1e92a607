#include "dwarf/handler_fits.h"

#include <dwarf.h>
#include <string.h>

#include "dwarf/debuginfo_object.h"
#include "dwarf/value_node.h"

enum { DEEPEST = 16 };

static const char *keyword(const struct type *t)
{
    switch (t->tag) {
    case DW_TAG_structure_type: return "struct ";
    case DW_TAG_class_type: return "class ";
    case DW_TAG_union_type: return "union ";
    case DW_TAG_enumeration_type: return "enum ";
    default: return "";
    }
}

/* The type of its first parameter, with the pointer taken off; false when it has none, or that is no pointer. */
static bool self_type(const struct value_context *c, Dwarf_Die *function, struct type *out)
{
    Dwarf_Die child;
    for (int more = dwarf_child(function, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        if (dwarf_tag(&child) == DW_TAG_formal_parameter) {
            struct type pointer = type_target(c, &child);
            bool points = pointer.tag == DW_TAG_pointer_type || pointer.tag == DW_TAG_reference_type;
            *out = points ? type_target(c, type_die(&pointer)) : pointer;
            return points;
        }
    }
    return false;
}

/* Memory of any type. */
static bool is_untyped(const struct type *t)
{
    return t->tag == DW_TAG_unspecified_type || (t->tag == DW_TAG_base_type && t->size == 1) || dwarf_diename(type_die(t)) == NULL;
}

static bool same_type(const struct type *a, const struct type *b)
{
    const char *left = dwarf_diename(type_die(a)), *right = dwarf_diename(type_die(b));
    return left != NULL && right != NULL && strcmp(left, right) == 0 && (a->size == b->size || a->size == 0 || b->size == 0);
}

/* The type that lies at the beginning of another: its first member, base class or element. */
static bool first_inside(const struct value_context *c, const struct type *t, struct type *out)
{
    Dwarf_Die member;
    if (t->tag == DW_TAG_array_type) {
        *out = type_element(c, t);
        return true;
    }
    bool has_members = type_is_struct(t) || t->tag == DW_TAG_class_type;
    for (int more = has_members ? dwarf_child(type_die(t), &member) : 1; more == 0; more = dwarf_siblingof(&member, &member)) {
        int tag = dwarf_tag(&member);
        uint64_t offset = 0;
        bool inside = tag == DW_TAG_inheritance || (tag == DW_TAG_member && !dwarf_hasattr(&member, DW_AT_external));
        die_number(&member, DW_AT_data_member_location, &offset);
        if (inside && offset == 0) {
            *out = type_target(c, &member);
            return true;
        }
    }
    return false;
}

static bool begins_with(const struct value_context *c, struct type whole, const struct type *wanted)
{
    for (int depth = 0; depth < DEEPEST; depth++) {
        if (same_type(&whole, wanted)) {
            return true;
        }
        if (!first_inside(c, &whole, &whole)) {
            return false;
        }
    }
    return true;
}

/* A union that the actor's struct is a member of. */
static bool is_union_with(const struct value_context *c, const struct type *u, const struct type *actor)
{
    Dwarf_Die member;
    bool found = false;
    for (int more = u->tag == DW_TAG_union_type ? dwarf_child(type_die(u), &member) : 1; more == 0 && !found;
         more = dwarf_siblingof(&member, &member)) {
        struct type t = type_target(c, &member);
        found = dwarf_tag(&member) == DW_TAG_member && same_type(&t, actor);
    }
    return found;
}

bool handler_fits(struct debuginfo *code, uint64_t address, struct debuginfo *data, const char *actor, size_t size, struct text *why,
                  struct source_place *place)
{
    enum { DEFINITIONS_MAX = 16 };
    struct value_context of_code = { .debug = code }, of_data = { .debug = data };
    const void *found[DEFINITIONS_MAX];
    size_t count = debuginfo_structs(data, actor, size, found, DEFINITIONS_MAX);
    Dwarf_Die function;
    struct type taken;
    if (count == 0 || !function_die(code, address, &function) || !self_type(&of_code, &function, &taken) || is_untyped(&taken)) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        Dwarf_Die die = *(const Dwarf_Die *)found[i];
        struct type own = type_peel(&of_data, &die);
        if (begins_with(&of_data, own, &taken) || is_union_with(&of_code, &taken, &own)) {
            return true;
        }
    }
    const char *name = dwarf_diename(type_die(&taken)), *called = dwarf_diename(&function);
    bool namesake = strcmp(name, actor) == 0;
    text_printf(why, "%s takes a %s%s as its actor", called != NULL ? called : "a handler", keyword(&taken), name);
    if (namesake) {
        text_printf(why, " of %zu bytes, but that is a struct %s of %zu bytes", taken.size, actor, size);
    } else {
        text_printf(why, ", but that is a struct %s", actor);
    }
    *place = (struct source_place){ .line = 0 };
    place_declaration(place, &function);
    return false;
}
