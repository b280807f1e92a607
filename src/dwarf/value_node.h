/* Private to value*.c: types and values as the debug information describes them, and the printer of one value. */
#ifndef HARRIER_DWARF_VALUE_NODE_H
#define HARRIER_DWARF_VALUE_NODE_H

#include "dwarf/value.h"

#include <elfutils/libdw.h>

enum {
    CHARS_SHOWN = 60,
    DEPTH_SHOWN = 3,    /* pointers followed one after another when printing ... */
    DEPTH_WHOLE = 5000, /* ... and when nothing shall be left out: as deep as our own stack allows */
};

__extension__ typedef unsigned __int128 wide;

/* A type with its typedefs and qualifiers taken off. */
struct type {
    Dwarf_Die die;
    int tag;            /* DW_TAG_unspecified_type for void */
    bool is_reference;  /* went through the typedef hr_ref */
    unsigned dimension; /* of an array: how many subranges are already indexed away */
    size_t size;        /* in bytes; 0 when unknown */
};

/* A value: its type and where its bytes are. */
struct node {
    struct type type;
    const unsigned char *bytes;
    size_t size;         /* bytes there; more than type.size if a flexible array follows */
    unsigned bit_offset; /* from `bytes` */
    unsigned bit_size;   /* 0: no bit-field */
};

struct span {
    const unsigned char *at;
    size_t length;
};

/* A struct that we are inside of, on the way from the root. */
struct place_followed {
    uint64_t address;
    size_t size;
    const struct place_followed *outer; /* NULL: it is the root */
};

struct printer {
    const struct value_context *context;
    struct text *out;
    unsigned depth;
    bool brief; /* of messages that were received no content, which is there at one time and gone at another */
    struct place_followed root;
    const struct place_followed *innermost; /* NULL: the root */
};

/* libdw takes no const, though it only fills a cache inside the DIE. */
Dwarf_Die *type_die(const struct type *t);

bool die_number(Dwarf_Die *die, unsigned name, uint64_t *out);

/* Takes off typedefs and qualifiers; `any` is a type. */
struct type type_peel(const struct value_context *c, Dwarf_Die *any);

/* The type that a member, a pointer or an array refers to. */
struct type type_target(const struct value_context *c, Dwarf_Die *die);

bool type_is_struct(const struct type *t);

/* Plain char only: signed and unsigned char, and so uint8_t, are numbers. */
bool type_is_char(const struct type *t);

/* The type of an array's elements, which are arrays too while there are dimensions left. */
struct type type_element(const struct value_context *c, const struct type *array);

size_t node_element_count(const struct node *n, const struct type *element);

struct node node_element(const struct node *array, const struct type *element, size_t index);

/* The value of one member. False for what is no data or does not lie inside. */
bool node_member(const struct value_context *c, const struct node *parent, Dwarf_Die *member, struct node *out);

bool node_root(const struct value_context *c, const char *name, const void *bytes, size_t size, struct node *out);

/* The bytes at an address of the memory, and in *size how many follow; NULL when fewer than `needed`. */
const unsigned char *node_bytes(const struct value_context *c, uint64_t address, size_t needed, size_t *size);

wide node_bits(const struct node *n);

wide node_sign_extend(const struct node *n, wide value);

/* The characters of a char array, or of a char pointer that can be followed. String literals can: they are in the
 * program's file. */
bool node_string(const struct value_context *c, const struct node *n, struct span *out);

/* What a pointer points at, if that lies in the memory. */
bool node_follow(const struct value_context *c, const struct node *n, uint64_t *address, struct node *out);

/* Whether a pointer leads to an array whose size is known; its first element, and how many there are. */
bool node_array(const struct value_context *c, const struct node *n, struct node *first, size_t *count);

void value_print_node(struct printer *p, const struct node *n);

/* Whether it is an hr_received. */
bool node_is_received(const struct node *n);
/* Prints one: the message that was received, if it is known which. */
bool value_print_received(struct printer *p, const struct node *n);

/* As value_print_changes(), of one variable, `first` before the first change. */
size_t value_print_variable(const struct value_context *before, const struct value_context *after, const struct node *old,
                            const struct node *new, const char *name, const char *first, struct text *out);

/* Prints `most` characters from `start` on; what is left out on either side shows as dots outside the quotes. */
void value_print_span(struct text *out, struct span s, size_t start, size_t most);

/* If the root itself lies in the memory, a pointer back to it is a cycle. */
struct printer value_printer(const struct value_context *c, const struct node *root, struct text *out);

#endif
