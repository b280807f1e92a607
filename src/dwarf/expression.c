#include "dwarf/expression.h"

#include <ctype.h>
#include <dwarf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/debuginfo_object.h"
#include "dwarf/value_node.h"

enum { VALUES_MAX = 6 };

/* ---- parameters ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The line of the function that follows in the file; 0: none. */
static int line_after(Dwarf_Die *function, const struct source_place *own)
{
    Dwarf_Die unit, child;
    int next = 0;
    if (dwarf_diecu(function, &unit, NULL, NULL) == NULL) {
        return 0;
    }
    for (int more = dwarf_child(&unit, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        struct source_place at;
        bool later = dwarf_tag(&child) == DW_TAG_subprogram && place_declaration(&at, &child) && at.line > own->line;
        if (later && strcmp(at.file, own->file) == 0 && (next == 0 || at.line < next)) {
            next = at.line;
        }
    }
    return next;
}

/* Whether a block inside declares a variable of this name. */
static bool hides(Dwarf_Die *block, const char *name)
{
    Dwarf_Die child;
    for (int more = dwarf_child(block, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        const char *called = dwarf_diename(&child);
        bool variable = dwarf_tag(&child) == DW_TAG_variable && called != NULL && strcmp(called, name) == 0;
        if (variable || (dwarf_tag(&child) == DW_TAG_lexical_block && hides(&child, name))) {
            return true;
        }
    }
    return false;
}

/* Whether it is a pointer to this struct; `constant`: which the function must not change. */
static bool points_to(const struct value_context *c, Dwarf_Die *parameter, const char *struct_name, bool constant)
{
    struct type pointer = type_target(c, parameter);
    Dwarf_Attribute a;
    Dwarf_Die target;
    if (pointer.tag != DW_TAG_pointer_type ||
        dwarf_formref_die(dwarf_attr_integrate(type_die(&pointer), DW_AT_type, &a), &target) == NULL) {
        return false;
    }
    struct type pointed = type_target(c, type_die(&pointer));
    const char *name = dwarf_diename(type_die(&pointed));
    return type_is_struct(&pointed) && name != NULL && strcmp(name, struct_name) == 0 &&
           (!constant || dwarf_tag(&target) == DW_TAG_const_type);
}

bool expression_roots(struct debuginfo *d, uint64_t function, const char *file, int line, struct expression_root roots[EXPRESSION_ROOTS],
                      int *first, int *next)
{
    Dwarf_Die die, child;
    struct source_place own;
    if (!function_die(d, function, &die) || !place_declaration(&own, &die) || own.line > line ||
        strcmp(base_name(own.file), base_name(file)) != 0) {
        return false;
    }
    *first = own.line;
    *next = line_after(&die, &own);
    size_t n = 0;
    for (int more = dwarf_child(&die, &child); more == 0 && n < EXPRESSION_ROOTS; more = dwarf_siblingof(&child, &child)) {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter) {
            continue;
        }
        struct expression_root *r = &roots[n++];
        const char *name = dwarf_diename(&child);
        bool usable = name != NULL && r->bytes != NULL && points_to(&r->context, &child, r->type, n > 1) && !hides(&die, name);
        snprintf(r->name, sizeof r->name, "%s", usable ? name : "");
    }
    return *next == 0 || *next > line;
}

/* ---- what a condition mentions ---- */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at)) {
        at++;
    }
    return at;
}

/* The end of a literal that begins here, of a word that may hold a number, or the next character. */
static const char *skip_token(const char *at)
{
    if (*at == '"' || *at == '\'') {
        const char quote = *at++;
        while (*at != '\0' && *at != quote) {
            at += *at == '\\' && at[1] != '\0' ? 2 : 1;
        }
        return *at != '\0' ? at + 1 : at;
    }
    if (!in_word(*at)) {
        return at + 1;
    }
    while (in_word(*at)) {
        at++;
    }
    return at;
}

static bool find_member(const struct value_context *c, const struct node *parent, const char *name, size_t length, struct node *out)
{
    Dwarf_Die member;
    for (int more = type_is_struct(&parent->type) ? dwarf_child(type_die(&parent->type), &member) : 1; more == 0;
         more = dwarf_siblingof(&member, &member)) {
        const char *called = dwarf_diename(&member);
        if (called != NULL && strlen(called) == length && memcmp(called, name, length) == 0) {
            return node_member(c, parent, &member, out);
        }
    }
    return false;
}

