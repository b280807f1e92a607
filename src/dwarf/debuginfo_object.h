/* Private to debuginfo*.c: the mapped files and what is known of each. */
#ifndef HARRIER_DWARF_DEBUGINFO_OBJECT_H
#define HARRIER_DWARF_DEBUGINFO_OBJECT_H

#include "dwarf/debuginfo.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

enum symbol_kind { SYMBOL_FUNCTION, SYMBOL_DATA, SYMBOL_TLS, SYMBOL_OTHER };

struct symbol {
    enum symbol_kind kind;
    uint64_t address; /* link address; for TLS the offset in the block */
    uint64_t size;
    int rank; /* among aliases the highest wins */
    const char *name;
};

struct type_entry {
    const char *name;
    bool is_typedef;
    bool inner; /* inside a namespace or a class */
    Dwarf_Die die;
};

struct variable {
    uint64_t address;     /* as in the DWARF */
    const char *function; /* that contains it; NULL at file level */
    Dwarf_Die die;
};

/* One mapped file. Each has its own Dwfl, which places it anywhere: three address spaces meet here. */
struct debuginfo_object {
    struct debuginfo_object *next;
    char *path;
    Dwfl *dwfl;
    Dwfl_Module *module; /* NULL: not readable */
    Dwarf *dwarf;        /* NULL: none */
    Elf *elf;
    uint64_t bias;          /* runtime address - link address */
    uint64_t elf_shift;     /* Dwfl address - link address */
    uint64_t dwarf_shift;   /* Dwfl address - DWARF address */
    struct symbol *symbols; /* sorted; filled at first use */
    size_t symbol_count;
    bool indexed;             /* types and variables are filled */
    struct type_entry *types; /* sorted */
    size_t type_count;
    struct variable *variables;
    size_t variable_count;
};

struct debuginfo {
    struct debuginfo_object main;    /* first of the list */
    struct debuginfo_object *engine; /* not in the list; NULL: not known */
};

/* The object that a runtime address belongs to; turns the address into a link address. */
struct debuginfo_object *object_find(struct debuginfo *d, uint64_t *address);

/* The same, also for code of the checker's own library. */
struct debuginfo_object *object_find_code(struct debuginfo *d, uint64_t *address);

const struct symbol *object_symbol(struct debuginfo_object *o, enum symbol_kind kind, uint64_t address);

/* The name of the symbol at just this link address; NULL when there is none, or several: linkers fold functions with the same code. */
const char *object_sole_symbol(struct debuginfo_object *o, enum symbol_kind kind, uint64_t address);

/* The function that begins at this runtime address, if it is certain which one was written there. */
bool function_die(struct debuginfo *d, uint64_t address, Dwarf_Die *out);

/* Undoes what compilers do to names: gcc's `counter.0` and `f.constprop.0`, clang's `function.counter` and
 * `__const.function.table`. */
void symbol_plain_name(const char *name, bool is_data, char *out, size_t size);

/* The blocks and functions around a code address of the program, from the innermost outwards. */
struct code_scopes {
    Dwarf_Die unit, *scopes; /* to be freed */
    size_t count;
    uint64_t pc, shift; /* the address as in the DWARF, and what makes its addresses runtime addresses */
};
bool code_scopes(struct debuginfo *d, uint64_t address, struct code_scopes *out);

/* As debuginfo_place(), but inside what libc's headers inline. */
bool debuginfo_place_plain(struct debuginfo *d, uint64_t address, struct source_place *out);

/* Where an inlined function was called from. */
bool place_call(struct source_place *out, Dwarf_Die *inlined, Dwarf_Die *unit);

/* Fills in the file and line where a DIE was declared. */
bool place_declaration(struct source_place *out, Dwarf_Die *die);

/* Whether a static variable of this name is declared behind one line of the file and not behind another. Of inlined functions clang does
 * not say in which block. */
bool debuginfo_static_between(struct debuginfo *d, const char *name, const char *file, int after, int last);

/* What the DWARF knows of the variable at this link address; it has the name as written. */
void object_describe(struct debuginfo_object *o, uint64_t link, char *name, size_t size, struct source_place *decl);

#endif
