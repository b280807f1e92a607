#include "dwarf/locals.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/debuginfo_object.h"
#include "dwarf/frames.h"

enum { FRAMES_WALKED = 64 };

/* ---- one variable ---- */

/* The bytes that a location stands for; NULL: they are not known. */
static const unsigned char *bytes_of(const struct value_context *c, const struct frame *f, const struct location *l, size_t size,
                                     struct local_variable *v)
{
    size_t more;
    if (l->kind == LOCATION_MEMORY) {
        const unsigned char *at = node_bytes(c, l->address, size, &more);
        at = at != NULL ? at : debuginfo_constant(c->debug, l->address, &more);
        return at != NULL && more >= size ? at : NULL;
    }
    bool in_register = l->kind == LOCATION_REGISTER && l->address < FRAME_REGISTERS && f->known[l->address];
    if (in_register && size <= sizeof f->registers[0]) {
        memcpy(v->bytes, &f->registers[l->address], sizeof f->registers[0]);
        return v->bytes;
    }
    if (l->kind == LOCATION_VALUE && size <= l->size) {
        memcpy(v->bytes, l->bytes, l->size);
        return v->bytes;
    }
    return NULL;
}

/* A variable that never changes may be described by its value alone. */
static bool constant_value(Dwarf_Attribute *a, struct location *out)
{
    Dwarf_Block block;
    Dwarf_Sword number;
    *out = (struct location){ .kind = LOCATION_VALUE };
    if (dwarf_formblock(a, &block) == 0 && block.length <= sizeof out->bytes) {
        memcpy(out->bytes, block.data, block.length);
        out->size = block.length;
        return true;
    }
    if (dwarf_formsdata(a, &number) == 0) {
        memcpy(out->bytes, &number, sizeof number);
        out->size = sizeof number;
        return true;
    }
    return false;
}

static void find_variable(const struct value_context *c, const struct frame *f, Dwarf_Die *die, uint64_t pc, uint64_t shift,
                          struct local_variable *v)
{
    Dwarf_Attribute a;
    Dwarf_Op *ops;
    size_t count = 0;
    struct location l = { .kind = LOCATION_LOST };
    if (dwarf_attr_integrate(die, DW_AT_const_value, &a) != NULL) {
        constant_value(&a, &l);
    } else if (dwarf_attr_integrate(die, DW_AT_location, &a) != NULL && dwarf_getlocation_addr(&a, pc, &ops, &count, 1) == 1) {
        v->silent = count == 1 && (ops[0].atom == DW_OP_addr || ops[0].atom == DW_OP_addrx || ops[0].atom == DW_OP_GNU_addr_index);
        l = v->silent ? l : location_find(ops, count, f, c, &a, shift);
    }
    struct type type = type_target(c, die);
    const unsigned char *bytes = bytes_of(c, f, &l, type.size, v);
    v->lost = bytes == NULL || type.tag == DW_TAG_unspecified_type;
    v->assumed = l.kind == LOCATION_VALUE && l.constant;
    v->value = (struct node){ .type = type, .bytes = bytes, .size = type.size };
}

/* ---- the variables of one function ---- */

/* What the macros of harrier.h declare. */
static bool is_ours(const char *name)
{
    return strncmp(name, "hr_", 3) == 0 && name[strlen(name) - 1] == '_';
}

/* Whether it is a pointer to the actor's own struct; of one that is lost, whether it may be. */
static bool is_self(const struct value_context *c, const struct local_variable *v, const struct locals_of *whose)
{
    if (v->value.type.tag != DW_TAG_pointer_type) {
        return false;
    }
    struct type target = type_target(c, type_die(&v->value.type));
    const char *name = dwarf_diename(type_die(&target));
    return v->lost ? type_is_struct(&target) && name != NULL && strcmp(name, whose->type) == 0
                   : whose->address != 0 && (uint64_t)node_bits(&v->value) == whose->address;
}

