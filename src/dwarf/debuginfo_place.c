#include "dwarf/debuginfo_object.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_file(struct source_place *out, const char *file, Dwarf_Die *unit)
{
    Dwarf_Attribute a;
    const char *directory = dwarf_formstring(dwarf_attr_integrate(unit, DW_AT_comp_dir, &a));
    size_t length = directory != NULL ? strlen(directory) : 0;
    if (length > 0 && strncmp(file, directory, length) == 0 && file[length] == '/') {
        file += length + 1;
    }
    while (file[0] == '.' && file[1] == '/') {
        file += 2;
    }
    snprintf(out->file, sizeof out->file, "%s", file);
}

/* Not by dwarf_decl_file, which aborts where the line table is in a .dwo file (elfutils 0.188). */
bool place_declaration(struct source_place *out, Dwarf_Die *die)
{
    Dwarf_Die unit;
    Dwarf_Attribute a;
    Dwarf_Word number;
    Dwarf_Files *files;
    if (dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_file, &a), &number) != 0 ||
        dwarf_cu_die(a.cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) == NULL || dwarf_getsrcfiles(&unit, &files, NULL) != 0 ||
        dwarf_decl_line(die, &out->line) != 0) {
        return false;
    }
    const char *file = dwarf_filesrc(files, number, NULL, NULL);
    set_file(out, file != NULL ? file : "?", &unit);
    return file != NULL;
}

/* The compilation unit that covers an address. Not by .debug_aranges, which clang does not write. `body` holds the
 * children; it is another DIE when they are in a .dwo file. */
static bool find_unit(struct debuginfo_object *o, uint64_t pc, Dwarf_Die *unit, Dwarf_Die *body)
{
    Dwarf_CU *cu = NULL;
    while (o->dwarf != NULL && dwarf_get_units(o->dwarf, cu, &cu, NULL, NULL, unit, body) == 0) {
        if (dwarf_tag(unit) != DW_TAG_type_unit && dwarf_haspc(unit, pc) > 0) {
            *body = dwarf_tag(body) != DW_TAG_invalid ? *body : *unit;
            return true;
        }
    }
    return false;
}

/* What the symbol table and the DWARF know about the function around an address. */
struct code {
    struct debuginfo_object *object;
    uint64_t pc; /* as in the DWARF */
    bool has_unit, has_function, has_innermost;
    Dwarf_Die unit;
    Dwarf_Die function;   /* never an inlined one */
    Dwarf_Die innermost;  /* perhaps an inlined one */
    Dwarf_Die inlined[8]; /* from the innermost outwards */
    size_t inlined_count;
};

static void find_code(struct debuginfo *d, uint64_t address, struct code *c, struct source_place *out)
{
    *out = (struct source_place){ .line = 0 };
    *c = (struct code){ .object = object_find(d, &address) };
    if (c->object == NULL) {
        return;
    }
    const struct symbol *s = object_symbol(c->object, SYMBOL_FUNCTION, address);
    if (s != NULL) {
        symbol_plain_name(s->name, false, out->function, sizeof out->function);
    }
    Dwarf_Die body, *scopes = NULL;
    c->pc = address + c->object->elf_shift - c->object->dwarf_shift;
    c->has_unit = find_unit(c->object, c->pc, &c->unit, &body);
    int count = c->has_unit ? dwarf_getscopes(&body, c->pc, &scopes) : 0;
    for (int i = 0; i < count && !c->has_function; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) {
            continue;
        }
        if (!c->has_innermost) {
            c->innermost = scopes[i];
            c->has_innermost = true;
        }
        if (tag == DW_TAG_inlined_subroutine && c->inlined_count < sizeof c->inlined / sizeof *c->inlined) {
            c->inlined[c->inlined_count++] = scopes[i];
        }
        c->function = scopes[i];
        c->has_function = tag == DW_TAG_subprogram;
    }
    free(scopes);
}

static void set_function(struct source_place *out, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    if (name != NULL) {
        snprintf(out->function, sizeof out->function, "%s", name);
    }
}

