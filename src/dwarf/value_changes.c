#include "dwarf/value_node.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_COMPARED = 64,   /* the same when comparing; bounds the recursion */
    PAIRS_COMPARED = 2048, /* pointers followed in one comparison */
    CHANGES_SHOWN = 6,
    PATH_SIZE = 256,
    LEAF_SIZE = 2048,
};

/* One value at two times. */
struct pair {
    struct node before, after;
};

struct comparison {
    struct printer before, after;
    struct text *out;
    const char *first; /* written before the first change */
    size_t changes;
    unsigned depth;
    size_t followed;
    struct {
        uint64_t before, after;
        size_t size;
    } seen[PAIRS_COMPARED];
};

static void add_change(struct comparison *c, const char *path, const char *before, const char *after)
{
    if (c->changes++ < CHANGES_SHOWN) {
        text_printf(c->out, "%s%s %s -> %s", c->changes > 1 ? ", " : c->first, path, before, after);
    }
}

static void compare_leaf(struct comparison *c, const struct pair *v, const char *path)
{
    char texts[2][LEAF_SIZE];
    struct text before = text_in(texts[0], LEAF_SIZE), after = text_in(texts[1], LEAF_SIZE);
    struct span strings[2];
    if (node_string(c->before.context, &v->before, &strings[0]) && node_string(c->after.context, &v->after, &strings[1])) {
        size_t same = 0;
        while (same < strings[0].length && same < strings[1].length && strings[0].at[same] == strings[1].at[same]) {
            same++;
        }
        if (same == strings[0].length && same == strings[1].length) {
            return;
        }
        /* Of long strings show the part that differs. */
        size_t start = same > CHARS_SHOWN - 10 ? same - 10 : 0;
        value_print_span(&before, strings[0], start, CHARS_SHOWN);
        value_print_span(&after, strings[1], start, CHARS_SHOWN);
    } else {
        c->before.out = &before;
        c->after.out = &after;
        value_print_node(&c->before, &v->before);
        value_print_node(&c->after, &v->after);
    }
    if (strcmp(texts[0], texts[1]) != 0) {
        add_change(c, path, texts[0], texts[1]);
    }
}

static void compare(struct comparison *c, const struct pair *v, const char *path, const char *separator);

/* `path.name`, `path->name`, `path[3]`; what starts with a star needs parentheses first. */
static void extend_path(char *out, const char *path, const char *separator, const char *name)
{
    bool is_starred = path[0] == '*';
    snprintf(out, PATH_SIZE, "%s%s%s%s%s", is_starred ? "(" : "", path, is_starred ? ")" : "", separator, name);
}

/* `separator` stands between `path` and a member's name. */
static void compare_members(struct comparison *c, const struct pair *v, const char *path, const char *separator)
{
    Dwarf_Die member;
    size_t changes = c->changes;
    for (int more = dwarf_child(type_die(&v->before.type), &member); more == 0; more = dwarf_siblingof(&member, &member)) {
        struct pair inner;
        char name[PATH_SIZE];
        const char *written = dwarf_diename(&member);
        if (!node_member(c->before.context, &v->before, &member, &inner.before) ||
            !node_member(c->after.context, &v->after, &member, &inner.after)) {
            continue;
        }
        if (written != NULL) {
            extend_path(name, path, separator, written);
            compare(c, &inner, name, ".");
        } else if (type_is_struct(&inner.before.type)) {
            compare_members(c, &inner, path, separator);
        }
        /* Nothing says which member of a union counts; the first that differs shows that it changed. */
        if (v->before.type.tag == DW_TAG_union_type && c->changes > changes) {
            break;
        }
    }
}

static void compare_elements(struct comparison *c, const struct pair *v, const char *path)
{
    struct type element = type_element(c->before.context, &v->before.type);
    size_t count = node_element_count(&v->before, &element);
    bool is_flat = element.tag == DW_TAG_base_type || element.tag == DW_TAG_enumeration_type;
    if (is_flat && memcmp(v->before.bytes, v->after.bytes, count * element.size) == 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct pair inner = { node_element(&v->before, &element, i), node_element(&v->after, &element, i) };
        char name[PATH_SIZE], index[24];
        snprintf(index, sizeof index, "[%zu]", i);
        extend_path(name, path, "", index);
        compare(c, &inner, name, ".");
    }
}