/* An inner variable hides an outer one of the same name. */
static bool hidden(const struct locals *l, const struct local_frame *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++) {
        if (strcmp(l->variables[f->first + i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

struct place_in_code {
    uint64_t pc, shift; /* as the debug information counts; what is added to its addresses */
    const struct locals_of *whose;
};

static void add_variable(struct locals *l, const struct frame *f, Dwarf_Die *die, const struct place_in_code *at)
{
    struct local_frame *frame = &l->frames[l->frame_count - 1];
    const char *name = dwarf_diename(die);
    int tag = dwarf_tag(die), line = 0;
    bool parameter = tag == DW_TAG_formal_parameter;
    if ((!parameter && tag != DW_TAG_variable) || name == NULL || is_ours(name) || l->variable_count == LOCALS_VARIABLES ||
        hidden(l, frame, name)) {
        return;
    }
    dwarf_decl_line(die, &line);
    if (!parameter && frame->place.line != 0 && line > frame->place.line) {
        return; /* it comes later in the source, and so is not in sight yet */
    }
    struct local_variable *v = &l->variables[l->variable_count];
    *v = (struct local_variable){
        .name = name, .line = line, .declared = dwarf_dieoffset(die), .settling = !parameter && line == frame->place.line
    };
    find_variable(&l->context, f, die, at->pc, at->shift, v);
    v->silent = v->silent || is_self(&l->context, v, at->whose);
    l->variable_count++;
    frame->count++;
}

static void add_variables(struct locals *l, const struct frame *f, Dwarf_Die *scope, const struct place_in_code *at)
{
    Dwarf_Die child, origin;
    Dwarf_Attribute a;
    for (int more = dwarf_child(scope, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        add_variable(l, f, &child, at);
    }
    /* Of code that is inlined, what has no place of its own there is described only where the code was written. It may hide others. */
    size_t known = l->variable_count;
    if (dwarf_formref_die(dwarf_attr(scope, DW_AT_abstract_origin, &a), &origin) != NULL) {
        for (int more = dwarf_child(&origin, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
            add_variable(l, f, &child, at);
        }
    }
    for (size_t i = known; i < l->variable_count; i++) {
        l->variables[i].silent = l->variables[i].lost = true;
    }
}

/* What DW_OP_fbreg counts from in this function. */
static void find_base(const struct value_context *c, struct frame *f, Dwarf_Die *function, const struct place_in_code *at)
{
    Dwarf_Attribute a;
    Dwarf_Op *ops;
    size_t count;
    f->has_base = false;
    if (dwarf_attr_integrate(function, DW_AT_frame_base, &a) == NULL || dwarf_getlocation_addr(&a, at->pc, &ops, &count, 1) != 1) {
        return;
    }
    struct location l = location_find(ops, count, f, c, &a, at->shift);
    bool in_register = l.kind == LOCATION_REGISTER && l.address < FRAME_REGISTERS && f->known[l.address];
    f->has_base = in_register || l.kind == LOCATION_MEMORY || l.kind == LOCATION_VALUE;
    f->base = in_register ? f->registers[l.address] : l.address;
}

/* ---- the functions of one frame: that whose code it is, and those that are inlined in it ---- */

static bool is_function(Dwarf_Die *scope)
{
    return dwarf_tag(scope) == DW_TAG_subprogram || dwarf_tag(scope) == DW_TAG_inlined_subroutine;
}

static bool begin_function(struct locals *l, Dwarf_Die *function, const struct source_place *place)
{
    if (l->frame_count == LOCALS_FRAMES) {
        return false;
    }
    Dwarf_Attribute a;
    Dwarf_Die origin = *function;
    dwarf_formref_die(dwarf_attr(function, DW_AT_abstract_origin, &a), &origin);
    l->frames[l->frame_count] = (struct local_frame){ .place = *place, .declared = dwarf_dieoffset(&origin), .first = l->variable_count };
    const char *name = dwarf_diename(function);
    struct text t = text_in(l->frames[l->frame_count].place.function, sizeof place->function);
    text_add(&t, name != NULL ? name : "");
    l->frame_count++;
    return true;
}

/* The variables of a block come before those of the one around it: of two with one name the inner one is meant. */
static void add_scopes(struct locals *l, struct frame *f, const struct code_scopes *s, const struct place_in_code *at)
{
    struct source_place place;
    bool outermost = false;
    debuginfo_place_plain(l->context.debug, f->pc - 1, &place);
    for (size_t i = 0; i < s->count && !outermost; i++) {
        if (is_function(&s->scopes[i]) && dwarf_tag(&s->scopes[i]) == DW_TAG_subprogram) {
            find_base(&l->context, f, &s->scopes[i], at);
        }
    }
    for (size_t i = 0, inner = 0; i < s->count && !outermost; i++) {
        if (!is_function(&s->scopes[i])) {
            continue;
        }
        if (!begin_function(l, &s->scopes[i], &place)) {
            return;
        }
        for (; inner <= i; inner++) {
            Dwarf_Die scope = s->scopes[inner];
            add_variables(l, f, &scope, at);
        }
        outermost = dwarf_tag(&s->scopes[i]) == DW_TAG_subprogram;
        Dwarf_Die unit = s->unit, inlined = s->scopes[i];
        if (!outermost) {
            place_call(&place, &inlined, &unit);
        }
    }
}

struct locals *locals_read(const struct value_context *c, const struct value_memory *stack, const struct locals_of *whose)
{
    struct locals *l = calloc(1, sizeof *l);
    struct frame f;
    if (l == NULL || c->debug == NULL || c->memory_count >= sizeof l->memory / sizeof *l->memory || !frames_first(stack, &f)) {
        free(l);
        return NULL;
    }
    memcpy(l->memory, c->memory, c->memory_count * sizeof *c->memory);
    l->memory[c->memory_count] = *stack;
    l->context = *c;
    l->context.memory = l->memory;
    l->context.memory_count = c->memory_count + 1;
    for (int i = 0; i < FRAMES_WALKED; i++) {
        struct code_scopes s;
        if (!frames_place(&l->context, &f)) {
            break;
        }
        struct frame caller = f;
        bool called = frames_outward(&l->context, &caller);
        if (code_scopes(c->debug, f.pc - 1, &s)) {
            f.argument_count = called && frames_of_engine(&l->context, &caller) ? whose->argument_count : 0;
            memcpy(f.arguments, whose->arguments, sizeof f.arguments);
            add_scopes(l, &f, &s, &(struct place_in_code){ .pc = s.pc, .shift = s.shift, .whose = whose });
            free(s.scopes);
        }
        if (!called) {
            break;
        }
        f = caller;
    }
    if (l->frame_count == 0) {
        free(l);
        return NULL;
    }
    return l;
}

/* ---- as text ---- */

void locals_print_value(const struct locals *l, const struct local_variable *v, struct text *out)
{
    if (v->lost) {
        text_add(out, "(optimised out)");
        return;
    }
    struct printer p = value_printer(&l->context, &v->value, out);
    value_print_node(&p, &v->value);
}

void locals_print(const struct locals *l, const struct local_frame *f, struct text *out)
{
    size_t printed = 0;
    for (size_t i = f->first; i < f->first + f->count; i++) {
        if (local_is_shown(&l->variables[i])) {
            text_printf(out, "%s%s=", printed++ != 0 ? ", " : "", l->variables[i].name);
            locals_print_value(l, &l->variables[i], out);
        }
    }
}

/* The same function, as many calls away from the outermost one. NULL: it did not wait. */
static const struct local_frame *find_frame(const struct locals *before, const struct locals *after, size_t frame)
{
    size_t outer = after->frame_count - frame;
    if (before == NULL || outer > before->frame_count) {
        return NULL;
    }
    const struct local_frame *f = &before->frames[before->frame_count - outer];
    return f->declared == after->frames[frame].declared ? f : NULL;
}

static const struct local_variable *find_variable_in(const struct locals *l, const struct local_frame *f, uint64_t declared)
{
    for (size_t i = f->first; i < f->first + f->count; i++) {
        if (l->variables[i].declared == declared) {
            return &l->variables[i];
        }
    }
    return NULL;
}

size_t locals_print_changes(const struct locals *before, const struct locals *after, const char *first, struct text *out)
{
    size_t changes = 0;
    for (size_t k = 0; k < after->frame_count; k++) {
        const struct local_frame *f = &after->frames[k], *old = find_frame(before, after, k);
        for (size_t i = f->first; old != NULL && i < f->first + f->count; i++) {
            const struct local_variable *now = &after->variables[i], *then = find_variable_in(before, old, now->declared);
            const char *comma = changes != 0 ? ", " : first;
            if (now->lost || !local_is_shown(now) || (then != NULL && then->lost)) {
                continue;
            }
            if (then == NULL || then->settling) {
                text_printf(out, "%s%s = ", comma, now->name);
                locals_print_value(after, now, out);
                changes++;
            } else {
                changes += value_print_variable(&before->context, &after->context, &then->value, &now->value, now->name, comma, out);
            }
        }
    }
    return changes;
}