bool place_call(struct source_place *out, Dwarf_Die *inlined, Dwarf_Die *unit)
{
    Dwarf_Attribute a;
    Dwarf_Word number, line;
    Dwarf_Files *files;
    const char *file = NULL;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &a), &number) == 0 && dwarf_getsrcfiles(unit, &files, NULL) == 0) {
        file = dwarf_filesrc(files, number, NULL, NULL);
    }
    if (file == NULL || dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &a), &line) != 0) {
        return false;
    }
    set_file(out, file, unit);
    out->line = (int)line;
    return true;
}

static bool in_system_header(const struct source_place *p)
{
    return strncmp(p->file, "/usr/", 5) == 0;
}

static bool place_code(struct debuginfo *d, uint64_t address, struct code *c, struct source_place *out)
{
    find_code(d, address, c, out);
    if (c->has_innermost) {
        set_function(out, &c->innermost);
    }
    Dwarf_Line *line = c->has_unit ? dwarf_getsrc_die(&c->unit, c->pc) : NULL;
    const char *file = line != NULL ? dwarf_linesrc(line, NULL, NULL) : NULL;
    if (file == NULL || dwarf_lineno(line, &out->line) != 0 || out->line == 0) {
        return false;
    }
    set_file(out, file, &c->unit);
    return true;
}

bool debuginfo_place_plain(struct debuginfo *d, uint64_t address, struct source_place *out)
{
    struct code c;
    return place_code(d, address, &c, out);
}

bool debuginfo_place(struct debuginfo *d, uint64_t address, struct source_place *out)
{
    struct code c;
    if (!place_code(d, address, &c, out)) {
        return false;
    }
    /* What libc's headers inline is shown where the program calls it. */
    for (size_t i = 0; i < c.inlined_count && in_system_header(out); i++) {
        if (place_call(out, &c.inlined[i], &c.unit)) {
            set_function(out, i + 1 < c.inlined_count ? &c.inlined[i + 1] : &c.function);
        }
    }
    return true;
}

bool debuginfo_function(struct debuginfo *d, uint64_t address, struct source_place *out)
{
    struct code c;
    find_code(d, address, &c, out);
    if (!c.has_function) {
        return false;
    }
    set_function(out, &c.function);
    return place_declaration(out, &c.function);
}

bool function_die(struct debuginfo *d, uint64_t address, Dwarf_Die *out)
{
    struct code c;
    struct source_place unused;
    Dwarf_Addr entry;
    Dwarf_Attribute a;
    uint64_t link = address;
    find_code(d, address, &c, &unused);
    object_find(d, &link);
    if (!c.has_function || dwarf_entrypc(&c.function, &entry) != 0 || entry != c.pc) {
        return false;
    }
    const char *linked = dwarf_formstring(dwarf_attr_integrate(&c.function, DW_AT_linkage_name, &a));
    linked = linked != NULL ? linked : dwarf_diename(&c.function);
    const char *symbol = object_sole_symbol(c.object, SYMBOL_FUNCTION, link);
    *out = c.function;
    return linked != NULL && symbol != NULL && strcmp(linked, symbol) == 0;
}

bool code_scopes(struct debuginfo *d, uint64_t address, struct code_scopes *out)
{
    struct debuginfo_object *o = object_find(d, &address);
    Dwarf_Die body;
    *out = (struct code_scopes){ .scopes = NULL };
    if (o == NULL) {
        return false;
    }
    out->pc = address + o->elf_shift - o->dwarf_shift;
    out->shift = o->dwarf_shift - o->elf_shift + o->bias;
    Dwarf_Die *innermost = NULL;
    /* Of inlined code dwarf_getscopes() says what is around its definition, not what is around its call. */
    int count = find_unit(o, out->pc, &out->unit, &body) ? dwarf_getscopes(&body, out->pc, &innermost) : 0;
    count = count > 0 ? dwarf_getscopes_die(&innermost[0], &out->scopes) : 0;
    free(innermost);
    out->count = count > 0 ? (size_t)count : 0;
    return count > 0;
}