/* Each pair of places is compared once, under the first path that leads there. */
static bool seen_before(struct comparison *c, uint64_t before, uint64_t after, size_t size)
{
    for (size_t i = 0; i < c->followed; i++) {
        if (c->seen[i].before == before && c->seen[i].after == after && c->seen[i].size == size) {
            return true;
        }
    }
    if (c->followed == PAIRS_COMPARED || c->depth == DEPTH_COMPARED) {
        return true;
    }
    c->seen[c->followed].before = before;
    c->seen[c->followed].after = after;
    c->seen[c->followed++].size = size;
    return false;
}

static void compare_pointers(struct comparison *c, const struct pair *v, const char *path)
{
    struct pair target;
    uint64_t before, after;
    bool is_inside = node_follow(c->before.context, &v->before, &before, &target.before);
    if (!node_follow(c->after.context, &v->after, &after, &target.after) || !is_inside) {
        compare_leaf(c, v, path);
        return;
    }
    struct type *t = &target.before.type;
    if (type_is_char(t)) {
        compare_leaf(c, v, path);
        return;
    }
    if (seen_before(c, before, after, t->size)) {
        return;
    }
    c->depth++;
    if (type_is_struct(t)) {
        compare(c, &target, path, "->");
    } else {
        char name[PATH_SIZE];
        snprintf(name, sizeof name, "*%s", path);
        compare(c, &target, name, "->");
    }
    c->depth--;
}

static void compare(struct comparison *c, const struct pair *v, const char *path, const char *separator)
{
    struct type element;
    switch (v->before.type.is_reference ? DW_TAG_base_type : v->before.type.tag) {
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
        if (node_is_received(&v->before)) {
            compare_leaf(c, v, path);
        } else {
            compare_members(c, v, path, separator);
        }
        break;
    case DW_TAG_array_type:
        element = type_element(c->before.context, &v->before.type);
        if (type_is_char(&element)) {
            compare_leaf(c, v, path);
        } else {
            compare_elements(c, v, path);
        }
        break;
    case DW_TAG_pointer_type: compare_pointers(c, v, path); break;
    default:
        if (node_bits(&v->before) != node_bits(&v->after)) {
            compare_leaf(c, v, path);
        }
    }
}

static void compare_raw(struct comparison *c, const unsigned char *before, const unsigned char *after, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char texts[2][4], path[32];
        if (before[i] != after[i]) {
            snprintf(path, sizeof path, "byte[%zu]", i);
            snprintf(texts[0], sizeof texts[0], "%02x", before[i]);
            snprintf(texts[1], sizeof texts[1], "%02x", after[i]);
            add_change(c, path, texts[0], texts[1]);
        }
    }
}

/* Says how many were not shown; how many there are. */
static size_t finish(struct comparison *c)
{
    size_t changes = c->changes;
    if (changes > CHANGES_SHOWN) {
        text_printf(c->out, ", ... (%zu more)", changes - CHANGES_SHOWN);
    }
    free(c);
    return changes;
}

size_t value_print_changes(const struct value_context *before, const struct value_context *after, const char *struct_name,
                           const void *bytes_before, const void *bytes_after, size_t size, struct text *out)
{
    struct comparison *c = calloc(1, sizeof *c);
    struct pair root;
    if (c == NULL) {
        return 0;
    }
    c->out = out;
    c->first = "";
    if (node_root(before, struct_name, bytes_before, size, &root.before) && node_root(after, struct_name, bytes_after, size, &root.after)) {
        c->before = value_printer(before, &root.before, NULL);
        c->after = value_printer(after, &root.after, NULL);
        c->before.brief = c->after.brief = true;
        seen_before(c, c->before.root.address, c->after.root.address, root.before.type.size);
        compare(c, &root, "", "");
    } else {
        compare_raw(c, bytes_before, bytes_after, size);
    }
    return finish(c);
}

size_t value_print_variable(const struct value_context *before, const struct value_context *after, const struct node *old,
                            const struct node *new, const char *name, const char *first, struct text *out)
{
    struct comparison *c = calloc(1, sizeof *c);
    struct pair pair = { *old, *new };
    if (c == NULL) {
        return 0;
    }
    c->out = out;
    c->first = first;
    c->before = value_printer(before, old, NULL);
    c->after = value_printer(after, new, NULL);
    c->before.brief = c->after.brief = true;
    compare(c, &pair, name, ".");
    return finish(c);
}