/* Takes one `->name`, `.name` or `[3]` from the text; false when it cannot be resolved. */
static bool take_access(const struct value_context *c, const char **at, struct node *n)
{
    const char *text = *at;
    struct node inner = *n;
    uint64_t address;
    if (*text == '[') {
        char *end = NULL;
        const char *number = skip_blanks(text + 1);
        unsigned long index = isdigit((unsigned char)*number) ? strtoul(number, &end, 0) : ULONG_MAX;
        bool constant = index != ULONG_MAX && *skip_blanks(end) == ']';
        if (!constant || n->type.tag != DW_TAG_array_type) {
            return false;
        }
        struct type element = type_element(c, &n->type);
        if (index >= node_element_count(n, &element)) {
            return false;
        }
        *n = node_element(n, &element, index);
        *at = skip_blanks(end) + 1;
        return true;
    }
    if (*text == '-' && !node_follow(c, n, &address, &inner)) {
        return false;
    }
    const char *name = skip_blanks(text + (*text == '-' ? 2 : 1)), *end = skip_token(name);
    *at = end;
    return in_word(*name) && find_member(c, &inner, name, (size_t)(end - name), n);
}

static bool has_access(const char *at)
{
    return *at == '[' || *at == '.' || (at[0] == '-' && at[1] == '>');
}

static bool is_plain(const struct node *n)
{
    return n->type.tag == DW_TAG_base_type || n->type.tag == DW_TAG_enumeration_type || n->type.tag == DW_TAG_pointer_type ||
           n->type.is_reference;
}

/* An expression that begins with a parameter, such as self->items[2].count. Moves *at behind it; false when it has no value to print. */
static bool take_expression(const struct expression_root *r, const char **at, struct node *out)
{
    const char *text = skip_blanks(*at + strlen(r->name));
    bool good = text[0] == '-' && text[1] == '>' && node_root(&r->context, r->type, r->bytes, r->size, out);
    if (good) { /* the parameter itself points to the root */
        const char *name = skip_blanks(text + 2), *end = skip_token(name);
        struct node root = *out;
        good = in_word(*name) && find_member(&r->context, &root, name, (size_t)(end - name), out);
        text = end;
    }
    *at = good ? text : skip_token(*at);
    for (text = skip_blanks(text); good && has_access(text); text = skip_blanks(text)) {
        good = take_access(&r->context, &text, out);
        *at = text;
    }
    return good && *text != '(' && is_plain(out);
}

size_t expression_values(const char *condition, const struct expression_root roots[EXPRESSION_ROOTS], struct text *out)
{
    char seen[VALUES_MAX][100];
    size_t count = 0;
    bool member = false; /* what comes next is a member of something else */
    for (const char *at = condition; *at != '\0' && count < VALUES_MAX;) {
        const char *from = at, *end = skip_token(at);
        const struct expression_root *r = NULL;
        for (size_t i = 0; i < EXPRESSION_ROOTS && !member; i++) {
            bool same = roots[i].name[0] != '\0' && strlen(roots[i].name) == (size_t)(end - at) &&
                        memcmp(at, roots[i].name, (size_t)(end - at)) == 0;
            r = same ? &roots[i] : r;
        }
        member = *from == '.' || (*from == '>' && from > condition && from[-1] == '-') || (member && isspace((unsigned char)*from));
        struct node n;
        bool good = r != NULL && take_expression(r, &at, &n);
        at = r == NULL ? end : at;
        size_t length = (size_t)(at - from), known = 0;
        while (good && known < count && (strlen(seen[known]) != length || memcmp(seen[known], from, length) != 0)) {
            known++;
        }
        if (good && known == count && length < sizeof seen[0]) {
            snprintf(seen[count++], sizeof seen[0], "%.*s", (int)length, from);
            text_printf(out, ", %.*s is ", (int)length, from);
            struct printer p = value_printer(&r->context, &n, out);
            value_print_node(&p, &n);
        }
    }
    return count;
}
