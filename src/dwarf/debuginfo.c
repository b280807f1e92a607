#include "dwarf/debuginfo_object.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assert.h>
#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libdwfl would ask a debuginfod server over the network: slow, and reports would depend on it. */
static int find_debuginfo(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base, const char *file, const char *link,
                          GElf_Word crc, char **found)
{
    char *servers = getenv("DEBUGINFOD_URLS");
    servers = servers != NULL ? strdup(servers) : NULL;
    unsetenv("DEBUGINFOD_URLS");
    int fd = dwfl_standard_find_debuginfo(module, user, name, base, file, link, crc, found);
    if (servers != NULL) {
        setenv("DEBUGINFOD_URLS", servers, 1);
        free(servers);
    }
    return fd;
}

static bool object_open(struct debuginfo_object *o, const char *path)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    *o = (struct debuginfo_object){ .path = strdup(path), .dwfl = dwfl_begin(&callbacks) };
    if (o->path == NULL || o->dwfl == NULL) {
        return false;
    }
    dwfl_report_begin(o->dwfl);
    o->module = dwfl_report_offline(o->dwfl, path, path, -1);
    dwfl_report_end(o->dwfl, NULL, NULL);
    if (o->module != NULL) {
        o->elf = dwfl_module_getelf(o->module, &o->elf_shift);
        o->dwarf = dwfl_module_getdwarf(o->module, &o->dwarf_shift);
    }
    return true;
}

static void object_close(struct debuginfo_object *o)
{
    free(o->symbols);
    free(o->types);
    free(o->variables);
    dwfl_end(o->dwfl);
    free(o->path);
}

struct debuginfo *debuginfo_open(const char *program)
{
    struct debuginfo *d = calloc(1, sizeof *d);
    if (d != NULL && !object_open(&d->main, program)) {
        debuginfo_close(&d);
    }
    return d;
}

void debuginfo_close(struct debuginfo **d)
{
    assert(d != NULL);
    if (*d == NULL) {
        return;
    }
    for (struct debuginfo_object *o = (*d)->main.next, *next; o != NULL; o = next) {
        next = o->next;
        object_close(o);
        free(o);
    }
    if ((*d)->engine != NULL) {
        object_close((*d)->engine);
        free((*d)->engine);
    }
    object_close(&(*d)->main);
    free(*d);
    *d = NULL;
}

bool debuginfo_available(const struct debuginfo *d)
{
    return d->main.dwarf != NULL;
}

void debuginfo_bias(struct debuginfo *d, uint64_t bias)
{
    d->main.bias = bias;
}

/* NULL when it cannot be read. */
static struct debuginfo_object *object_new(const char *path)
{
    struct debuginfo_object *o = malloc(sizeof *o);
    if (o == NULL || !object_open(o, path) || o->elf == NULL) {
        if (o != NULL) {
            object_close(o);
        }
        free(o);
        return NULL;
    }
    return o;
}

void debuginfo_library(struct debuginfo *d, const char *path, uint64_t bias)
{
    struct debuginfo_object **at = &d->main.next;
    while (*at != NULL && strcmp((*at)->path, path) != 0) {
        at = &(*at)->next;
    }
    if (*at == NULL) {
        *at = object_new(path);
    }
    if (*at != NULL) {
        (*at)->bias = bias;
    }
}

void debuginfo_engine(struct debuginfo *d, const char *path, uint64_t bias)
{
    d->engine = d->engine == NULL ? object_new(path) : d->engine;
    if (d->engine != NULL) {
        d->engine->bias = bias;
    }
}

/* The segment of `o` that covers a link address. */
static bool find_segment(const struct debuginfo_object *o, uint64_t link, GElf_Phdr *segment)
{
    size_t count = 0;
    if (o->elf == NULL || elf_getphdrnum(o->elf, &count) != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (gelf_getphdr(o->elf, (int)i, segment) != NULL && segment->p_type == PT_LOAD && link - segment->p_vaddr < segment->p_memsz) {
            return true;
        }
    }
    return false;
}

struct debuginfo_object *object_find(struct debuginfo *d, uint64_t *address)
{
    GElf_Phdr segment;
    for (struct debuginfo_object *o = &d->main; o != NULL; o = o->next) {
        if (find_segment(o, *address - o->bias, &segment)) {
            *address -= o->bias;
            return o;
        }
    }
    return NULL;
}

struct debuginfo_object *object_find_code(struct debuginfo *d, uint64_t *address)
{
    GElf_Phdr segment;
    struct debuginfo_object *o = object_find(d, address);
    if (o == NULL && d->engine != NULL && find_segment(d->engine, *address - d->engine->bias, &segment)) {
        o = d->engine;
        *address -= o->bias;
    }
    return o;
}

const unsigned char *debuginfo_constant(struct debuginfo *d, uint64_t address, size_t *size)
{
    GElf_Phdr segment;
    struct debuginfo_object *o = object_find(d, &address);
    if (o == NULL || !find_segment(o, address, &segment) || (segment.p_flags & PF_W) != 0 ||
        address - segment.p_vaddr >= segment.p_filesz) {
        return NULL;
    }
    Elf_Data *data = elf_getdata_rawchunk(o->elf, (int64_t)segment.p_offset, segment.p_filesz, ELF_T_BYTE);
    if (data == NULL) {
        return NULL;
    }
    *size = segment.p_filesz - (address - segment.p_vaddr);
    return (const unsigned char *)data->d_buf + (address - segment.p_vaddr);
}

