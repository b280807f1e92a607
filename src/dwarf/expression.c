#include "dwarf/expression.h"

#include <ctype.h>
#include <dwarf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/debuginfo_object.h"
#include "dwarf/value_node.h"

enum { VALUES_MAX = 8 };

/* ---- what a condition mentions ---- */

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const char *at)
{
    return in_word(*at) && !isdigit((unsigned char)*at);
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

/* A member by its name; those of nameless members count as its own. */
static bool find_member(const struct value_context *c, const struct node *parent, const char *name, size_t length, struct node *out)
{
    Dwarf_Die member;
    struct node inner;
    for (int more = type_is_struct(&parent->type) ? dwarf_child(type_die(&parent->type), &member) : 1; more == 0;
         more = dwarf_siblingof(&member, &member)) {
        const char *called = dwarf_diename(&member);
        if (called != NULL && strlen(called) == length && memcmp(called, name, length) == 0) {
            return node_member(c, parent, &member, out);
        }
        if (called == NULL && node_member(c, parent, &member, &inner) && find_member(c, &inner, name, length, out)) {
            return true;
        }
    }
    return false;
}

static bool take_expression(const struct locals *l, const char **at, struct node *out);

/* The whole number of an index: a literal, or an expression of the same kind. Moves *at behind it. */
static bool take_index(const struct locals *l, const char **at, wide *out)
{
    const char *text = skip_blanks(*at);
    struct node n;
    if (isdigit((unsigned char)*text)) {
        char *end;
        *out = strtoul(text, &end, 0);
        *at = end + strspn(end, "uUlL");
        return true;
    }
    *at = text;
    if (!is_name(text) || !take_expression(l, at, &n) || (n.type.tag != DW_TAG_base_type && n.type.tag != DW_TAG_enumeration_type)) {
        return false;
    }
    *out = node_sign_extend(&n, node_bits(&n));
    return true;
}

/* The element of an array, or of what a pointer leads to. */
static bool element_of(const struct value_context *c, struct node *n, wide index)
{
    if (n->type.tag == DW_TAG_array_type) {
        struct type element = type_element(c, &n->type);
        bool inside = index < node_element_count(n, &element);
        *n = inside ? node_element(n, &element, (size_t)index) : *n;
        return inside;
    }
    struct type element = type_target(c, type_die(&n->type));
    size_t more;
    if (n->type.tag != DW_TAG_pointer_type || element.size == 0 || index > INT_MAX) {
        return false;
    }
    const unsigned char *bytes = node_bytes(c, (uint64_t)node_bits(n) + (uint64_t)index * element.size, element.size, &more);
    *n = (struct node){ .type = element, .bytes = bytes, .size = element.size };
    return bytes != NULL;
}

/* Takes one `->name`, `.name` or `[3]` from the text; false when it cannot be resolved. */
static bool take_access(const struct locals *l, const char **at, struct node *n)
{
    const struct value_context *c = &l->context;
    const char *text = *at;
    struct node inner = *n;
    uint64_t address;
    if (*text == '[') {
        wide index;
        text++;
        bool known = take_index(l, &text, &index);
        text = skip_blanks(text);
        *at = *text == ']' ? text + 1 : text;
        return known && *text == ']' && element_of(c, n, index);
    }
    if (*text == '-' && (n->type.tag != DW_TAG_pointer_type || !node_follow(c, n, &address, &inner))) {
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
           n->type.is_reference || node_is_received(n);
}

/* The variable of that name that is in sight where the assertion is; NULL: there is none, or one without a value. */
static const struct local_variable *find_variable(const struct locals *l, const char *name, size_t length)
{
    const struct local_frame *f = &l->frames[0];
    for (size_t i = f->first; i < f->first + f->count; i++) {
        const struct local_variable *v = &l->variables[i];
        if (strlen(v->name) == length && memcmp(v->name, name, length) == 0) {
            bool hidden = debuginfo_static_between(l->context.debug, v->name, f->place.file, v->line, f->place.line);
            return v->lost || v->settling || v->assumed || hidden ? NULL : v; /* what clang assumes is wrong where branches have met */
        }
    }
    return NULL;
}

/* An expression that begins with a variable, such as self->items[i].count. Moves *at behind what was understood of it; false when it has no
 * value to print. */
static bool take_expression(const struct locals *l, const char **at, struct node *out)
{
    const char *end = skip_token(*at);
    const struct local_variable *v = find_variable(l, *at, (size_t)(end - *at));
    *at = end;
    if (v == NULL) {
        return false;
    }
    *out = v->value;
    bool good = true, whole = true;
    for (const char *text = skip_blanks(end); good && has_access(text); text = skip_blanks(text)) {
        good = take_access(l, &text, out);
        *at = text;
        whole = false;
    }
    return good && *skip_blanks(*at) != '(' && is_plain(out) && !(whole && v->silent);
}

/* ---- what is said ---- */

struct saying {
    const struct locals *in;
    struct text *out;
    char seen[VALUES_MAX][100];
    size_t count;
};

static void say(struct saying *s, const char *from, size_t length, const struct node *n)
{
    for (size_t i = 0; i < s->count; i++) {
        if (strlen(s->seen[i]) == length && memcmp(s->seen[i], from, length) == 0) {
            return;
        }
    }
    if (s->count < VALUES_MAX && length < sizeof s->seen[0]) {
        snprintf(s->seen[s->count++], sizeof s->seen[0], "%.*s", (int)length, from);
        text_printf(s->out, ", %.*s is ", (int)length, from);
        struct printer p = value_printer(&s->in->context, n, s->out);
        value_print_node(&p, n);
    }
}

/* Whether a star is there that means what a pointer points to: nothing before it can be multiplied. */
static bool is_behind_star(const char *condition, const char *at)
{
    if (at == condition || at[-1] != '*') {
        return false;
    }
    const char *before = at - 1;
    while (before > condition && isspace((unsigned char)before[-1])) {
        before--;
    }
    return before == condition || (!in_word(before[-1]) && strchr(")]\"'", before[-1]) == NULL);
}

size_t expression_values(const char *condition, const struct locals *l, struct text *out)
{
    struct saying s = { .in = l, .out = out };
    bool member = false; /* what comes next is a member of something else */
    if (l->frame_count == 0 || strchr(condition, '{') != NULL) {
        return 0; /* a block inside may have variables of its own */
    }
    for (const char *at = condition; *at != '\0';) {
        const char *from = at;
        struct node n, target;
        uint64_t address;
        if (member || !is_name(at)) {
            at = skip_token(at);
            member = *from == '.' || (*from == '>' && from > condition && from[-1] == '-') || (member && isspace((unsigned char)*from));
        } else if (take_expression(l, &at, &n)) {
            bool star =
                is_behind_star(condition, from) && n.type.tag == DW_TAG_pointer_type && node_follow(&l->context, &n, &address, &target);
            star = star && is_plain(&target);
            say(&s, star ? from - 1 : from, (size_t)(at - from) + star, star ? &target : &n);
            at = skip_token(from); /* there may be a variable in brackets */
        }
    }
    return s.count;
}