static enum symbol_kind symbol_kind(const GElf_Sym *s)
{
    switch (GELF_ST_TYPE(s->st_info)) {
    case STT_FUNC:
    case STT_GNU_IFUNC: return SYMBOL_FUNCTION;
    case STT_OBJECT: return SYMBOL_DATA;
    case STT_TLS: return SYMBOL_TLS;
    default: return SYMBOL_OTHER;
    }
}

static int compare_symbols(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    if (a->address != b->address) {
        return a->address < b->address ? -1 : 1;
    }
    return a->rank != b->rank ? a->rank - b->rank : strcmp(b->name, a->name);
}

static void load_symbols(struct debuginfo_object *o)
{
    int count = o->module != NULL ? dwfl_module_getsymtab(o->module) : 0;
    o->symbols = calloc(count > 0 ? (size_t)count : 1, sizeof *o->symbols);
    for (int i = 1; i < count && o->symbols != NULL; i++) {
        GElf_Sym s;
        GElf_Addr address;
        GElf_Word section;
        const char *name = dwfl_module_getsym_info(o->module, i, &s, &address, &section, NULL, NULL);
        enum symbol_kind kind = name != NULL ? symbol_kind(&s) : SYMBOL_OTHER;
        if (kind == SYMBOL_OTHER || section == SHN_UNDEF || s.st_size == 0) {
            continue;
        }
        /* Prefer what a programmer would have written: global names, and those without underscores. */
        int rank = (GELF_ST_BIND(s.st_info) != STB_LOCAL) * 2 + (name[0] != '_');
        address = kind == SYMBOL_TLS ? s.st_value : address - o->elf_shift;
        o->symbols[o->symbol_count++] = (struct symbol){ kind, address, s.st_size, rank, name };
    }
    if (o->symbols != NULL) {
        qsort(o->symbols, o->symbol_count, sizeof *o->symbols, compare_symbols);
    }
}

const struct symbol *object_symbol(struct debuginfo_object *o, enum symbol_kind kind, uint64_t address)
{
    if (o->symbols == NULL) {
        load_symbols(o);
    }
    size_t low = 0;
    for (size_t high = o->symbol_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        const struct symbol *s = &o->symbols[middle];
        if (s->kind < kind || (s->kind == kind && s->address <= address)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    /* A symbol inside a greater one, or an alias of it, may come first: look a little further back. */
    for (int tries = 0; tries < 8 && low > 0 && o->symbols[low - 1].kind == kind; tries++) {
        const struct symbol *s = &o->symbols[--low];
        if (address - s->address < s->size) {
            return s;
        }
    }
    return NULL;
}

const char *object_sole_symbol(struct debuginfo_object *o, enum symbol_kind kind, uint64_t address)
{
    const struct symbol *s = object_symbol(o, kind, address);
    if (s == NULL || s->address != address) {
        return NULL;
    }
    const struct symbol *end = o->symbols + o->symbol_count;
    for (const struct symbol *other = o->symbols; other < end; other++) {
        if (other != s && other->kind == kind && other->address == address && strcmp(other->name, s->name) != 0) {
            return NULL;
        }
    }
    return s->name;
}

bool debuginfo_at_file_offset(struct debuginfo *d, uint64_t offset, uint64_t *address)
{
    size_t count = 0;
    GElf_Phdr segment;
    if (d->main.elf == NULL || elf_getphdrnum(d->main.elf, &count) != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (gelf_getphdr(d->main.elf, (int)i, &segment) != NULL && segment.p_type == PT_LOAD &&
            offset - segment.p_offset < segment.p_filesz) {
            *address = segment.p_vaddr + (offset - segment.p_offset);
            return true;
        }
    }
    return false;
}

void symbol_plain_name(const char *name, bool is_data, char *out, size_t size)
{
    name += strncmp(name, "__const.", 8) == 0 ? 8 : 0;
    size_t end = strcspn(name, ".");
    const char *second = name[end] == '.' ? name + end + 1 : "";
    bool is_name = isalpha((unsigned char)second[0]) || second[0] == '_';
    if (is_data && is_name && strncmp(second, "lto_priv", 8) != 0 && strncmp(second, "llvm", 4) != 0) {
        name = second;
        end = strcspn(name, ".");
    }
    snprintf(out, size, "%.*s", (int)end, name);
}

bool debuginfo_object(struct debuginfo *d, uint64_t address, char *name, size_t size, uint64_t *offset, struct source_place *decl)
{
    if (decl != NULL) {
        *decl = (struct source_place){ .line = 0 };
    }
    struct debuginfo_object *o = object_find(d, &address);
    const struct symbol *s = o != NULL ? object_symbol(o, SYMBOL_DATA, address) : NULL;
    if (s == NULL) {
        return false;
    }
    symbol_plain_name(s->name, true, name, size);
    object_describe(o, s->address, name, size, decl);
    *offset = address - s->address;
    return true;
}

bool debuginfo_tls_object(struct debuginfo *d, uint64_t tls_offset, char *name, size_t size, uint64_t *offset)
{
    const struct symbol *s = object_symbol(&d->main, SYMBOL_TLS, tls_offset);
    if (s == NULL) {
        return false;
    }
    symbol_plain_name(s->name, true, name, size);
    *offset = tls_offset - s->address;
    return true;
}
